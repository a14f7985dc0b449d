import Screen

/// The window of a list's columns, beside or below the list.
struct ColumnsView {
  let panel: ColumnsPanel
  let app: App

  private var box: WindowBox {
    let (size, wanted) = (app.size, panel.rows.count + 4)
    let isBeside = app.layout.boxes.count > 1
    let rows = min(wanted, isBeside ? size.rows - 2 : max(7, size.rows * 3 / 5), size.rows)
    let columns = min(46, size.columns)
    let rect = Rect(
      row: isBeside ? 1 : size.rows - rows,
      column: isBeside && panel.pane == .playlists ? 0 : size.columns - columns, rows: rows,
      columns: columns)
    return WindowBox(rect: rect, title: "Columns")
  }

  /// Without the line of keys, and a blank one above that where there is room.
  var list: Rect {
    let inside = box.inside
    return inside.inset(bottom: inside.rows > panel.rows.count + 1 ? 2 : 1)
  }

  var height: Int { max(1, list.rows) }

  /// The row at a position on the screen.
  func row(at position: Position) -> Int? {
    guard list.contains(position) else { return nil }
    let index = panel.cursor.top + position.row - list.row
    return panel.rows.indices.contains(index) ? index : nil
  }

  func draw(into frame: inout Frame) {
    let shown = app.shownColumns(of: panel)
    box.draw(into: &frame) { inside in
      let list = inside.part(self.list)
      for (row, item) in panel.rows.dropFirst(panel.cursor.top).prefix(height).enumerated() {
        let isSelected = panel.cursor.top + row == panel.cursor.selected
        draw(
          item, width: shown.first { $0.kind == item.column.kind }?.width,
          on: list.line(row, isSelected: isSelected))
      }
      let hints = [
        Hint(.columns(.toggle), does: "show"),
        Hint(.columns(.earlier), .columns(.later), does: "move"),
        Hint(.columns(.narrower), .columns(.wider), does: "width"),
        Hint(.columns(.reset), does: "reset"), Hint(.close, does: "undo"),
      ].shown(app.keymap, in: .columns)
      inside.lastLine.put(hints.dropLast(), gap: 2, last: hints.last)
    }
  }

  /// - Parameter width: That on the screen; nil for a column that has no room.
  private func draw(_ row: ColumnsPanel.Row, width: Int?, on line: Canvas) {
    var line = line
    line.write(row.isOn ? "◆" : "◇", row.isOn ? .accent : .dimmed, columns: 2)
    let isBelow =
      app.browsing.rowHeight(of: app.browsing[panel.slot]) > 1
      && (row.column.kind == .artist || row.column.kind == .album)
    let text =
      !row.isOn
      ? ""
      : isBelow
        ? "second line"
        : width == nil ? "no room" : row.column.width.map { "\($0)" } ?? "auto \(width ?? 0)"
    line.writeRight(text, row.column.width == nil ? .dimmed : .text, gap: 2)
    if row.column.kind.heading?.1 == nil {
      line.writeRight("no order", .dimmed, upTo: line.columns / 2, gap: 2)
    }
    line.put(row.column.kind.title, row.isOn ? .text : .dimmed)
  }
}
