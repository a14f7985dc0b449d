import Music
import Screen

/// The albums as tiles, with the cursor.
struct AlbumGridView {
  let app: App
  let list: ListState
  let grid: AlbumGrid

  func draw(on canvas: Canvas) {
    for tile in 0..<grid.capacity {
      let index = list.top + tile
      guard index < list.count else { return }
      guard case .album(let album) = list.window[index] else { continue }
      let rect = grid.tile(tile)
      draw(
        album, isSelected: index == list.selected, on: canvas.part(rect),
        edges: canvas.part(rect.inset(left: -1, right: -1)))
    }
  }

  private func draw(_ album: ListRow.Album, isSelected: Bool, on tile: Canvas, edges: Canvas) {
    let height = grid.picture.rows
    let picture = tile.inset(bottom: tile.rows - height)
    CoverView(album.key, app).draw(on: picture)
    let isFocused = app.focus == .library
    let isMarked = list.marks.contains(.album(album.key))
    let ground: Surface =
      isSelected ? (isFocused ? .selected : .resting) : isMarked ? .marked : tile.ground
    let names = tile.inset(top: height).on(ground)
    if ground != tile.ground { names.fill() }
    let isPlaying = album.key == playing
    names.put(
      (isPlaying ? String(app.skins.shape.playing) + " " : "") + RowView.named(album.key.name),
      isPlaying ? .playing : isSelected ? .title : .text)
    var second = names.line(1)
    second.writeRight(album.year.map(String.init) ?? "", .dimmed, gap: 1)
    second.put(RowView.named(album.key.artist), .dimmed)
    guard isSelected else { return }
    if isFocused { names.markSelection() }
    let edge: Face = isFocused ? .accent : .border
    for row in 0..<height {
      edges.cell(row: row, column: 0).put("▐", edge)
      edges.cell(row: row, column: edges.columns - 1).put("▌", edge)
    }
  }

  private var playing: AlbumKey? {
    guard app.player.item != nil else { return nil }
    return app.playing.track.map(AlbumKey.init)
  }
}

/// The album at the cursor of the grid, with its tracks.
struct AlbumInspector {
  let app: App
  let album: ListRow.Album

  static let picture = Size(rows: 7, columns: 14)

  func draw(on box: Canvas) {
    box.drawBox(.border)
    var edge = box.line(0).inset(left: 2, right: 2)
    edge.writeRight(
      " \(album.tracks.counted("track"))  \(album.duration.clockText) ", .dimmed, gap: 1)
    edge.put(" \(RowView.named(album.key.name)) ", .heading)
    drawContents(on: box.inset(top: 1, left: 2, bottom: 1, right: 1))
  }

  private func drawContents(on canvas: Canvas) {
    let size = AlbumInspector.picture
    let cover = Rect(
      row: canvas.rect.row, column: canvas.rect.column, rows: size.rows, columns: size.columns)
    CoverView(album.key, app).draw(on: canvas.part(cover))
    let facts = canvas.inset(left: size.columns + 2)
    facts.put(RowView.named(album.key.name), .title)
    facts.line(1).put(RowView.named(album.key.artist), .text)
    facts.line(2).put(album.year.map(String.init) ?? "", .dimmed)
    let rows = canvas.inset(top: size.rows + 1, bottom: 2)
    let tracks = app.browsing.albumTracks(of: album.key)
    for (row, item) in zip(0..<rows.rows, tracks) {
      guard case .track(let track, let slots) = item else { continue }
      draw(track, slots, on: rows.line(row))
    }
    if tracks.count > rows.rows, rows.rows > 0 {
      let last = rows.lastLine
      last.fill()
      last.put("… \(tracks.count - rows.rows + 1) more", .dimmed)
    }
    let open = app.key(.pane(.activate))
    let add = [MixSlot.one, .two, .three].map { app.key(.slot(.add($0))) }
    canvas.lastLine.put(
      "\(open) opens it   \(add.joined(separator: " ")) mix it", .dimmed)
  }

  private func draw(_ track: Track, _ slots: Set<MixSlot>, on line: Canvas) {
    var line = line
    let isPlaying = app.player.item?.track == track.id
    let number = track.tags.trackNumber.map(String.init) ?? ""
    let sign = isPlaying ? String(app.skins.shape.playing) : String(number.suffix(2))
    line.columns(from: 0, count: 2).put(sign, isPlaying ? .playing : .dimmed, align: .right)
    line.skip(3)
    line.writeRight((track.audio.duration?.clockText ?? ""), .dimmed, gap: 1)
    let findings = FindingsText(track: track, notation: app.keyNotation)
    let key = findings.keyColumn(width: 4)
    if line.columns > 16 {
      let area = line.columns(from: line.columns - 4, count: 4)
      area.put(
        key, .dimmed, align: .right,
        colors: app.hasColors
          ? findings.key?.textColors(on: area.ground, in: app.skins.theme) : nil)
      line = line.inset(right: 5)
    }
    for slot in slots.sorted(by: { $0.rawValue > $1.rawValue }) where line.columns > 12 {
      line.writeRight("\(slot.rawValue)", slot.badge, gap: 1)
    }
    line.put(track.title, isPlaying ? .playing : .text)
  }
}
