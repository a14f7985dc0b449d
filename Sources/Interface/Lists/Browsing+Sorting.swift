import Music

// The sort order of the focused list, stored for all lists of its kind.
extension Browsing {
  private mutating func sort(_ change: (inout ListQuery) -> Void) {
    changeQuery(change)
    if let query = focusedList?.query { sorts.keep(query) }
  }

  mutating func sort(by column: SortColumn) -> Response {
    guard let query = focusedList?.query else { return [] }
    let columns = query.sortColumns
    let names = columns.map(query.name)
    // By the name shown in the list, such as "year" for an artist's albums.
    let named = names.firstIndex(of: column.rawValue).map { columns[$0] }
    guard let column = columns.contains(column) ? column : named else {
      return .saying(
        names.isEmpty
          ? "\(query.rowsName) have an order of their own"
          : "\(query.rowsName) are sorted by \(names.joined(separator: ", "))")
    }
    sort { $0.sort = column }
    return .saying("Sorted by \(query.name(of: column))")
  }

  mutating func sortByNext() -> Response {
    guard let query = focusedList?.query else { return [] }
    let columns = query.sortColumns
    guard !columns.isEmpty else { return sort(by: query.sort) }
    let index = columns.firstIndex(of: query.sort) ?? 0
    return sort(by: columns[(index + 1) % columns.count])
  }

  mutating func reverseSort() -> Response {
    guard let query = focusedList?.query else { return [] }
    guard !query.sortColumns.isEmpty else { return sort(by: query.sort) }
    sort { $0.isDescending.toggle() }
    return []
  }
}
