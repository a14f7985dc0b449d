import Music
import Screen

/// The line that always says what plays, where, and how loud.
struct PlayerBar {
  let app: App
  let layout: Layout

  static func modes(_ app: App) -> [String] {
    var modes: [String] = []
    if app.queue.isShuffled { modes.append("shuffle") }
    switch app.queue.repeating {
    case .off: break
    case .all: modes.append("repeat all")
    case .one: modes.append("repeat one")
    }
    return modes
  }

  static func volume(_ app: App) -> String {
    app.isMuted ? "muted" : "vol \(Int((app.volume * 100).rounded()))"
  }

  func draw(into frame: inout Frame, in rect: Rect) {
    frame.fill(rect, ground: .bar)
    let right = (PlayerBar.modes(app) + [PlayerBar.volume(app)]).joined(separator: " · ") + " "
    let end = rect.right - TextWidth.columns(of: right)
    frame.put(right, row: rect.row, column: end, face: .dimmed, ground: .bar)
    var column = rect.column + 1
    func put(_ text: String, _ face: Face) {
      let cut = TextWidth.truncated(text, to: end - column - 2, keep: .start)
      column += frame.put(cut, row: rect.row, column: column, face: face, ground: .bar)
    }
    if case .unavailable(let reason) = app.output { put("No sound: \(reason)   ", .warning) }
    switch app.player {
    case .stopped: return put("■ Stopped", .dimmed)
    case .loading: put("… ", .accent)
    case .playing: put("▶ ", .accent)
    case .paused: put("⏸ ", .accent)
    }
    put(app.position.clockText, .text)
    if let duration = app.duration { put(" / " + duration.clockText, .dimmed) }
    guard let track = app.playing else { return }
    put("   " + track.title, .text)
    if let artist = track.tags.artist { put(" — " + artist, .dimmed) }
  }
}
