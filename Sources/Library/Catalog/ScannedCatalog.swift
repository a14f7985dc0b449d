internal import Catalog
import Dispatch
internal import Music

/// Makes the catalog of a library beside its first scan, from the tracks as they are written: a
/// reading of all rows behind the scan takes twice as long, and another processor has nothing to do
/// then.
final class ScannedCatalog: @unchecked Sendable {
  // because all mutable state belongs to the queue.

  /// A track of the catalog, with what its row does not say.
  struct Track: Sendable {
    var inserted: InsertedTrack
    /// Unix seconds.
    var added: Int64
    var folder: FilePath
    var root: ScanTarget
    /// The album credit where it is not that of its file.
    var credit: String?
  }

  private let queue = DispatchQueue(label: "catalog.fill", qos: .userInitiated)
  /// For batches that wait in the queue, so that a scan that is faster does not fill the memory.
  private let room = DispatchSemaphore(value: 4)
  /// Tracks of a batch.
  private static let batch = 1_000
  private let catalog = Catalog()
  private let filling: CatalogFilling
  private let row = NewTrackRow()
  private var reading = RowReading()

  /// Tracks for which memory is reserved, which is free until it is used.
  private static let expected = 20_000

  init() { filling = CatalogFilling(catalog, expecting: ScannedCatalog.expected) }

  /// Appends tracks by ascending ids. Waits while several batches are on their way.
  func append(_ tracks: [Track]) {
    var rest = tracks[...]
    while !rest.isEmpty {
      let part = rest.prefix(Self.batch)
      rest = rest.dropFirst(part.count)
      room.wait()
      queue.async { [self] in
        add(part)
        room.signal()
      }
    }
  }

  private func add(_ tracks: ArraySlice<Track>) {
    var batch = CatalogBatch()
    for track in tracks {
      var row = row.row(
        of: track.inserted, added: track.added, in: track.folder, of: track.root,
        credit: track.credit)
      reading.append(&row, to: &batch)
    }
    filling.append(batch)
  }

  /// Sorts all tracks; they show a state of the database. Returns at once.
  func finish(_ version: CatalogVersion) {
    queue.async { [self] in
      filling.finish()
      catalog.version = version
    }
  }

  /// The catalog, once it is finished.
  func finished() -> Catalog { queue.sync { catalog } }
}
