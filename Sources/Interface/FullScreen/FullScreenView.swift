import Music
import Screen

/// Now Playing over the whole screen, but for seek line, bar and hints.
struct FullScreenView {
  let app: App

  func draw(into frame: inout Frame, in rect: Rect) {
    let areas = FullScreenAreas(app, in: rect)
    frame.draw(in: rect) { draw(areas, on: $0) }
    if !areas.strips.isEmpty { MixView(app: app).draw(into: &frame, in: areas.strips) }
  }

  private func draw(_ areas: FullScreenAreas, on canvas: Canvas) {
    drawHead(on: canvas.part(areas.head))
    drawSlots(areas, on: canvas)
    guard app.player.item != nil, let track = app.playing.track else {
      guard app.player.item == nil else { return }
      let keys = [Command.playing(.playPause), .pane(.fullScreen)].map { app.key($0) }
      let area = canvas.inset(top: areas.head.rows, bottom: areas.strips.rows + 2)
      return EmptyPane("Nothing plays", (keys[0], "play"), (keys[1], "back")).draw(on: area)
    }
    if !areas.cover.isEmpty { CoverView(track, app).draw(on: canvas.part(areas.cover)) }
    VisualView(app).draw(on: canvas.part(areas.visual))
    drawNames(of: track, areas, on: canvas.part(areas.names))
    let box = NowPlayingBox(app: app)
    box.draw(box.chips(of: track, isLong: true), on: canvas.part(areas.chips))
    box.drawSigns(of: track, on: canvas.part(areas.signs))
    if !areas.lyrics.isEmpty {
      LyricsView(app: app, edge: FullScreenAreas.edge).draw(on: canvas.part(areas.lyrics))
    }
    if let next = app.playing.nextTrack {
      FollowingTrackLine(app, next, after: track, as: "Next").draw(on: canvas.part(areas.next))
      if let then = app.following.track {
        FollowingTrackLine(app, then, after: next, as: "Then").draw(on: canvas.part(areas.then))
      }
    }
  }

  private func drawHead(on line: Canvas) {
    guard !line.rect.isEmpty else { return }
    var line = line.inset(left: 2, right: 2)
    ProductMark.write(to: &line, of: app)
    line.skip(1)
    line.write("Now Playing", .header)
    line.skip(2)
    line.writeRight(app.clockText ?? "", .dimmed, gap: 3)
    line.put(app.placeText ?? "", .dimmed, align: .right)
  }

  // MARK: Names

  private func drawNames(of track: Track, _ areas: FullScreenAreas, on area: Canvas) {
    let isCentred = areas.form == .poster
    let title = app.playing.title(of: track)
    var rows = LargeLetters.rows
    if let letters = areas.letters {
      let left = isCentred ? (area.columns - letters.columns) / 2 : 0
      letters.draw(on: area.inset(left: left))
      if areas.form == .columns { rows += 1 }
    } else {
      let mayBreak = areas.form == .columns || area.rows >= 6
      let lines = mayBreak ? NowPlayingBox.lines(title, columns: area.columns) : [title]
      area.put(lines: lines, .title, then: .title, align: isCentred ? .center : .left)
      rows = lines.count
    }
    let artist = app.shownArtist(track) ?? (track.isStream ? "" : "Unknown artist")
    let parts: [(String, Face)] = [
      (artist, .heading), (track.tags.album ?? "", .text),
      (track.tags.year.map(String.init) ?? "", .dimmed),
    ].filter { !$0.0.isEmpty }
    guard areas.form == .stacked else {
      return draw(parts, on: area.line(rows), isCentred: isCentred)
    }
    draw(Array(parts.prefix(1)), on: area.line(rows), isCentred: false)
    draw(Array(parts.dropFirst()), on: area.line(rows + 1), isCentred: false)
    // The tracks that follow have no row of their own there.
    guard areas.next.isEmpty, area.rows > rows + 2, let next = app.playing.nextTrack else { return }
    FollowingTrackLine(app, next, after: track, as: "Next").draw(on: area.line(rows + 2))
  }

  /// Parts with two columns between them; long ones give way to those behind them.
  private func draw(_ parts: [(text: String, face: Face)], on line: Canvas, isCentred: Bool) {
    let widths = parts.map { TextWidth.columns(of: $0.text) }
    let all = widths.reduce(2 * (parts.count - 1), +)
    var line = line
    if isCentred { line.skip(max(0, line.columns - all) / 2) }
    for (index, part) in parts.enumerated() {
      let behind = widths[(index + 1)...].reduce(0) { $0 + 2 + min($1, line.columns / 3) }
      line.write(TextWidth.truncated(part.text, to: max(8, line.columns - behind)), part.face)
      line.skip(2)
    }
  }

  // MARK: Slots and what follows

  private func drawSlots(_ areas: FullScreenAreas, on canvas: Canvas) {
    canvas.part(areas.caption).put("In a mix", .header)
    guard areas.strips.isEmpty else { return }
    let box = NowPlayingBox(app: app)
    for (slot, rect) in areas.slots {
      box.draw(slot, on: canvas.part(rect))
      guard !areas.places.isEmpty, rect.columns < NowPlayingBox.placeColumns,
        app.mix[slot] != nil
      else { continue }
      let below = Rect(
        row: areas.places.row, column: rect.column, rows: 1, columns: rect.columns)
      canvas.part(below).put(box.place(in: slot), .dimmed, at: 4)
    }
  }
}
