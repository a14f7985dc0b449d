/// A column of names: what depends on it, and whether it has sort names.
struct NameColumn {
  let dependents: NumberColumn.Dependents
  let hasSortNames: Bool

  init(_ dependents: NumberColumn.Dependents, hasSortNames: Bool = false) {
    self.dependents = dependents
    self.hasSortNames = hasSortNames
  }

  /// A track's texts for a column.
  struct Texts: Equatable {
    let name: CatalogBatch.Span
    let sortName: CatalogBatch.Span
    /// The searched text, where that is not the name.
    let searched: CatalogBatch.Span?

    init(
      _ name: CatalogBatch.Span, sortedBy sortName: CatalogBatch.Span = .init(),
      searchedAs searched: CatalogBatch.Span? = nil
    ) {
      (self.name, self.sortName, self.searched) = (name, sortName, searched)
    }
  }
}

/// Visits every column of names.
protocol NameVisitor {
  /// - Parameter texts: A track's texts for the column.
  mutating func visit(
    _ names: inout TrackColumns.Names, _ column: NameColumn,
    _ texts: (BatchedTrack) -> NameColumn.Texts)
}
