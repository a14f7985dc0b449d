/// A column of names: what depends on it, and whether tags say what its names are sorted by.
struct NameColumn {
  let dependents: NumberColumn.Dependents
  let hasSortNames: Bool

  init(_ dependents: NumberColumn.Dependents, hasSortNames: Bool = false) {
    self.dependents = dependents
    self.hasSortNames = hasSortNames
  }

  /// The texts of a track that a column takes in.
  struct Texts: Equatable {
    let name: CatalogBatch.Span
    let sortName: CatalogBatch.Span
    /// What searches see, where that is not the name.
    let searched: CatalogBatch.Span?

    init(
      _ name: CatalogBatch.Span, sortedBy sortName: CatalogBatch.Span = .init(),
      searchedAs searched: CatalogBatch.Span? = nil
    ) {
      (self.name, self.sortName, self.searched) = (name, sortName, searched)
    }
  }
}

/// Does something with every column of names.
protocol NameVisitor {
  /// - Parameter texts: What the column takes in of a track.
  mutating func visit(
    _ names: inout TrackColumns.Names, _ column: NameColumn,
    _ texts: (BatchedTrack) -> NameColumn.Texts)
}
