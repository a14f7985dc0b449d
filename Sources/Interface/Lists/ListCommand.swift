package import Music

/// Filters, orders and marks of the focused list.
package enum ListCommand: Hashable, Sendable {
  case filter, searchLibrary, nextMatch, previousMatch, nextSort, reverseSort
  case sort(SortColumn)
  case mark, markAll
}
