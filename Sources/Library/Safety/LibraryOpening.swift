import FoundationEssentials
import Glibc
internal import GRDB
internal import Music

/// Opens the file of a library: refuses files that are not ours, makes a backup before tables
/// change, and replaces a damaged file by its newest good backup.
struct LibraryOpening {
  let path: FilePath
  /// Whether a file at this path is ours, even when its header does not say so.
  let isOurs: Bool
  let notice: (OpeningNotice) -> Void

  /// Seconds to wait for another process that repairs the same library.
  private static let patience = 30.0

  func open() throws(LibraryError) -> LibraryDatabase {
    do {
      return try openAsItIs()
    } catch {
      guard case .damaged = error, isKnownAsOurs else { throw error }
    }
    do { return try recover() } catch { throw LibraryError(error, at: path) }
  }

  /// - Parameter isLocked: whether we hold the lock on the folder already.
  private func openAsItIs(isLocked: Bool = false) throws(LibraryError) -> LibraryDatabase {
    do {
      guard let name = String(validating: path.bytes, as: UTF8.self) else {
        throw LibraryError.cannotOpen(path, reason: "its name is not UTF-8")
      }
      if let folder = path.parent {
        try makeFolder(folder)
        if isOurs {
          PrivateFiles.close(folder)
          PrivateFiles.close(BackupFolder(of: path).path)
        }
      }
      try examine(name)
      PrivateFiles.make(path)
      let database = try database(at: name)
      // Nobody writes yet, and a reader would parse the schema, too.
      let writer = database.writer
      if try writer.read({ try !Schema.migrator.hasCompletedMigrations($0) }) {
        try bringUpToDate(database, isLocked: isLocked)
      }
      try writer.read { try LibraryOpening.probe($0) }
      if try writer.read({ try $0.isLeftOpen }) { try writer.write { try $0.close() } }
      if try writer.read({ try !$0.newerParts().isEmpty }) {
        try writer.write { try $0.awaitNewerParts() }
      }
      return database
    } catch {
      throw found(LibraryError(error, at: path))
    }
  }

  private func makeFolder(_ folder: FilePath) throws(LibraryError) {
    let code = PrivateFiles.makeFolders(folder)
    guard code == 0 else { throw .cannotOpen(path, reason: systemText(code)) }
  }

  // MARK: Checking

  /// SQLite reports a full disk as a log that cannot be opened.
  private func found(_ error: LibraryError) -> LibraryError {
    switch error {
    case .cannotOpen, .disk, .failed:
      let free = path.parent.flatMap { DiskFile.freeBytes(at: $0) }
      return free.map { $0 < 100_000 } == true ? .diskFull(path) : error
    default: return error
    }
  }

  /// Refuses a file that is not ours before anything is written to it.
  private func examine(_ name: String) throws {
    if let folder = path.parent, folder.withCString({ access($0, W_OK) }) != 0 {
      let code = errno
      // The log beside the database cannot be written either, whatever the file's own rights.
      guard access(name, F_OK) != 0 else { throw LibraryError.readOnly(path) }
      throw LibraryError.cannotOpen(path, reason: systemText(code))
    }
    var status = stat()
    guard stat(name, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw LibraryError.cannotOpen(path, reason: "it is not a file")
    }
    guard access(name, R_OK | W_OK) == 0 else {
      throw errno == EACCES && access(name, R_OK) != 0
        ? LibraryError.cannotOpen(path, reason: systemText(EACCES)) : LibraryError.readOnly(path)
    }
    let files = DatabaseFiles(path)
    guard status.st_size > 0 else {
      // SQLite takes an empty file for a new database, and discards the log that belongs to it.
      let wasUsed = (DiskFile.size(files.wal) ?? 0) > 0
      if wasUsed || !BackupFolder(of: path).backups.isEmpty { throw LibraryError.damaged(path) }
      return
    }
    let isSuspect = DiskFile.exists(files.suspicion)
    if isSuspect { notice(.checking) }
    try looking(at: name).read { db in
      let owner = try Int.fetchOne(db, sql: "PRAGMA application_id")
      // A process that ended before creating its first tables leaves only the list of migrations.
      let isNew = try owner == 0 && SchemaText(db).isUnused
      guard owner == Schema.applicationID || isNew else { throw LibraryError.foreign(path) }
      try db.requireOurTables(at: path)
      guard isSuspect else { return }
      guard try String.fetchAll(db, sql: "PRAGMA integrity_check(1)") == ["ok"] else {
        throw LibraryError.damaged(path)
      }
    }
    DiskFile.remove(files.suspicion)
  }

  /// Opens the file read-only; where a crash has left a journal, SQLite has to roll it back before
  /// anybody can read.
  private func looking(at name: String) throws -> DatabaseQueue {
    var configuration = Library.configuration
    configuration.readonly = true
    do {
      let queue = try DatabaseQueue(path: name, configuration: configuration)
      _ = try queue.read { try Int.fetchOne($0, sql: "PRAGMA schema_version") }
      return queue
    } catch let error as DatabaseError {
      guard error.resultCode == .SQLITE_READONLY else { throw error }
      configuration.readonly = false
      return try DatabaseQueue(path: name, configuration: configuration)
    }
  }

