/// Keeps spreadsheet programs from evaluating a name as a formula: a leading apostrophe is their
/// own sign for text.
enum FormulaGuard {
  /// A field in its written form.
  static func added(_ field: String) -> String { isFormula(field) ? "'" + field : field }

  /// The original of a written field.
  static func removed(_ field: String) -> String {
    field.utf8.first == UInt8(ascii: "'") && isFormula(field) ? String(field.dropFirst()) : field
  }

  /// Leading apostrophes are ignored, so that one can always be added and removed.
  private static func isFormula(_ field: String) -> Bool {
    let first = field.utf8.first { $0 != UInt8(ascii: "'") }
    return first.map { Array("=+-@".utf8).contains($0) } ?? false
  }
}
