import Screen

/// The thumb that shows which part of a list is visible, at the edge of its pane.
struct ScrollBar {
  let rect: Rect
  private let list: ListState
  /// The rows or tiles that show.
  private let shown: Int

  /// Nil where the whole list shows.
  init?(of pane: Pane, in app: App) {
    guard let rect = app.layout.thumb(of: pane), rect.rows > 2,
      let list = pane.content.slot(in: app.browsing).map({ app.browsing[$0] })
    else { return nil }
    let isGrid = pane == .library && app.browsing.isGrid
    let shown =
      isGrid
      ? app.browsing.height(of: .library) : rect.rows / app.browsing.rowHeight(of: list)
    guard list.count > shown else { return nil }
    (self.rect, self.list, self.shown) = (rect, list, shown)
  }

  /// The thumb's lines of the rectangle.
  var thumb: Range<Int> {
    let length = max(1, rect.rows * shown / list.count)
    let start =
      (rect.rows - length) * min(list.top, list.count - shown) / max(1, list.count - shown)
    return start..<min(rect.rows, start + length)
  }

  /// The list's first visible row once the middle of the thumb is on a row of the screen.
  func top(withThumbAt row: Int) -> Int {
    let room = max(1, rect.rows - thumb.count)
    let start = max(0, min(room, row - rect.row - thumb.count / 2))
    return (list.count - shown) * start / room
  }
}
