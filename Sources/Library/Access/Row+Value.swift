internal import GRDB

// GRDB's subscripts trap where a file holds NULL or another type; these throw what becomes
// `LibraryError.damaged`.
extension Row {
  /// The value of a column, of the required type.
  func value<Value: DatabaseValueConvertible>(_ column: Int) throws -> Value {
    try decode(atIndex: column)
  }

  /// As above, for types that SQLite's column is read as directly.
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ column: Int) throws
    -> Value
  {
    try decode(atIndex: column)
  }
}
