import Music
import Screen

/// What plays: its names, what kind of sound it is, where one is in it, and what comes next.
struct NowPlayingView {
  let app: App
  let layout: Layout

  /// Below it are the times, the modes and what comes next.
  static func barRow(in rect: Rect) -> Int {
    rect.rows >= 12 ? 8 : rect.rows >= 11 ? 7 : min(5, rect.rows - 2)
  }

  func draw(into frame: inout Frame, in rect: Rect) {
    if layout.form != .column {
      Tabs.title(.nowPlaying, app).draw(
        into: &frame, row: rect.row, column: rect.column, limit: rect.columns)
      drawState(into: &frame, in: rect)
    }
    let area = rect.inset(left: 1, right: 1)
    if let track = app.playing, app.player.item != nil, layout.strip != nil {
      // The strip above has the names already.
      put(format(track), .dimmed, into: &frame, row: area.row + 1, in: area)
      put(music(track), .dimmed, into: &frame, row: area.row + 2, in: area)
      drawNext(into: &frame, row: area.row + 3, in: area)
    } else if let track = app.playing, app.player.item != nil {
      drawNames(of: track, into: &frame, in: area)
    } else {
      drawNothing(into: &frame, in: area)
    }
    guard layout.strip == nil, let bar = ProgressBar.rect(in: layout) else { return }
    ProgressBar(app: app).draw(into: &frame, in: bar)
    drawTimes(into: &frame, row: bar.row + 1, in: area)
    drawNext(into: &frame, row: bar.row + 2, in: area)
  }

  private func drawState(into frame: inout Frame, in rect: Rect) {
    let text = NowPlayingView.stateText(app)
    let column = rect.right - TextWidth.columns(of: text) - 1
    frame.put(
      text, row: rect.row, column: column, face: app.isPlaying ? .accent : .dimmed, ground: .base)
  }

  /// Whether the sound of what plays does not come fast enough.
  static func isBuffering(_ app: App) -> Bool {
    app.isPlaying && app.buffering != nil && app.buffering == app.player.item
  }

  static func stateText(_ app: App) -> String {
    switch (app.output, app.player) {
    case (.unavailable, _): "No sound"
    case (_, .stopped): "Stopped"
    case (_, .loading): "Opening…"
    case (_, .playing) where isBuffering(app): "Buffering…"
    case (_, .playing): "Playing"
    case (_, .paused): app.isInterrupted ? "Paused for a call" : "Paused"
    }
  }

  private func drawNames(of track: Track, into frame: inout Frame, in area: Rect) {
    var album = track.tags.album ?? ""
    if let year = track.tags.year { album += album.isEmpty ? "\(year)" : " (\(year))" }
    var lines: [(String, Face)] = [
      (app.shownTitle(track), .accent),
      (app.shownArtist(track) ?? (track.isStream ? "" : "Unknown artist"), .text),
      (album, .dimmed),
    ]
    let top = layout.form == .full && area.rows >= 12 ? 2 : 1
    let room = NowPlayingView.barRow(in: area) - top
    if room >= 4 { lines.append((format(track), .dimmed)) }
    if room >= 5 { lines.append((music(track), .dimmed)) }
    for (offset, (text, face)) in lines.enumerated() {
      put(text, face, into: &frame, row: area.row + top + offset, in: area)
    }
  }

  private func format(_ track: Track) -> String {
    track.isStream ? "Stream · \(track.path.text)" : NowPlayingView.format(track.audio)
  }

  /// "FLAC · 44.1 kHz · 16 bit · stereo".
  static func format(_ audio: AudioProperties) -> String {
    var parts = [audio.formatName]
    if audio.sampleRate > 0 {
      let tenths = (audio.sampleRate + 50) / 100
      parts.append(
        tenths % 10 == 0 ? "\(tenths / 10) kHz" : "\(tenths / 10).\(tenths % 10) kHz")
    }
    if let depth = audio.bitDepth {
      parts.append("\(depth) bit")
    } else if let rate = audio.bitRate {
      parts.append("\(rate / 1000) kbit/s")
    }
    switch audio.channels {
    case ...0: break
    case 1: parts.append("mono")
    case 2: parts.append("stereo")
    default: parts.append("\(audio.channels) channels")
    }
    return parts.joined(separator: " · ")
  }

  private func music(_ track: Track) -> String {
    var parts: [String] = []
    if let bpm = track.tags.bpm { parts.append("\(Int(bpm.rounded())) BPM") }
    if let key = track.tags.key { parts.append(key) }
    if let genre = track.tags.genre { parts.append(genre) }
    if track.rating > .none { parts.append(String(repeating: "★", count: track.rating.stars)) }
    if track.reaction != .none { parts.append("\(track.reaction)") }
    return parts.joined(separator: " · ")
  }

  private func drawNothing(into frame: inout Frame, in area: Rect) {
    put("Nothing plays", .text, into: &frame, row: area.row + 2, in: area)
    put("Enter plays the selected row", .dimmed, into: &frame, row: area.row + 3, in: area)
  }

  private func drawTimes(into frame: inout Frame, row: Int, in area: Rect) {
    guard app.player.item != nil, row < area.bottom else { return }
    put(app.position.clockText, .text, into: &frame, row: row, in: area)
    guard let text = PlayerBar.end(app) else { return }
    frame.put(
      text, row: row, column: area.right - TextWidth.columns(of: text), face: .dimmed,
      ground: .base)
    let modes = PlayerBar.modes(app).joined(separator: " · ")
    let column = area.column + (area.columns - TextWidth.columns(of: modes)) / 2
    frame.put(modes, row: row, column: max(area.column, column), face: .dimmed, ground: .base)
  }

  private func drawNext(into frame: inout Frame, row: Int, in area: Rect) {
    guard row < area.bottom, app.player.item != nil else { return }
    guard let next = app.upNext else {
      return
    }
    let used = frame.put("Next  ", row: row, column: area.column, face: .dimmed, ground: .base)
    let text = next.title + (next.tags.artist.map { " — \($0)" } ?? "")
    frame.put(
      TextWidth.truncated(text, to: area.columns - used, keep: .start), row: row,
      column: area.column + used, face: .text, ground: .base)
  }

  private func put(_ text: String, _ face: Face, into frame: inout Frame, row: Int, in area: Rect) {
    guard row < area.bottom else { return }
    frame.put(
      TextWidth.truncated(text, to: area.columns, keep: .start), row: row, column: area.column,
      face: face, ground: .base)
  }
}
