import Music
import Screen

/// What plays in three or four lines, for a terminal too small for panes.
struct StripView {
  let app: App

  func draw(into frame: inout Frame, in rect: Rect) {
    let area = rect.inset(left: 1, right: 1)
    let track = app.player.item == nil ? nil : app.playing.track
    let isBuffering = NowPlayingView.isBuffering(app)
    let glyph = isBuffering ? "… " : app.isPlaying ? "▶ " : "‖ "
    let title = track.map { glyph + app.playing.title(of: $0) } ?? "Nothing plays"
    put(title, track == nil ? .dimmed : .accent, into: &frame, row: area.row, in: area)
    if rect.rows >= 4 {
      if case .unavailable(let reason) = app.audio.output {
        put("No sound: " + reason, .warning, into: &frame, row: area.row + 1, in: area)
      } else {
        let artist = track.flatMap { $0.isStream ? app.shownArtist($0) : $0.tags.artist }
        let names = [artist, track?.tags.album].compactMap { $0 }
        put(names.joined(separator: " — "), .dimmed, into: &frame, row: area.row + 1, in: area)
      }
    }
    let bar = area.line(rect.rows >= 4 ? 2 : 1)
    ProgressBar(app: app).draw(into: &frame, in: bar)
    drawTimes(into: &frame, row: bar.row + 1, in: area)
  }

  private func drawTimes(into frame: inout Frame, row: Int, in area: Rect) {
    guard app.player.item != nil else { return }
    put(app.position.clockText, .text, into: &frame, row: row, in: area)
    let modes = PlayerBar.states(app, columns: area.columns - 16)
    let column = area.column + max(8, (area.columns - TextWidth.columns(of: modes)) / 2)
    frame.put(modes, row: row, column: column, face: .dimmed, ground: .base)
    guard let text = PlayerBar.end(app) else { return }
    frame.put(
      text, row: row, column: area.right - TextWidth.columns(of: text), face: .dimmed, ground: .base
    )
  }

  private func put(_ text: String, _ face: Face, into frame: inout Frame, row: Int, in area: Rect) {
    frame.put(
      TextWidth.truncated(text, to: area.columns, keep: .start), row: row, column: area.column,
      face: face, ground: .base)
  }
}
