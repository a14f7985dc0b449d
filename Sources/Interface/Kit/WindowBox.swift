import Screen

/// A window in the middle of the screen with a title in its upper edge.
struct WindowBox {
  let rect: Rect
  let title: String

  init(size: Size, rows: Int, columns: Int, title: String) {
    let (rows, columns) = (min(rows, size.rows), min(columns, size.columns))
    rect = Rect(
      row: (size.rows - rows) / 2, column: (size.columns - columns) / 2, rows: rows,
      columns: columns)
    self.title = title
  }

  var inside: Rect { rect.inset(top: 1, left: 2, bottom: 1, right: 2) }

  func draw(into frame: inout Frame) {
    frame.fill(rect, ground: .overlay)
    let (left, right) = (rect.column, rect.right - 1)
    let line = String(repeating: "─", count: max(0, rect.columns - 2))
    func put(_ text: String, _ row: Int, _ column: Int) {
      frame.put(text, row: row, column: column, face: .borderFocused, ground: .overlay)
    }
    put("╭" + line + "╮", rect.row, left)
    put("╰" + line + "╯", rect.bottom - 1, left)
    for row in (rect.row + 1)..<max(rect.row + 1, rect.bottom - 1) {
      put("│", row, left)
      put("│", row, right)
    }
    let name = " " + TextWidth.truncated(title, to: rect.columns - 6, keep: .start) + " "
    frame.put(name, row: rect.row, column: left + 2, face: .accent, ground: .overlay)
  }
}
