internal import Music

/// Fills an empty catalog with all tracks of a library, batch by batch.
///
/// Confined to one thread at a time, and the only one to touch the catalog until it has finished.
package final class CatalogFilling: @unchecked Sendable {
  // because whoever fills a catalog hands it over batch by batch, one thread after the other.

  private let catalog: Catalog
  private var columns = TrackColumns()
  private var lastID = Int64.min
  private let intake = TrackIntake()

  /// - Parameter expected: About how many tracks there will be: room for so many is made at once.
  package init(_ catalog: Catalog, expecting expected: Int = 0) {
    precondition(catalog.count == 0)
    self.catalog = catalog
    columns.reserve(expected)
  }

  /// Takes in tracks by rising numbers; others are left out.
  package func append(_ batch: CatalogBatch) {
    batch.forEach { track in
      guard track.numbers.id > lastID else { return }
      lastID = track.numbers.id
      columns.append(track, intake)
    }
    intake.last = nil
  }

  /// Puts names, albums and orders right; with that the catalog can be used.
  package func finish() {
    catalog.columns = columns
    columns = TrackColumns()
    catalog.settleAll()
  }
}

extension Catalog {
  /// Makes all that depends on the columns, of which nothing was there before.
  fileprivate func settleAll() {
    edits += 1
    columns.present = TrackSet(capacity: count) { _ in true }
    columns.settleNames(isMoved: true)
    albums.fill(columns)
    orders.fill(columns)
    made.forgetAll()
  }
}
