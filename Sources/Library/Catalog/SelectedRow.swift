internal import GRDBSQLite
internal import Glibc

/// Bytes of a row, valid until the next one is read.
typealias RowBytes = UnsafeBufferPointer<UInt8>

/// A row whose columns are named where they are read.
///
/// Without a statement the reading function collects the columns to select. So it has to read all
/// columns in the same order, whatever their values.
struct SelectedRow {
  private let statement: OpaquePointer?
  private var index: Int32 = 0
  /// Empty for a row of a statement.
  private(set) var columns: [String] = []

  init(_ statement: OpaquePointer? = nil) { self.statement = statement }

  /// The next column.
  ///
  /// - Parameter sql: The expression that it is selected by.
  mutating func column(_ sql: @autoclosure () -> String) -> Value {
    if statement == nil { columns.append(sql()) }
    defer { index += 1 }
    return Value(statement: statement, column: index)
  }

  /// The next column of a row of a statement.
  mutating func next() -> Value { column("") }

  /// A value of the row; NULL where there is no statement.
  struct Value {
    fileprivate let statement: OpaquePointer?
    fileprivate let column: Int32

    var isNull: Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    /// One of SQLite's, such as `SQLITE_TEXT`.
    var type: Int32 { sqlite3_column_type(statement, column) }

    /// 0 for none.
    var number: Int64 { sqlite3_column_int64(statement, column) }

    var isTrue: Bool { number != 0 }

    var optional: Int64? { isNull ? nil : number }

    var real: Double? { isNull ? nil : sqlite3_column_double(statement, column) }

    /// Valid until the next row; empty for none.
    var bytes: RowBytes {
      let start = sqlite3_column_blob(statement, column)
      let count = Int(sqlite3_column_bytes(statement, column))
      return RowBytes(start: start?.assumingMemoryBound(to: UInt8.self), count: count)
    }

    /// As above for a text, which ends at a zero byte, as for all other readers.
    var text: RowBytes {
      guard let start = sqlite3_column_text(statement, column) else {
        return RowBytes(start: nil, count: 0)
      }
      let count = Int(sqlite3_column_bytes(statement, column))
      let end = memchr(start, 0, count).map { UnsafeRawPointer(start).distance(to: $0) }
      return RowBytes(start: start, count: end ?? count)
    }
  }
}
