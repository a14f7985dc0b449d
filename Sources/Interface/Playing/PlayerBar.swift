import Music
import Screen

/// The status line of the player: track, position and volume.
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
    app.audio.isMuted ? "muted" : "vol \(Int((app.audio.volume * 100).rounded()))"
  }

  /// The duration, or "LIVE" for a live stream.
  static func end(_ app: App) -> String? {
    app.isLive ? "LIVE" : app.duration?.clockText
  }

  /// The modes, the speed unless 1, the sleep timer and the volume: as many as fit into the
  /// columns, the last ones first.
  static func states(_ app: App, columns: Int) -> String {
    var states = modes(app)
    if app.sound.speed != 1 { states.append("\(app.sound.speed.shortText)×") }
    if let sleep = app.sleepText { states.append(sleep) }
    states.append(volume(app))
    func text() -> String { states.joined(separator: " · ") }
    while states.count > 1, TextWidth.columns(of: text()) > columns { states.removeFirst() }
    return text()
  }

  func draw(into frame: inout Frame, in rect: Rect) {
    frame.draw(in: rect, ground: .bar, draw(on:))
  }

  private func draw(on bar: Canvas) {
    bar.fill()
    var line = bar.inset(left: 1)
    line.writeRight(PlayerBar.states(app, columns: bar.columns * 3 / 5) + " ", .dimmed, gap: 2)
    func put(_ text: String, _ face: Face) { line.write(text, face) }
    if case .unavailable(let reason) = app.audio.output { put("No sound: \(reason)   ", .warning) }
    switch app.player {
    case .stopped: return put("■ Stopped", .dimmed)
    case .loading: put("… ", .accent)
    case .playing: put("▶ ", .accent)
    case .paused: put("‖ ", .accent)
    }
    if NowPlayingView.isBuffering(app) { put("Buffering… ", .accent) }
    put(app.position.clockText, .text)
    if let end = PlayerBar.end(app) { put(" / " + end, .dimmed) }
    if let cue = app.currentCue, bar.columns >= 60 {
      put(" " + CueMarks.glyph(of: cue) + " " + cue.title, CueMarks.face(of: cue))
    }
    guard let track = app.playing.track else { return }
    put("   " + app.playing.title(of: track), .text)
    if let artist = track.isStream ? app.shownArtist(track) : track.tags.artist {
      put(" — " + artist, .dimmed)
    }
  }
}
