import Music
import Screen

// Double clicks: two presses on one line, shortly after one another.
extension Browsing {
  struct Click: Equatable, Sendable {
    var position: Position
    var at: ContinuousClock.Instant
    /// The clicked row.
    var row: RowID?
  }

  /// A part of the screen that is dragged.
  enum Grip: Equatable, Sendable {
    case scrollBar(Pane)
    case windowScrollBar
    case volume
    case border(PaneBorder)
    /// The seek line at a column, and the position there.
    case seekLine(column: Int, Duration)
  }

  /// Scrolls the list of a pane; its cursor stays in view.
  mutating func scroll(_ pane: Pane, to top: Int) {
    if pane == .library, isShelf, let rect = layout.list(of: .library) {
      return shelf.scroll(
        to: top, of: WindowList(rect: rect, count: shelf.count, top: shelf.cursor.top))
    }
    if pane == .library, isSharedShelf, let rect = layout.list(of: .library) {
      return sharedShelf.scroll(
        to: top,
        of: WindowList(rect: rect, count: sharedShelf.count, top: sharedShelf.cursor.top))
    }
    guard let slot = pane.content.slot(in: self) else { return }
    self[slot].scroll(to: top, height: height(of: slot))
  }

  /// Records a press.
  ///
  /// - Returns: The first click of a double click; nil where this is the first one.
  mutating func click(at position: Position, at now: ContinuousClock.Instant) -> Click? {
    let first = lastClick.flatMap {
      $0.position.row == position.row && now - $0.at < .milliseconds(400) ? $0 : nil
    }
    lastClick = first == nil ? Click(position: position, at: now) : nil
    return first
  }
}
