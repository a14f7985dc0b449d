internal import GRDB
package import Music

/// The names of playlists, of their folders, of servers and of labels, read without opening the library:
/// nothing is created, migrated or scanned, and a file that no program has open is not locked.
package struct StoredPlaylistNames: Equatable, Sendable {
  /// The most names that are read of each kind.
  private static let limit = 2_000

  package var playlists: [String] = []
  package var folders: [String] = []
  package var servers: [String] = []
  package var tags: [String] = []
  package var collections: [String] = []
  package var moods: [String] = []

  package init() {}

  /// Reads an existing library; no names of one that cannot be read.
  package init(of path: FilePath) {
    let path = path.withoutLink
    // A file that is damaged or not ours has no names to propose: absence is the meaning.
    self = (try? Self.reading(path)) ?? StoredPlaylistNames()
  }

  private static func reading(_ path: FilePath) throws -> StoredPlaylistNames {
    // Opening a pipe would wait for its other end.
    guard DiskFile.size(path) != nil else { return StoredPlaylistNames() }
    var configuration = Configuration.guarded()
    configuration.readonly = true
    configuration.busyMode = .immediateError
    // A reader of a database in WAL mode leaves two files beside it, unless the database is
    // declared immutable. With a log, another program has them open already.
    let hasLog = (DiskFile.size(DatabaseFiles(path).wal) ?? 0) > 0
    let name = hasLog ? path.text : path.uriOfImmutable
    return try DatabaseQueue(path: name, configuration: configuration).read { db in
      guard try Int.fetchOne(db, sql: "PRAGMA application_id") == Schema.applicationID else {
        return StoredPlaylistNames()
      }
      try db.requireOurTables(at: path)
      var names = StoredPlaylistNames()
      names.playlists = try String.fetchAll(
        db, sql: "SELECT name FROM playlists ORDER BY name LIMIT \(limit)")
      names.folders = try String.fetchAll(
        db, sql: "SELECT DISTINCT name FROM playlist_folders ORDER BY name LIMIT \(limit)")
      // A library of an earlier version has no such table.
      if try db.tableExists("servers") {
        names.servers = try String.fetchAll(
          db,
          sql: """
            SELECT s.name FROM servers v JOIN sources s ON s.id = v.source
            WHERE NOT v.removed ORDER BY s.name LIMIT \(limit)
            """)
      }
      if try db.tableExists("labels") { try names.readLabels(db) }
      return names
    }
  }

  private mutating func readLabels(_ db: Database) throws {
    func values(_ column: String) throws -> [String] {
      try String.fetchAll(
        db,
        sql: """
          SELECT DISTINCT \(column) FROM labels WHERE \(column) <> ''
          ORDER BY \(column) LIMIT \(StoredPlaylistNames.limit)
          """)
    }
    tags = Set(try values("tags").flatMap(LabelsRow.tags)).sorted()
    collections = try values("collection")
    moods = try values("mood")
  }
}
