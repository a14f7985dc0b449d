import Screen

/// The thumb that shows which part of a list is visible, at the edge of its pane or window.
struct ScrollBar {
  let rect: Rect
  private let count: Int
  private let top: Int
  /// The rows or tiles that show.
  private let shown: Int

  /// Nil where the whole list shows.
  init?(_ rect: Rect, count: Int, top: Int, shown: Int) {
    guard rect.rows > 2, count > shown else { return nil }
    (self.rect, self.count, self.top, self.shown) = (rect, count, top, shown)
  }

  /// The bar on the right border of a window.
  init?(of window: any Window, in app: App) {
    guard let list = window.list(in: app) else { return nil }
    let rect = list.rect
    self.init(
      Rect(row: rect.row, column: rect.right + 1, rows: rect.rows, columns: 1), count: list.count,
      top: list.top, shown: rect.rows)
  }

  init?(of pane: Pane, in app: App) {
    let shelf = app.browsing.shelf
    if pane == .library, app.browsing.isShelf, let rect = app.layout.thumb(of: pane) {
      self.init(rect, count: shelf.count, top: shelf.cursor.top, shown: rect.rows)
      return
    }
    if pane == .library, app.browsing.isSharedShelf, let rect = app.layout.thumb(of: pane) {
      let shared = app.browsing.sharedShelf
      self.init(rect, count: shared.count, top: shared.cursor.top, shown: rect.rows)
      return
    }
    guard let rect = app.layout.thumb(of: pane),
      let list = pane.content.slot(in: app.browsing).map({ app.browsing[$0] })
    else { return nil }
    let isGrid = pane == .library && app.browsing.isGrid
    let shown =
      isGrid
      ? app.browsing.height(of: .library) : rect.rows / app.browsing.rowHeight(of: list)
    self.init(rect, count: list.count, top: list.top, shown: shown)
  }

  /// The thumb's lines of the rectangle.
  var thumb: Range<Int> {
    let length = max(1, rect.rows * shown / count)
    let start = (rect.rows - length) * min(top, count - shown) / max(1, count - shown)
    return start..<min(rect.rows, start + length)
  }

  /// The list's first visible row once the middle of the thumb is on a row of the screen.
  func top(withThumbAt row: Int) -> Int {
    let room = max(1, rect.rows - thumb.count)
    let start = max(0, min(room, row - rect.row - thumb.count / 2))
    return (count - shown) * start / room
  }

  /// Draws the thumb, which makes a part of a box's line heavier where it is on one.
  func draw(into frame: inout Frame, _ face: Face, isOnLine: Bool = true) {
    frame.draw(in: rect) { canvas in
      // A heavy line would hide a heavy thumb.
      let isThick = [.heavy, .double].contains(canvas.border)
      for row in thumb {
        canvas.cell(row: row, column: 0).putOver(
          !isOnLine ? "▐" : isThick ? "█" : "┃", face)
      }
    }
  }
}
