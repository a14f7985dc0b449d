internal import GRDB
internal import GRDBSQLite

extension Database {
  private static let smallCache = 16

  /// Reads with a cache of a few pages, for megabytes that are read once.
  func withSmallCache<Value>(_ body: () throws -> Value) throws -> Value {
    let size = try Int.fetchOne(self, sql: "PRAGMA cache_size")
    guard let size else { return try body() }
    setCacheSize(Database.smallCache)
    defer { setCacheSize(size) }
    return try body()
  }

  /// By SQLite itself, since GRDB refuses statements of a read that was cancelled, and the size
  /// outlives the read. A failure leaves a cache of another size.
  private func setCacheSize(_ size: Int) {
    sqlite3_exec(sqliteConnection, "PRAGMA cache_size = \(size)", nil, nil, nil)
  }
}
