internal import GRDBSQLite
internal import Glibc

/// Bytes of a row, valid until the next one is read.
typealias RowBytes = UnsafeBufferPointer<UInt8>

/// A row whose columns are named where they are read.
///
/// Without a statement or values the reading function collects the columns to select. So it has to read all
/// columns in the same order, whatever their values.
struct SelectedRow {
  private let statement: OpaquePointer?
  private let values: UnsafePointer<RowValue>?
  private var index: Int32 = 0
  /// Empty for a row with values.
  private(set) var columns: [String] = []

  init(_ statement: OpaquePointer? = nil) {
    self.statement = statement
    values = nil
  }

  /// A row in memory, with a value for each column that is read.
  init(values: UnsafePointer<RowValue>) {
    statement = nil
    self.values = values
  }

  /// The next column.
  ///
  /// - Parameter sql: The expression that it is selected by.
  mutating func column(_ sql: @autoclosure () -> String) -> Value {
    defer { index += 1 }
    if let values { return Value(value: values + Int(index)) }
    if statement == nil { columns.append(sql()) }
    return Value(statement: statement, column: index)
  }

  /// The next column of a row of a statement.
  mutating func next() -> Value { column("") }

  /// A value of the row; NULL where there is neither a statement nor a row in memory.
  struct Value {
    private let statement: OpaquePointer?
    private let column: Int32
    private let value: UnsafePointer<RowValue>?

    fileprivate init(statement: OpaquePointer?, column: Int32) {
      (self.statement, self.column) = (statement, column)
      value = nil
    }

    fileprivate init(value: UnsafePointer<RowValue>) {
      (statement, column) = (nil, 0)
      self.value = value
    }

    var isNull: Bool { type == SQLITE_NULL }

    /// One of SQLite's, such as `SQLITE_TEXT`.
    var type: Int32 {
      if let value { return value.pointee.type }
      return sqlite3_column_type(statement, column)
    }

    /// 0 for none.
    var number: Int64 {
      if let value { return value.pointee.number }
      return sqlite3_column_int64(statement, column)
    }

    var isTrue: Bool { number != 0 }

    var optional: Int64? { isNull ? nil : number }

    var real: Double? {
      guard !isNull else { return nil }
      if let value { return value.pointee.real }
      return sqlite3_column_double(statement, column)
    }

    /// Valid until the next row; empty for none.
    var bytes: RowBytes {
      if let value { return value.pointee.bytes }
      let start = sqlite3_column_blob(statement, column)
      let count = Int(sqlite3_column_bytes(statement, column))
      return RowBytes(start: start?.assumingMemoryBound(to: UInt8.self), count: count)
    }

    /// As above for a text, which ends at a zero byte, as for all other readers.
    var text: RowBytes {
      if let value { return Self.text(value.pointee.bytes) }
      guard let start = sqlite3_column_text(statement, column) else {
        return RowBytes(start: nil, count: 0)
      }
      return Self.text(RowBytes(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }

    private static func text(_ bytes: RowBytes) -> RowBytes {
      guard let start = bytes.baseAddress else { return bytes }
      let end = memchr(start, 0, bytes.count).map { UnsafeRawPointer(start).distance(to: $0) }
      return RowBytes(start: start, count: end ?? bytes.count)
    }
  }
}
