import Screen

/// The selected row of a window's list, and the first visible row.
///
/// The number of rows and the headings among them are the window's, and an argument of each move. A
/// text without a selected row is scrolled instead.
package struct ListCursor: Equatable, Sendable {
  package private(set) var selected = 0
  package private(set) var top = 0

  package init() {}

  /// Selects a row unchecked; the next move clamps the index.
  package mutating func select(_ index: Int) { selected = max(0, index) }

  /// Moves to a row, past headings in the direction of the move, or else back.
  package mutating func move(
    to index: Int, of count: Int, skipping isHeading: (Int) -> Bool = { _ in false }
  ) {
    guard count > 0 else { return selected = 0 }
    let start = max(0, min(count - 1, index))
    let ahead = (start..<count).first { !isHeading($0) }
    let behind = (0...start).last { !isHeading($0) }
    if let next = index < selected ? behind ?? ahead : ahead ?? behind { selected = next }
  }

  /// Moves by a number of rows; the largest steps lead to the ends.
  package mutating func move(
    by step: Int, of count: Int, skipping isHeading: (Int) -> Bool = { _ in false }
  ) {
    move(to: ListCursor.sum(selected, step), of: count, skipping: isHeading)
  }

  /// Scrolls to the selected row.
  package mutating func scroll(height: Int, of count: Int) {
    guard height > 0 else { return }
    if selected < top { top = selected }
    if selected >= top + height { top = selected - height + 1 }
    clampTop(height: height, of: count)
  }

  /// Scrolls a text in which no row is selected.
  package mutating func scroll(by step: Int, height: Int, of count: Int) {
    top = ListCursor.sum(top, step)
    clampTop(height: height, of: count)
  }

  /// Scrolls to a first row, and takes the selected row along where it would leave the view.
  mutating func scroll(
    to top: Int, of list: WindowList, skipping isHeading: (Int) -> Bool = { _ in false }
  ) {
    let height = max(1, list.rect.rows)
    self.top = top
    clampTop(height: height, of: list.count)
    move(
      to: max(self.top, min(selected, self.top + height - 1)), of: list.count, skipping: isHeading)
  }

  /// Shows the first rows, whichever is selected.
  package mutating func scrollToTop() { top = 0 }

  private mutating func clampTop(height: Int, of count: Int) {
    top = max(0, min(top, count - height))
  }

  private static func sum(_ index: Int, _ step: Int) -> Int {
    let sum = index.addingReportingOverflow(step)
    return sum.overflow ? (step < 0 ? 0 : .max) : sum.partialValue
  }
}
