internal import Catalog
internal import GRDB
internal import Music

/// The scan of a library that had no tracks, as long as nobody else changes it: what it has written
/// is all that there is. Tells that there are no audiobooks, and has the catalog made.
struct FirstScan {
  /// The state of the database behind the scan's last transaction.
  private var version: CatalogVersion
  private var mayHaveBooks = false
  /// Nil where it is not wanted, or takes too much memory.
  private var catalog: ScannedCatalog?
  /// Tracks that the catalog lacks, by ascending ids: of folders with files to come, which may
  /// change their album credits, and those behind them.
  private var waiting: [ScannedCatalog.Track] = []
  /// Their album credits where these are not those of the files.
  private var credits: [Int64: String] = [:]
  private var (count, waitingBytes) = (0, 0)
  /// The tracks of the last transaction, their time and all roots.
  private var written: [InsertedTrack] = []
  private var added: Int64 = 0
  private var roots: [Int64: ScanTarget] = [:]

  /// Bounds of the memory beside that of the scan: beyond them the catalog is made behind it.
  private static let (mostWaiting, mostTracks) = (10_000, 200_000)
  private static let mostWaitingBytes = 16 << 20

  /// - Parameter catalog: made by the scan; nil where it is not wanted.
  init(_ db: Database, catalog: ScannedCatalog?) throws {
    version = try db.catalogVersion()
    self.catalog = catalog
  }

  /// Takes note of a transaction, at its end.
  ///
  /// - Parameters:
  ///   - roots: by their ids.
  ///   - credits: Album credits that were changed.
  /// - Returns: False where the library has other changes, too.
  mutating func note(
    _ writer: TrackWriter, roots: [Int64: ScanTarget] = [:], credits: [Int64: String] = [:]
  ) throws -> Bool {
    let now = try writer.db.catalogVersion()
    guard writer.change == version.change + 1, now.change == writer.change, writer.updated == 0
    else { return false }
    version = now
    mayHaveBooks = mayHaveBooks || writer.inserted.contains { $0.new.track.mayBeBook }
    if catalog != nil {
      (written, added, self.roots) = (writer.inserted, writer.now, roots)
      self.credits.merge(credits) { $1 }
    }
    return true
  }

  /// Has the catalog take the tracks that a transaction has written, once it is committed.
  ///
  /// - Parameters:
  ///   - folders: those of the scan, for the paths of the tracks.
  ///   - isOpen: Whether files of a folder are still to be written, by its index.
  mutating func append(_ folders: ScanFolders, isOpen: (Int) -> Bool) {
    guard let catalog, !written.isEmpty || !waiting.isEmpty else { return }
    count += written.count
    for track in written {
      let job = track.new.job
      guard let root = roots[job.root] else { continue }
      waitingBytes += track.new.heldBytes
      waiting.append(
        ScannedCatalog.Track(
          inserted: track, added: added, folder: folders[job.folder].path, root: root))
    }
    written = []
    let end = waiting.firstIndex { isOpen($0.inserted.new.job.folder) } ?? waiting.count
    var ready = Array(waiting[..<end])
    waiting.removeFirst(end)
    waitingBytes -= ready.reduce(0) { $0 + $1.inserted.new.heldBytes }
    guard waiting.count <= FirstScan.mostWaiting, waitingBytes <= FirstScan.mostWaitingBytes,
      count <= FirstScan.mostTracks
    else {
      (self.catalog, waiting, credits) = (nil, [], [:])
      return
    }
    if !credits.isEmpty {
      for index in ready.indices {
        ready[index].credit = credits.removeValue(forKey: ready[index].inserted.id)
      }
    }
    catalog.append(ready)
  }

  /// Stores that there are no audiobooks, for the search for them.
  func storeBooks(_ db: Database) throws {
    guard !mayHaveBooks, try db.catalogVersion() == version else { return }
    try db.execute(
      sql: """
        UPDATE book_state SET change = ?
        WHERE NOT EXISTS (SELECT 1 FROM books) AND NOT EXISTS (SELECT 1 FROM book_choices)
        """, arguments: [version.change])
  }

  /// The catalog of all that was written, which is being finished.
  func finishedCatalog() -> ScannedCatalog? {
    guard let catalog, waiting.isEmpty, credits.isEmpty else { return nil }
    catalog.finish(version)
    return catalog
  }
}
