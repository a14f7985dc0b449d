package import Music

/// Filters, orders and marks of the focused list.
package enum ListCommand: Hashable, Sendable {
  case filter, searchLibrary, nextMatch, previousMatch, nextSort, reverseSort
  case sort(SortColumn)
  /// To the first row whose name begins with what is typed, or with a text.
  case jump
  case jumpTo(String)
  case mark, markAll
  /// One line or two for a row.
  case density(RowDensity)
  case chooseColumns
  /// The columns of the list's kind; none for those that go with the width.
  case setColumns([ChosenColumn])
}
