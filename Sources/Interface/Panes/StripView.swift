import Music
import Screen

/// The current track in three or four lines, for a terminal too small for panes.
struct StripView {
  let app: App

  func draw(into frame: inout Frame, in rect: Rect) {
    frame.draw(in: rect.inset(left: 1, right: 1), draw(on:))
  }

  private func draw(on area: Canvas) {
    let track = app.player.item == nil ? nil : app.playing.track
    let isBuffering = NowPlayingView.isBuffering(app)
    let glyph = isBuffering ? "… " : app.isPlaying ? "\(app.skins.shape.playing) " : "‖ "
    let title = track.map { glyph + app.playing.title(of: $0) } ?? "Nothing plays"
    area.put(title, track == nil ? .dimmed : .accent)
    if area.rows >= 4 {
      if case .unavailable(let reason) = app.audio.output {
        area.line(1).put("No sound: " + reason, .warning)
      } else {
        let artist = track.flatMap { $0.isStream ? app.shownArtist($0) : $0.tags.artist }
        let names = [artist, track?.tags.album].compactMap { $0 }
        area.line(1).put(names.joined(separator: " — "), .dimmed)
      }
    }
    let bar = area.rows >= 4 ? 2 : 1
    ProgressBar(app: app).draw(on: area.line(bar))
    if app.player.item != nil { drawTimes(on: area.line(bar + 1)) }
  }

  private func drawTimes(on line: Canvas) {
    line.put(app.position.clockText, .text)
    let modes = PlayerBar.states(app, columns: line.columns - 16)
    let column = max(8, (line.columns - TextWidth.columns(of: modes)) / 2)
    line.put(modes, .dimmed, at: column)
    line.put(PlayerBar.end(app) ?? "", .dimmed, align: .right)
  }
}
