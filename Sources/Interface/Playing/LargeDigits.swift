import Screen

/// A time in digits of two by three cells, as on a display of segments.
struct LargeDigits {
  let text: String

  static let rows = 3

  init(_ text: String) { self.text = text }

  /// The columns of all digits.
  var columns: Int {
    text.reduce(-1) { $0 + 1 + (LargeDigits.shapes[$1]?[0].count ?? 2) }
  }

  /// Returns the columns.
  func draw(on canvas: Canvas, _ face: Face = .title) -> Int {
    var column = 0
    for character in text {
      guard let lines = LargeDigits.shapes[character] else {
        column += 3
        continue
      }
      for (row, line) in lines.enumerated() { canvas.line(row).put(line, face, at: column) }
      column += lines[0].count + 1
    }
    return column - 1
  }

  private static let shapes: [Character: [String]] = [
    "0": ["▛▜", "▌▐", "▙▟"], "1": ["▝▌", " ▌", "▗▙"], "2": ["▀▜", "▛▀", "▙▄"],
    "3": ["▀▜", "▝▜", "▄▟"], "4": ["▌▐", "▙▟", " ▐"], "5": ["▛▀", "▀▜", "▄▟"],
    "6": ["▛▀", "▛▜", "▙▟"], "7": ["▀▜", " ▐", " ▐"], "8": ["▛▜", "▛▜", "▙▟"],
    "9": ["▛▜", "▀▜", "▄▟"], ":": ["▄", "▄", " "],
  ]
}
