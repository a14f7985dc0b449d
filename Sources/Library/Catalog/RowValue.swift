internal import GRDBSQLite

/// A value of a row in memory, of the type that its column has in the database.
enum RowValue {
  case null
  case integer(Int64)
  case real(Double)
  /// The bytes are valid until the next row.
  case text(RowBytes)
  case blob(RowBytes)

  /// One of SQLite's.
  var type: Int32 {
    switch self {
    case .null: SQLITE_NULL
    case .integer: SQLITE_INTEGER
    case .real: SQLITE_FLOAT
    case .text: SQLITE_TEXT
    case .blob: SQLITE_BLOB
    }
  }

  /// 0 for what is no integer.
  var number: Int64 { if case .integer(let number) = self { number } else { 0 } }

  /// 0 for what is no number.
  var real: Double {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    case .null, .text, .blob: 0
    }
  }

  /// Empty for a number.
  var bytes: RowBytes {
    switch self {
    case .text(let bytes), .blob(let bytes): bytes
    case .null, .integer, .real: RowBytes(start: nil, count: 0)
    }
  }
}
