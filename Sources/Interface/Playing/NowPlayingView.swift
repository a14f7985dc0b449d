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
    drawState(on: canvas)
    if layout.wave != nil { return NowPlayingBox(app: app).draw(on: canvas) }
    let area = canvas.inset(left: 1, right: 1)
    let track = app.player.item == nil ? nil : app.playing.track
    if let track, layout.strip != nil {
      // The strip above shows the names already.
      let details = NowPlayingText(app, track).details(columns: area.columns)
      area.inset(top: 1).put(lines: details, .dimmed)
      drawNext(on: area.line(1 + details.count))
      return
    }
    if let track {
      let rows = NowPlayingRows(canvas.rect)
      let names = area.inset(top: rows.names - canvas.rect.row)
      let cover = drawCover(of: track, on: names, rows: rows.bar.row - rows.names - rows.blanks)
      drawNames(of: track, on: names.inset(left: cover), rows.details)
    } else {
      area.inset(top: 2).put(
        lines: ["Nothing plays", "\(app.key(.pane(.activate))) plays the selected row"], .text,
        then: .dimmed)
    }
    guard layout.strip == nil, let bar = ProgressBar.rect(in: layout) else { return }
    ProgressBar(app: app).draw(on: canvas.part(bar))
    let below = area.inset(top: bar.bottom - canvas.rect.row)
    drawTimes(on: below.line(0))
    drawNext(on: below.line(1))
  }

  /// Draws whether it plays at the right end of the title row.
  func drawState(on canvas: Canvas) {
    guard layout.form != .column else { return }
    canvas.put(
      " " + NowPlayingView.stateText(app) + " ", app.isPlaying ? .accent : .dimmed, align: .right)
  }

  /// Whether the current item is buffering.
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

  /// The narrowest text beside a cover.
  private static let minimumText = 22

  /// Draws the cover at the left, and returns the columns that it takes.
  private func drawCover(of track: Track, on area: Canvas, rows: Int) -> Int {
    let columns = min(2 * rows, area.columns - NowPlayingView.minimumText - 2)
    guard app.covers.style != .none, !track.isStream, rows >= 4, columns >= rows else { return 0 }
    let rect = Rect(row: area.rect.row, column: area.rect.column, rows: rows, columns: columns)
    CoverView(picture: app.covers[track.id], track: track).draw(on: area.part(rect))
    return columns + 2
  }

  private func drawNames(of track: Track, on area: Canvas, _ detailRows: Int) {
    let text = NowPlayingText(app, track)
    area.put(app.playing.title(of: track), .accent)
    area.line(1).put(app.shownArtist(track) ?? (track.isStream ? "" : "Unknown artist"), .text)
    var album = area.line(2)
    writeMarks(of: track, on: &album)
    album.put(text.album, .dimmed)
    area.inset(top: 3).put(
      lines: text.details(columns: area.columns).prefix(detailRows), .dimmed)
  }

  /// Stars and heart at the right edge.
  private func writeMarks(of track: Track, on line: inout Canvas) {
    let (stars, heart) = (track.rating.starText, track.reaction.sign)
    let width = TextWidth.columns(of: stars + heart) + (stars.isEmpty || heart.isEmpty ? 0 : 1)
    guard line.columns > width + 12 else { return }
    line.writeRight(heart, .reaction, gap: 1)
    line.writeRight(stars, .rating, gap: 1)
  }

  private func drawTimes(on line: Canvas) {
    guard app.player.item != nil else { return }
    line.put(app.position.clockText, .text)
    guard let end = PlayerBar.end(app) else { return }
    line.put(end, .dimmed, align: .right)
    line.put(PlayerBar.modes(app).joined(separator: " · "), .dimmed, align: .center)
  }

  private func drawNext(on line: Canvas) {
    guard app.player.item != nil, let next = app.playing.nextTrack else { return }
    var line = line
    line.write("Next  ", .dimmed)
    line.put(next.title + (next.tags.artist.map { " — \($0)" } ?? ""), .text)
  }
}
