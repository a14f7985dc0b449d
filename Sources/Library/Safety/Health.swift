import Glibc
internal import GRDB
package import Music

/// A health report of a library's files, which are not changed; a damaged one only gets a marker
/// beside it, for the next start.
package struct Health: Equatable, Sendable {
  /// Bytes.
  package var size: Int64 = 0
  package var logSize: Int64 = 0
  /// Bytes left on its file system; nil when unknown.
  package var free: Int64?
  package var mayBeWritten = true
  /// Nil when it cannot be read.
  package var applicationIsOurs: Bool?
  /// The version of its tables, and whether a later Tritone created them.
  package var version: String?
  package var isNewer = false
  package var tracks = 0
  package var folders = 0
  /// Damage that SQLite reports, a line each.
  package var damage: [String] = []
  /// Rows with dangling references.
  package var dangling = 0
  package var offlineRoots: [FilePath] = []
  /// The numbers of tracks with a pending and with a failed analysis; nil in a library of an older
  /// version.
  package var unanalysed: Unanalysed?
  package var backups: [CheckedBackup] = []
  /// Why it could not be checked.
  package var failure: LibraryError?

  package struct Unanalysed: Equatable, Sendable {
    package var waiting: Int
    package var failed: Int
  }

  /// A backup, and why it cannot be opened.
  package struct CheckedBackup: Equatable, Sendable {
    package var backup: Backup
    package var fault: LibraryError?
  }

  /// Checks an existing library. Reads all of it: seconds for a large one.
  package init(of path: FilePath) {
    let path = path.withoutLink
    let files = DatabaseFiles(path)
    size = DiskFile.size(path) ?? 0
    logSize = DiskFile.size(files.wal) ?? 0
    free = DiskFile.freeBytes(at: path)
    mayBeWritten =
      path.withCString { access($0, R_OK | W_OK) } == 0
      && (path.parent ?? FilePath(".")).withCString { access($0, W_OK) } == 0
    do {
      try look(into: path)
    } catch {
      failure = LibraryError(error, at: path)
    }
    backups = BackupFolder(of: path).backups.map {
      CheckedBackup(backup: $0, fault: Replacement.fault(of: $0.path))
    }
    // The next start replaces a library found broken here by a backup.
    if applicationIsOurs == true, isBroken {
      files.suspect()
    }
  }

  package var isBroken: Bool {
    if case .damaged = failure { return true }
    return !damage.isEmpty
  }

  /// A stored part of a library's session; nil for none, and where the library cannot be read.
  package static func session(_ key: String, of path: FilePath) -> String? {
    let path = path.withoutLink
    return try? reading(path) { db in
      guard try db.isOurs(at: path) else { return nil }
      return try String.fetchOne(
        db, sql: "SELECT value FROM session WHERE key = ?", arguments: [key])
    }
  }

  /// The services that take listens; none where the library cannot be read.
  package static func listenServices(of path: FilePath) -> [ListenService] {
    let path = path.withoutLink
    // The library's own check tells why it cannot be read.
    let services = try? reading(path) { db -> [ListenService] in
      guard try db.isOurs(at: path), try db.tableExists("listen_services") else { return [] }
      return try db.listenServices("signed_in")
    }
    return services ?? []
  }

  static func reading<Value>(
    _ path: FilePath, _ body: (Database) throws -> Value
  ) throws -> Value {
    var configuration = Library.configuration
    configuration.readonly = true
    return try DatabaseQueue(path: path.text, configuration: configuration).read(body)
  }

  private mutating func look(into path: FilePath) throws {
    try Health.reading(path) { db in
      applicationIsOurs = try Int.fetchOne(db, sql: "PRAGMA application_id") == Schema.applicationID
      if applicationIsOurs == true {
        do {
          try db.requireOurTables(at: path)
        } catch LibraryError.newer {
          isNewer = true
        }
      }
      guard applicationIsOurs == true else { return }
      let applied = try Schema.migrator.appliedIdentifiers(db)
      version = applied.compactMap { Int($0) }.max().map(String.init)
      guard !isNewer else { return }
      damage = try String.fetchAll(db, sql: "PRAGMA integrity_check(10)").filter { $0 != "ok" }
      dangling = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").count
      guard damage.isEmpty else { return }
      tracks = try Int.fetchOne(db, sql: "SELECT count(*) FROM tracks") ?? 0
      folders = try Int.fetchOne(db, sql: "SELECT count(*) FROM folders") ?? 0
      if try db.tableExists("pending_analyses") { unanalysed = try Health.unanalysed(db) }
      let resolved = applied.contains("4") ? "WHERE NOT removed" : ""
      let roots = try Row.fetchAll(db, sql: "SELECT path FROM roots \(resolved) ORDER BY path")
        .map { try TrackRow.path($0, 0) }
      offlineRoots = roots.filter { !DiskFile.exists($0) }
    }
  }
}

extension Database {
  /// Whether a file is a library.
  ///
  /// - Throws: Where its tables are not ours: of a strange file no table is read, which may be a view
  ///   without end.
  func isOurs(at path: FilePath) throws -> Bool {
    guard try Int.fetchOne(self, sql: "PRAGMA application_id") == Schema.applicationID else {
      return false
    }
    try requireOurTables(at: path)
    return true
  }
}
