internal import CSQLite
internal import GRDB
internal import GRDBSQLite

extension Configuration {
  /// The configuration of every connection of ours: a database file may come from anybody.
  ///
  /// No other file can be attached, the file's own structure cannot be written by SQL, functions in
  /// its schema have no side effects, and damaged pages are noticed early.
  ///
  /// - Parameter prepare: further setup of the connection.
  static func guarded(
    _ prepare: @escaping @Sendable (Database) throws -> Void = { _ in }
  ) -> Configuration {
    _ = setUpSQLite
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      // GRDB sets a specific of the connection's queue.
      tritone_keep_queue()
      let connection = db.sqliteConnection
      sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0)
      let code = connection.map { tritone_sqlite_distrust(UnsafeMutableRawPointer($0)) }
      guard code == SQLITE_OK else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
      try db.execute(sql: "PRAGMA cell_size_check = ON")
      try prepare(db)
    }
    return configuration
  }

  /// Once in the process, before the first connection.
  private static let setUpSQLite: Void = tritone_sqlite_count_no_memory()
}
