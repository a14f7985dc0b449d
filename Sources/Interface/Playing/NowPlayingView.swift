import Music
import Screen

/// The current track: its names, its format and findings, the position, and the next track.
struct NowPlayingView {
  let app: App
  let layout: Layout

  func draw(into frame: inout Frame, in rect: Rect) {
    frame.draw(in: rect, draw(on:))
  }

  private func draw(on canvas: Canvas) {
    if layout.wave != nil { return NowPlayingBox(app: app).draw(on: canvas) }
    let area = canvas.inset(left: 1, right: 1)
    guard app.player.item != nil, let track = app.playing.track else {
      return area.inset(top: 2).put(
        lines: ["Nothing plays", "\(app.key(.pane(.activate))) plays the selected row"], .text,
        then: .dimmed)
    }
    // The strip above shows the names already.
    let details = NowPlayingText(app, track).details(columns: area.columns)
    area.inset(top: 1).put(lines: details, .dimmed)
    drawNext(on: area.line(1 + details.count))
  }

  /// Whether the current item is buffering.
  static func isBuffering(_ app: App) -> Bool {
    app.isPlaying && app.playing.buffering != nil && app.playing.buffering == app.player.item
  }

  static func stateText(_ app: App) -> String {
    switch (app.audio.output, app.player) {
    case (.unavailable, _): "No sound"
    case (_, .stopped): "Stopped"
    case (_, .loading) where app.playing.isOpening(at: app.now): "Opening…"
    case (_, .loading): app.showsPlaying ? "Playing" : "Paused"
    case (_, .playing) where isBuffering(app): "Buffering…"
    case (_, .playing): "Playing"
    case (_, .paused): app.playing.isInterrupted ? "Paused for a call" : "Paused"
    }
  }

  /// The state in one column.
  static func stateSign(_ app: App) -> String {
    switch (app.audio.output, app.player) {
    case (.unavailable, _): "×"
    case (_, .stopped): "■"
    case (_, .loading) where app.playing.isOpening(at: app.now): "…"
    case (_, .loading): app.showsPlaying ? String(app.skins.shape.playing) : "‖"
    case (_, .playing) where isBuffering(app): "…"
    case (_, .playing): String(app.skins.shape.playing)
    case (_, .paused): "‖"
    }
  }

  private func drawNext(on line: Canvas) {
    guard app.player.item != nil, let next = app.playing.nextTrack else { return }
    var line = line
    line.write("Next  ", .dimmed)
    line.put(next.title + (next.tags.artist.map { " — \($0)" } ?? ""), .text)
  }
}
