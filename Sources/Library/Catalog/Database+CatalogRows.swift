internal import Catalog
internal import Dispatch
internal import GRDB
internal import Music

/// The database as the catalog's source.
extension Database {
  /// Raised with every change of how a catalog's rows are derived from the tables.
  static let catalogMake: Int64 = 4

  /// The version that a catalog of this state of the database must have.
  func catalogVersion() throws -> CatalogVersion {
    let row = try Row.fetchOne(
      try cachedStatement(sql: "SELECT identity, change FROM revision"))
    let (identity, change): (Int64, Int64) =
      try row.map { (try $0.value(0), try $0.value(1)) } ?? (0, 0)
    return CatalogVersion(
      identity: UInt64(bitPattern: identity), change: change, make: Database.catalogMake)
  }

  /// Begins a change of tracks that no trigger counts; its number goes into their `changed`.
  func nextChange() throws -> Int64 {
    try Int64.fetchOne(
      self, sql: "UPDATE revision SET change = change + 1 RETURNING change") ?? 0
  }

  func offlineFolders() throws -> OfflineFolders {
    OfflineFolders(
      roots: Set(try Int64.fetchAll(self, sql: "SELECT id FROM roots WHERE offline")),
      folders: Set(
        try Row.fetchAll(self, sql: "SELECT path FROM folders WHERE offline")
          .map { try TrackRow.path($0, 0) }))
  }

  /// Ids of tracks that were removed after a change.
  func tracksRemoved(after change: Int64) throws -> [Int64] {
    try Int64.fetchAll(
      self, sql: "SELECT track FROM removed_tracks WHERE changed > ?", arguments: [change])
  }

  /// Fills an empty catalog with all tracks, on another thread than the reading one.
  func fill(_ catalog: Catalog) throws {
    let count = try Int.fetchOne(self, sql: "SELECT count(*) FROM tracks") ?? 0
    let filling = CatalogFilling(catalog, expecting: count)
    let queue = DispatchQueue(label: "catalog.fill", qos: .userInitiated)
    let room = DispatchSemaphore(value: Database.maximumBatches)
    // Work in progress uses both.
    defer { queue.sync {} }
    var reader = try CatalogReader(self, changedAfter: nil)
    var isDone = false
    while !isDone {
      var batch = CatalogBatch()
      isDone = try !reader.read(Database.batch, into: &batch)
      room.wait()
      queue.async { [batch] in
        filling.append(batch)
        room.signal()
      }
    }
    queue.sync { filling.finish() }
  }

  /// Tracks handed over at once, and the number of batches in flight: a megabyte or two.
  private static let batch = 1_000
  private static let maximumBatches = 3
}
