import Music
import Screen

/// The window that adds tracks to a playlist: the text, what it finds, and what was added.
struct AddTracksView {
  let panel: AddTracksPanel
  let app: App

  /// The window does not change its size with what is found.
  private static func box(in size: Size, title: String = "") -> WindowBox {
    WindowBox(
      size: size, rows: size.rows >= 20 ? size.rows - 4 : size.rows - 1,
      columns: size.columns >= 60 ? min(size.columns - 4, 110) : size.columns, title: title)
  }

  static func rows(in size: Size) -> Rect { box(in: size).inside.inset(top: 2) }

  static func height(in size: Size) -> Int { max(1, rows(in: size).rows) }

  /// The row at a position on the screen.
  static func row(at position: Position, of panel: AddTracksPanel, in size: Size) -> Int? {
    let rows = rows(in: size)
    guard rows.contains(position) else { return nil }
    let index = panel.cursor.top + position.row - rows.row
    return index < panel.rowCount ? index : nil
  }

  static func isField(_ position: Position, in size: Size) -> Bool {
    box(in: size).inside.line(0).contains(position)
  }

  func draw(into frame: inout Frame) {
    let behind = panel.anchor.map { " behind “\($0.title)”" } ?? ""
    let box = AddTracksView.box(in: app.size, title: "Add tracks to \(panel.name)\(behind)")
    box.draw(into: &frame) { inside in
      let line = inside.line(0).filled(.field)
      line.put("›", .accent)
      FieldView(field: panel.field).draw(
        on: line.inset(left: 2, right: 1), showsCursor: !panel.isInRows)
      drawState(on: inside.line(1))
      drawRows(on: inside.part(AddTracksView.rows(in: app.size)))
    }
  }

  /// "3 added · 2 marked", or the text's mistake, beside the number of tracks found.
  private func drawState(on line: Canvas) {
    var line = line
    if panel.isCurrent { line.writeRight(panel.rowCount.counted("track"), .dimmed, gap: 2) }
    if let mistake = panel.mistake { return _ = line.put(mistake, .warning) }
    line.put(AddTracksView.state(of: panel), .success)
  }

  static func state(of panel: AddTracksPanel) -> String {
    [(panel.count, "added"), (panel.marked.count, "marked")]
      .filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }.joined(separator: " · ")
  }

  private func drawRows(on rows: Canvas) {
    guard panel.rowCount > 0 else {
      if panel.isCurrent { rows.put("Nothing matches", .dimmed) }
      return
    }
    let table = MixTable(
      [.title, .artist, .bpm, .key, .time], width: rows.columns - 2,
      givingWay: [.bpm, .key, .artist, .time])
    let (marked, added) = (Set(panel.marked), Set(panel.added))
    for row in 0..<min(rows.rows, panel.rowCount - panel.cursor.top) {
      let index = panel.cursor.top + row
      var line = rows.line(row, isSelected: index == panel.cursor.selected)
      guard let track = panel.track(at: index) else {
        line.put("…", .dimmed)
        continue
      }
      let isAdded = added.contains(track.id)
      line.write(
        marked.contains(track.id) ? "◆" : isAdded ? "✓" : "",
        marked.contains(track.id) ? .accent : .success, columns: 2)
      draw(track, table, isAdded ? .dimmed : .text, on: line)
    }
  }

  private func draw(_ track: Track, _ table: MixTable, _ face: Face, on line: Canvas) {
    let cells = MixCells(app: app)
    for column in table.columns {
      let cell = line.columns(from: column.start, count: column.width)
      switch column.kind {
      case .title: cell.put(track.title, face)
      case .artist: cell.put(track.tags.artist ?? "", .dimmed)
      case .bpm: cell.put(track.mixPoint.bpm?.tenths ?? "", .dimmed, align: .right)
      case .key: cells.put(track.mixPoint.key, of: track, on: cell)
      case .time: cell.put(track.audio.duration?.clockText ?? "—", .dimmed, align: .right)
      case .number, .at, .was, .score, .scoreBar, .change, .energy, .longEnergy, .join, .clash,
        .badges, .played:
        break
      }
    }
  }
}
