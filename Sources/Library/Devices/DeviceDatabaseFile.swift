import Glibc
internal import CSQLite
internal import GRDB
internal import GRDBSQLite
package import Music

/// Reads and writes the database of a device, `Database/library.db`, in a copy on our side.
///
/// The copy and the log or journal beside it belong to the caller. The file may come from anybody:
/// nothing that it brings along runs, neither triggers nor views, and sizes and steps are bounded.
package enum DeviceDatabaseFile {
  /// The version of the tables: 0, which other programs leave, is read as 1.
  static let version = 1

  /// Reads everything that a database holds; where there are a log or a journal beside it, these
  /// are brought into it first.
  package static func read(_ file: FilePath) throws(LibraryError) -> DeviceContents {
    do {
      guard let size = DiskFile.size(file) else { throw DiskFile.failure(ENOENT, file) }
      // Some file systems leave an empty file where the power failed.
      guard size > 0 else { throw LibraryError.deviceDatabase(.damaged) }
      let queue = try open(file, isWritten: false)
      defer { try? queue.close() }  // because everything has been read
      return try queue.read { db in
        try db.within(steps: steps(of: file)) {
          try db.refuseNewer()
          try db.refuseDamaged()
          var reader = DeviceReader(db)
          return try reader.read()
        }
      }
    } catch {
      throw failure(error, file)
    }
  }

  /// Changes a database in one transaction; makes one where there is none, or an empty file.
  ///
  /// Tables, columns and rows that are none of ours stay as they are.
  ///
  /// - Parameters:
  ///   - deviceID: The device's own id.
  ///   - time: Unix seconds.
  package static func apply(
    _ commit: DeviceCommit, to file: FilePath, deviceID: String, time: Int64
  ) throws(LibraryError) {
    do {
      let queue = try open(file, isWritten: true)
      let entries = commit.playlists.reduce(0) { $0 + $1.tracks.count }
      let rows = commit.tracks.count + commit.removedTracks.count + entries
      try queue.inDatabase { db in
        try db.within(steps: steps(of: file) + 10_000 * rows) {
          try db.refuseNewer()
          try db.refuseDamaged()
          // A database in WAL mode would leave a log behind.
          let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
          guard mode == "delete" else { throw LibraryError.deviceDatabase(.damaged) }
          try db.inTransaction(.immediate) {
            try DeviceWriter(db).write(commit, deviceID: deviceID, time: time)
            return .commit
          }
        }
      }
      try queue.close()
    } catch {
      throw failure(error, file)
    }
  }

  // MARK: Opening

  private static func open(_ file: FilePath, isWritten: Bool) throws -> DatabaseQueue {
    let size = DiskFile.size(file) ?? 0
    guard size <= maximumSize else { throw LibraryError.deviceDatabase(.tooLarge) }
    let files = DatabaseFiles(file)
    let companions = [files.wal, files.journal].filter { (DiskFile.size($0) ?? 0) > 0 }
    guard companions.allSatisfy({ (DiskFile.size($0) ?? 0) <= maximumSize }) else {
      throw LibraryError.deviceDatabase(.tooLarge)
    }
    try refuseSuperJournal(files.journal)
    // The index of a log is made anew; one from elsewhere means nothing here.
    DiskFile.remove(files.sharedMemory)
    var configuration = Configuration.guarded { db in
      let connection = db.sqliteConnection
      let code = connection.map { tritone_sqlite_disarm(UnsafeMutableRawPointer($0)) }
      guard code == SQLITE_OK else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
      sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, 16 << 20)
      try db.execute(sql: "PRAGMA temp_store = MEMORY")
    }
    // References between tables of the file would run actions, or refuse what is right.
    configuration.foreignKeysEnabled = false
    configuration.busyMode = .immediateError
    guard !isWritten, companions.isEmpty else {
      return try DatabaseQueue(path: file.text, configuration: configuration)
    }
    configuration.readonly = true
    return try DatabaseQueue(path: file.uriOfImmutable, configuration: configuration)
  }

  /// A journal may name another file, which SQLite would read and then delete
  /// (sqlite.org/fileformat.html, section 3): its name stands before the magic at the end.
  private static func refuseSuperJournal(_ journal: FilePath) throws {
    let descriptor = journal.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let end = lseek(descriptor, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: 8)
    guard end >= 8, pread(descriptor, &bytes, 8, end - 8) == 8 else { return }
    guard bytes != [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7] else {
      throw LibraryError.deviceDatabase(.damaged)
    }
  }

  // MARK: Limits and faults

  /// Bytes of a file.
  private static let maximumSize: Int64 = 4 << 30

  /// Far more than reading and checking a file of this size takes.
  private static func steps(of file: FilePath) -> Int {
    let files = DatabaseFiles(file)
    let bytes = [file, files.wal, files.journal].reduce(0) { $0 + (DiskFile.size($1) ?? 0) }
    return 20_000_000 + 8 * Int(bytes)
  }

  private static func failure(_ error: any Error, _ file: FilePath) -> LibraryError {
    if error is TooManySteps { return .deviceDatabase(.damaged) }
    let failure = LibraryError(error, at: file)
    return switch failure {
    case .damaged: .deviceDatabase(.damaged)
    case .failed(_, let reason), .cannotOpen(_, let reason): .deviceDatabase(.failed(reason))
    default: failure
    }
  }
}

extension Database {
  fileprivate func refuseNewer() throws {
    let version = try Int.fetchOne(self, sql: "PRAGMA user_version") ?? 0
    guard version <= DeviceDatabaseFile.version else { throw LibraryError.deviceDatabase(.newer) }
  }

  /// Values that break the rules of a table are looked at where they are read.
  fileprivate func refuseDamaged() throws {
    let damage = try String.fetchAll(self, sql: "PRAGMA quick_check(100)").filter {
      $0 != "ok" && !$0.contains(" value in ") && !$0.contains("constraint failed")
    }
    guard damage.isEmpty else { throw LibraryError.deviceDatabase(.damaged) }
  }
}