  /// Reads the first and last pages of the main tables: cheap, and finds a file that was truncated
  /// or overwritten.
  private static func probe(_ db: Database) throws {
    for table in ["tracks", "folders", "playlists", "entries", "settings", "session", "revision"] {
      // A queue in the session may have megabytes.
      let hasKey = table == "settings" || table == "session"
      let (columns, order) = hasKey ? ("key", "key") : ("*", "rowid")
      for direction in ["", "DESC"] {
        _ = try Row.fetchOne(
          db, sql: "SELECT \(columns) FROM \(table) ORDER BY \(order) \(direction) LIMIT 1")
      }
    }
  }

  /// Whether an unreadable file was a library of ours: a mistyped `--library` must not rename
  /// anybody's file.
  private var isKnownAsOurs: Bool {
    if isOurs || DiskFile.exists(DatabaseFiles(path).suspicion) { return true }
    if !BackupFolder(of: path).backups.isEmpty { return true }
    let descriptor = path.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // The application's number in the header (sqlite.org/fileformat.html, 1.3).
    var number = [UInt8](repeating: 0, count: 4)
    return pread(descriptor, &number, 4, 68) == 4
      && number.reduce(0) { $0 << 8 | Int($1) } == Schema.applicationID
  }

  // MARK: Opening

  /// The first process to open a new file switches WAL on. SQLite does not wait for that: it
  /// reports at once that the file is locked. An attempt that did wait has waited enough.
  private func database(at name: String) throws -> LibraryDatabase {
    for _ in 0..<100 {
      let start = ContinuousClock.now
      do {
        return try LibraryDatabase(path: name, configuration: Library.configuration)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        guard start.duration(to: .now) < .seconds(1) else { throw error }
        usleep(20_000)
      }
    }
    return try LibraryDatabase(path: name, configuration: Library.configuration)
  }

  /// Creates the tables, or migrates those of an older version: one process at a time, since each
  /// would begin with the state it saw before.
  private func bringUpToDate(_ database: LibraryDatabase, isLocked: Bool) throws {
    let folder = path.parent ?? FilePath(".")
    let lock = isLocked ? nil : FolderLock(folder, patience: LibraryOpening.patience)
    guard isLocked || lock != nil else { throw LibraryError.locked(path) }
    defer { withExtendedLifetime(lock) {} }
    let (isOld, isNew) = try database.writer.read { db in
      let applied = try Schema.migrator.appliedIdentifiers(db)
      return (try !Schema.migrator.hasCompletedMigrations(db), applied.isEmpty)
    }
    if isOld, !isNew { backUp(database) }
    let start = ContinuousClock.now
    // Because the migration calls it on this thread's behalf, and has finished before this returns.
    nonisolated(unsafe) let notice = self.notice
    try Schema.update(database.writer) { done in
      if !isNew, start.duration(to: .now) > .seconds(1) { notice(.upgrading(done)) }
    }
  }

  /// A failure is reported and stops nothing: a migration is one transaction.
  private func backUp(_ database: LibraryDatabase) {
    let start = ContinuousClock.now
    var isSaid = false
    do {
      _ = try BackupWriter(source: database, folder: BackupFolder(of: path)).write(
        now: Date.now.unixSeconds
      ) {
        guard !isSaid, start.duration(to: .now) > .seconds(1) else { return }
        isSaid = true
        notice(.backingUp)
      }
    } catch {
      notice(.backupFailed(error))
    }
  }

  private func recover() throws -> LibraryDatabase {
    let replacement = Replacement(library: path)
    guard let lock = FolderLock(path.parent ?? FilePath("."), patience: LibraryOpening.patience)
    else { throw LibraryError.locked(path) }
    defer { withExtendedLifetime(lock) {} }
    do {
      // Another process may have been here first.
      return try openAsItIs(isLocked: true)
    } catch {
      guard case .damaged = error else { throw error }
    }
    guard !replacement.isInUse else { throw LibraryError.damagedAndOpen(path) }
    notice(.recovering)
    let backup = replacement.newestGoodBackup
    var recovery = Recovery(setAside: "", backup: backup?.path.text, created: backup?.created)
    _ = try replacement.carryOut(with: backup, now: Date.now.unixSeconds, called: "damaged") {
      recovery.setAside = $0.text
      return recovery
    }
    let database = try openAsItIs(isLocked: true)
    notice(.recovered(recovery))
    return database
  }
}

extension Database {
  /// Whether the file has a state that no transaction of ours leaves and that would block every
  /// edit: an open step, or a counter at its maximum.
  fileprivate var isLeftOpen: Bool {
    get throws {
      try Bool.fetchOne(
        self,
        sql: """
          SELECT EXISTS (SELECT 1 FROM undo_open)
            OR EXISTS (SELECT 1 FROM revision WHERE max(tracks, marks, lists, change) > ?)
          """, arguments: [Database.lastNumber]) ?? false
    }
  }

  /// Closes the open step, and resets counters under a new identity, which invalidates caches.
  fileprivate func close() throws {
    try execute(sql: "DELETE FROM undo_open")
    try execute(
      sql: """
        UPDATE revision SET tracks = 0, marks = 0, lists = 0, change = 0, identity = random()
        WHERE max(tracks, marks, lists, change) > ?
        """, arguments: [Database.lastNumber])
  }
}
