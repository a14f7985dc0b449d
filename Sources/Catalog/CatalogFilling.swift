internal import Music

/// Fills an empty catalog with all tracks of a library, batch by batch.
///
/// Confined to one thread at a time, and the only one to touch the catalog until it has finished.
package final class CatalogFilling: @unchecked Sendable {
  // because the catalog is filled batch by batch, by one thread after the other.

  private let catalog: Catalog
  private var columns = TrackColumns()
  private var lastID = Int64.min
  private let intake = TextOffsets()

  /// - Parameter expected: The approximate number of tracks, for which memory is reserved.
  package init(_ catalog: Catalog, expecting expected: Int = 0) {
    precondition(catalog.count == 0)
    self.catalog = catalog
    columns.reserve(expected)
  }

  /// Appends tracks by ascending ids; others are left out.
  package func append(_ batch: CatalogBatch) {
    batch.forEach { track in
      guard track.numbers.id > lastID else { return }
      lastID = track.numbers.id
      columns.append(track, intake)
    }
    intake.last = nil
  }

  /// Sorts names, albums and orders; after that the catalog can be used.
  package func finish() {
    catalog.columns = columns
    columns = TrackColumns()
    catalog.settleAll()
  }
}

extension Catalog {
  /// Derives everything from the columns, into empty tables.
  fileprivate func settleAll() {
    edits += 1
    columns.present = TrackSet(capacity: count) { _ in true }
    columns.settleNames(isMoved: true)
    albums.fill(columns)
    orders.fill(columns)
    derived.forgetAll()
  }
}
