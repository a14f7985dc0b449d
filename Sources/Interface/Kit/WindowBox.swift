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

  func draw(into frame: inout Frame, _ content: (Canvas) -> Void) {
    frame.draw(in: rect, ground: .overlay) { canvas in
      canvas.fill()
      let line = String(repeating: "─", count: max(0, rect.columns - 2))
      canvas.line(0).put("╭" + line + "╮", .borderFocused)
      canvas.lastLine.put("╰" + line + "╯", .borderFocused)
      let sides = canvas.inset(top: 1, bottom: 1)
      sides.columns(from: 0, count: 1).fill("│", .borderFocused)
      sides.columns(from: rect.columns - 1, count: 1).fill("│", .borderFocused)
      let name = " " + TextWidth.truncated(title, to: rect.columns - 6) + " "
      canvas.put(name, .accent, at: 2)
      content(canvas.part(inside))
    }
  }
}
