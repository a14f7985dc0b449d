internal import GRDB

extension Row {
  /// The value of a column, as a type that it must be of.
  ///
  /// GRDB's subscript ends the process where a file holds NULL or another type; this throws what
  /// becomes `LibraryError.damaged`.
  func value<Value: DatabaseValueConvertible>(_ column: Int) throws -> Value {
    try decode(atIndex: column)
  }
}
