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

  init(rect: Rect, title: String) {
    self.rect = rect
    self.title = title
  }

  var inside: Rect { rect.inset(top: 1, left: 2, bottom: 1, right: 2) }

  func draw(into frame: inout Frame, _ content: (Canvas) -> Void) {
    frame.draw(in: rect, ground: .overlay) { canvas in
      canvas.fill()
      canvas.drawBox(.borderFocused)
      let name = " " + TextWidth.truncated(title, to: rect.columns - 6) + " "
      canvas.put(name, .accent, at: 2)
      content(canvas.part(inside))
    }
  }
}
