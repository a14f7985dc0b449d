import Foundation
internal import GRDB
package import Music

/// What there is to say of a library's files, found without changing any of them.
package struct Health: Equatable, Sendable {
  /// Bytes.
  package var size: Int64 = 0
  package var logSize: Int64 = 0
  /// Bytes left on its file system; nil when it is not said.
  package var free: Int64?
  package var mayBeWritten = true
  /// Nil when it cannot be read.
  package var applicationIsOurs: Bool?
  /// The version of its tables, and whether a later Tritone made them.
  package var version: String?
  package var isNewer = false
  package var tracks = 0
  package var folders = 0
  /// What SQLite finds broken, a line each.
  package var damage: [String] = []
  /// Rows that refer to others that are gone.
  package var dangling = 0
  package var offlineRoots: [FilePath] = []
  /// Tracks whose sound is still to be analysed, and those whose analysis failed; nil in a library
  /// of an older version.
  package var unanalysed: (waiting: Int, failed: Int)?
  package var backups: [(backup: Backup, fault: LibraryError?)] = []
  /// Why it could not be looked into.
  package var failure: LibraryError?

  package static func == (left: Health, right: Health) -> Bool {
    left.size == right.size && left.damage == right.damage && left.failure == right.failure
  }

  /// Looks at a library that is there. Reads all of it: seconds for a large one.
  package init(of path: FilePath) {
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
    backups = BackupFolder(of: path).backups.map { ($0, Replacement.fault(of: $0.path)) }
    // The next start puts a backup in the place of what is found broken here.
    if applicationIsOurs == true, isBroken {
      let note = files.suspicion.withCString {
        Glibc.open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
      }
      if note >= 0 { close(note) }
    }
  }

  package var isBroken: Bool {
    if case .damaged = failure { return true }
    return !damage.isEmpty
  }

  private mutating func look(into path: FilePath) throws {
    var configuration = Library.configuration
    configuration.readonly = true
    let queue = try DatabaseQueue(path: path.text, configuration: configuration)
    try queue.read { db in
      applicationIsOurs = try Int.fetchOne(db, sql: "PRAGMA application_id") == Schema.applicationID
      let applied = try Schema.migrator.appliedIdentifiers(db)
      version = applied.compactMap { Int($0) }.max().map(String.init)
      isNewer = try Schema.migrator.hasBeenSuperseded(db)
      damage = try String.fetchAll(db, sql: "PRAGMA integrity_check(10)").filter { $0 != "ok" }
      dangling = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").count
      guard applicationIsOurs == true, !isNewer, damage.isEmpty else { return }
      tracks = try Int.fetchOne(db, sql: "SELECT count(*) FROM tracks") ?? 0
      folders = try Int.fetchOne(db, sql: "SELECT count(*) FROM folders") ?? 0
      if try db.tableExists("analyses") { unanalysed = try Health.unanalysed(db) }
      let roots = try Row.fetchAll(db, sql: "SELECT path FROM roots ORDER BY path")
        .map { try TrackRow.path($0, 0) }
      offlineRoots = roots.filter { !DiskFile.exists($0) }
    }
  }
}
