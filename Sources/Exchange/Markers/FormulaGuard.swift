/// Keeps programs that open a table from taking a name for a formula and working it out: an
/// apostrophe in front is their own sign for text.
enum FormulaGuard {
  /// A field as it is written.
  static func added(_ field: String) -> String { isFormula(field) ? "'" + field : field }

  /// A field as it was before it was written.
  static func removed(_ field: String) -> String {
    field.utf8.first == UInt8(ascii: "'") && isFormula(field) ? String(field.dropFirst()) : field
  }

  /// Apostrophes in front do not count, so that one of them can always be put there and taken off.
  private static func isFormula(_ field: String) -> Bool {
    let first = field.utf8.first { $0 != UInt8(ascii: "'") }
    return first.map { Array("=+-@".utf8).contains($0) } ?? false
  }
}
