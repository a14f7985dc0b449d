internal import GRDB
internal import GRDBSQLite

/// The connections to a library's database, each with a serial queue of its own: one that writes,
/// and readers beside it, of which each access sees one state of the database.
///
/// GRDB's own pool guards its readers by a concurrent queue. Where two threads meet there,
/// libdispatch puts a global queue to use, and wakes once a second from then on.
final class LibraryDatabase: Sendable {
  /// The connection that writes, for work that nobody else may do meanwhile.
  let writer: DatabaseQueue
  /// Nil in memory, where one connection has all of the database.
  private let readers: ReaderConnections?

  /// Opens or creates a file in WAL mode, so that readers and the writer do not wait for each other.
  init(path: String, configuration: Configuration) throws {
    writer = try DatabaseQueue(path: path, configuration: configuration)
    let mode = try writer.writeWithoutTransaction {
      try String.fetchOne($0, sql: "PRAGMA journal_mode = WAL")
    }
    guard mode == "wal" else { throw DatabaseError(resultCode: .SQLITE_CANTOPEN) }
    readers = ReaderConnections(path: path, configuration: configuration)
  }

  init(inMemory configuration: Configuration) throws {
    writer = try DatabaseQueue(configuration: configuration)
    readers = nil
  }

  deinit {
    // The last connection to close removes the log, and has to be one that may write.
    readers?.close()
  }

  // MARK: Reading

  /// Reads one state of the database; waits for a connection where all are in use.
  @_disfavoredOverload  // as GRDB's, so that a task waits without its thread
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    guard let readers else { return try writer.read(body) }
    let reader = try readers.take()
    defer { readers.giveBack(reader) }
    return try reader.read(body)
  }

  func read<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) async throws -> Value {
    guard let readers else { return try await writer.read(body) }
    let loan = ReaderLoan(try await readers.take(), from: readers)
    defer { loan.end() }
    return try await loan.reader.read { db in
      // The connection is free before this task resumes; its next user waits in its queue for the
      // end of the transaction.
      defer { loan.end() }
      return try body(db)
    }
  }

  /// Copies the database to another one, as it is at the beginning.
  func backup(
    to target: DatabaseQueue, pagesPerStep: CInt,
    progress: @escaping (DatabaseBackupProgress) throws -> Void
  ) throws {
    try target.writeWithoutTransaction { copy in
      try read { db in
        // Begins the transaction: otherwise each step sees the newest state, and begins anew where
        // that is another one.
        _ = try Int.fetchOne(db, sql: "PRAGMA schema_version")
        try db.backup(to: copy, pagesPerStep: pagesPerStep, progress: progress)
      }
    }
  }

  // MARK: Writing

  /// Writes in one transaction.
  @_disfavoredOverload
  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try writer.write(body)
  }

  func write<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) async throws -> Value {
    try await writer.write(body)
  }

  /// Empties the caches of connections: pages that one read has gone through are rarely those of the
  /// next one. Returns before the one that writes is free, as behind a checkpoint.
  ///
  /// - Parameter lastly: runs after that.
  func releaseCaches(lastly: @escaping @Sendable () -> Void) {
    readers?.releaseCaches()
    writer.asyncWriteWithoutTransaction {
      _ = sqlite3_db_release_memory($0.sqliteConnection)
      lastly()
    }
  }

  /// Ends all running reads and writes with an error.
  func interrupt() {
    writer.interrupt()
    readers?.interrupt()
  }
}
