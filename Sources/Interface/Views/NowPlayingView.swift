import Music
import Screen

/// What plays: its names, what kind of sound it is, where one is in it, and what comes next.
struct NowPlayingView {
  let app: App
  let layout: Layout

  func draw(into frame: inout Frame, in rect: Rect) {
    if layout.form != .column {
      Tabs.title(.nowPlaying, app).draw(
        into: &frame, row: rect.row, column: rect.column, limit: rect.columns)
      drawState(into: &frame, in: rect)
    }
    let area = rect.inset(left: 1, right: 1)
    let track = app.player.item == nil ? nil : app.playing.track
    if let track, layout.strip != nil {
      // The strip above has the names already.
      let details = NowPlayingText(app, track).details(columns: area.columns)
      for (offset, text) in details.enumerated() {
        put(text, .dimmed, into: &frame, row: area.row + 1 + offset, in: area)
      }
      drawNext(into: &frame, row: area.row + 1 + details.count, in: area)
      return
    }
    if let track {
      drawNames(of: track, NowPlayingRows(rect), into: &frame, in: area)
    } else {
      drawNothing(into: &frame, in: area)
    }
    guard layout.strip == nil, let bar = ProgressBar.rect(in: layout) else { return }
    ProgressBar(app: app).draw(into: &frame, in: bar)
    drawTimes(into: &frame, row: bar.bottom, in: area)
    drawNext(into: &frame, row: bar.bottom + 1, in: area)
  }

  private func drawState(into frame: inout Frame, in rect: Rect) {
    let text = NowPlayingView.stateText(app)
    let column = rect.right - TextWidth.columns(of: text) - 1
    frame.put(
      text, row: rect.row, column: column, face: app.isPlaying ? .accent : .dimmed, ground: .base)
  }

  /// Whether the sound of what plays does not come fast enough.
  static func isBuffering(_ app: App) -> Bool {
    app.isPlaying && app.playing.buffering != nil && app.playing.buffering == app.player.item
  }

  static func stateText(_ app: App) -> String {
    switch (app.audio.output, app.player) {
    case (.unavailable, _): "No sound"
    case (_, .stopped): "Stopped"
    case (_, .loading): "Opening…"
    case (_, .playing) where isBuffering(app): "Buffering…"
    case (_, .playing): "Playing"
    case (_, .paused): app.playing.isInterrupted ? "Paused for a call" : "Paused"
    }
  }

  private func drawNames(
    of track: Track, _ rows: NowPlayingRows, into frame: inout Frame, in area: Rect
  ) {
    let text = NowPlayingText(app, track)
    put(app.playing.title(of: track), .accent, into: &frame, row: rows.names, in: area)
    let artist = app.shownArtist(track) ?? (track.isStream ? "" : "Unknown artist")
    put(artist, .text, into: &frame, row: rows.names + 1, in: area)
    let marks = drawMarks(of: track, into: &frame, row: rows.names + 2, in: area)
    put(text.album, .dimmed, into: &frame, row: rows.names + 2, in: area.inset(right: marks))
    let details = text.details(columns: area.columns).prefix(rows.details)
    for (offset, text) in details.enumerated() {
      put(text, .dimmed, into: &frame, row: rows.names + 3 + offset, in: area)
    }
  }

  /// Stars and heart at the right edge; the columns used.
  private func drawMarks(
    of track: Track, into frame: inout Frame, row: Int, in area: Rect
  ) -> Int {
    let stars = String(repeating: "★", count: track.rating.stars)
    let heart =
      switch track.reaction {
      case .none: ""
      case .listened: "✓"
      case .liked: "♡"
      case .loved: "♥"
      }
    let width = TextWidth.columns(of: stars + heart) + (stars.isEmpty || heart.isEmpty ? 0 : 1)
    guard width > 0, area.columns > width + 12, row < area.bottom else { return 0 }
    frame.put(stars, row: row, column: area.right - width, face: .rating, ground: .base)
    frame.put(heart, row: row, column: area.right - 1, face: .reaction, ground: .base)
    return width + 1
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
    guard let next = app.playing.nextTrack else {
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
