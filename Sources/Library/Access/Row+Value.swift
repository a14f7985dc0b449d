internal import GRDB

// GRDB's subscripts end the process where a file holds NULL or another type; these throw what
// becomes `LibraryError.damaged`.
extension Row {
  /// The value of a column, as a type that it must be of.
  func value<Value: DatabaseValueConvertible>(_ column: Int) throws -> Value {
    try decode(atIndex: column)
  }

  /// The same of a type that SQLite's column can be read as without a value in between.
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ column: Int) throws
    -> Value
  {
    try decode(atIndex: column)
  }
}
