import Music
import Screen

/// A pane or window in words, a line for each row.
struct ReaderText: Equatable, Sendable {
  /// The name of the pane or window, with its state.
  var title: String
  private(set) var lines: [String] = []
  /// The line at the cursor, where a screen reader reads.
  private(set) var selected: Int?
  /// The column of the cursor in that line; nil for a line that is no text field.
  private(set) var column: Int?

  init(_ title: String) { self.title = title }

  /// A list with a row at the cursor.
  init(_ title: String, _ lines: some Sequence<String>, selected: Int?) {
    self.title = title
    self.lines = lines.map(ReaderText.words)
    self.selected = selected
  }

  mutating func add(_ line: String?, isSelected: Bool = false) {
    guard let line, !line.isEmpty else { return }
    if isSelected { (selected, column) = (lines.count, nil) }
    lines.append(ReaderText.words(line))
  }

  /// A text field behind its label.
  mutating func add(_ field: TextField, label: String, isSelected: Bool = true) {
    let start = label + ": "
    if isSelected {
      let typed = String(field.text.prefix(field.cursor))
      (selected, column) = (lines.count, TextWidth.columns(of: start + typed))
    }
    lines.append(start + field.text)
  }

  /// Names of signs that texts of windows have.
  private static let names: [Character: String] = [
    "●": "current", "←": "Left", "→": "Right", "↑": "Up", "↓": "Down", "☆": "",
  ]

  /// A text with words in place of signs: "★★★" is "3 stars".
  static func words(_ text: String) -> String {
    guard text.contains(where: { $0 == "★" || names[$0] != nil }) else { return text }
    var (words, stars) = ("", 0)
    for character in text + "\n" {
      if character == "★" {
        stars += 1
        continue
      }
      if stars > 0 { words += stars.counted("star") }
      stars = 0
      words += names[character] ?? String(character)
    }
    return String(words.dropLast())
  }

  /// Parts of a line, without those that are empty.
  static func joined(_ parts: [String?]) -> String {
    parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
