import Screen

/// A list or text in a window.
struct WindowList {
  /// The rows on the screen.
  let rect: Rect
  let count: Int
  /// The first visible row.
  let top: Int
}

extension WindowList {
  /// A list scrolled to the selected row, which stays in view after a change of the size.
  init(rect: Rect, count: Int, scrolledTo cursor: ListCursor) {
    var cursor = cursor
    cursor.scroll(height: max(1, rect.rows), of: count)
    self.init(rect: rect, count: count, top: cursor.top)
  }

  /// The row at a position on the screen.
  func row(at position: Position) -> Int? {
    guard rect.contains(position) else { return nil }
    let index = top + position.row - rect.row
    return index < count ? index : nil
  }
}
