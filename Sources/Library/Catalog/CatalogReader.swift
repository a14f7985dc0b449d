internal import Catalog
internal import GRDB
internal import GRDBSQLite
internal import Music

/// Reads the catalog's columns of tracks, row by row, straight from SQLite.
///
/// Belongs to the thread that has the database.
struct CatalogReader: ~Copyable {
  private let owner: Statement
  private let statement: OpaquePointer
  private var reading = RowReading()

  /// Tracks by ascending id, those changed after a change; all for nil.
  init(_ db: Database, changedAfter change: Int64?) throws {
    // Without an index hint SQLite scans all tracks, which are in the right order already.
    let (index, condition) =
      change == nil ? ("", "") : ("INDEXED BY tracks_by_change", "WHERE t.changed > ?")
    owner = try db.cachedStatement(
      sql: """
        SELECT \(RowReading.columns) FROM tracks t \(index)
        CROSS JOIN folders f ON f.id = t.folder LEFT JOIN roots r ON r.id = t.root
        \(TrackRow.said) \(condition) ORDER BY t.id
        """)
    owner.arguments = change.map { [$0] } ?? []
    statement = owner.sqliteStatement
    sqlite3_reset(statement)
  }

  deinit { sqlite3_reset(statement) }

  /// Bytes of a batch, against texts of absurd length.
  private static let maximumBytes = 1 << 24

  /// Appends tracks until a batch has `count`; false where there are no more.
  mutating func read(_ count: Int, into batch: inout CatalogBatch) throws -> Bool {
    while batch.count < count, batch.byteCount < CatalogReader.maximumBytes {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: break
      case SQLITE_DONE: return false
      case let result:
        let message = sqlite3_errmsg(sqlite3_db_handle(statement)).map { String(cString: $0) }
        throw DatabaseError(resultCode: ResultCode(rawValue: result), message: message)
      }
      var row = SelectedRow(statement)
      reading.append(&row, to: &batch)
    }
    return true
  }
}
