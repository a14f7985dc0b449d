/// Texts of the user about tracks, in the form in which they are stored.
package enum LabelText {
  /// One line, with single spaces between words, none around them, and without control characters.
  package static func line(_ text: String) -> String {
    let words = text.split { $0.isWhitespace || $0.unicodeScalars.contains { $0.value < 0x20 } }
    let visible = words.joined(separator: " ").unicodeScalars.filter {
      $0.properties.generalCategory != .control
    }
    return String(String.UnicodeScalarView(visible))
  }

  /// Lines ended by line feeds, with spaces and signs in place of other control characters, and
  /// without white space around them.
  package static func lines(_ text: String) -> String {
    var lines = String.UnicodeScalarView()
    for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
      switch scalar {
      case "\n", "\r", "\u{2028}", "\u{2029}", "\u{85}": lines.append("\n")
      default: lines.append(scalar.displayable)
      }
    }
    return String(lines).trimmed()
  }

  /// A value in one line; nil for one with nothing visible.
  static func value(_ text: String, of label: LabelFault.Label) throws(LabelFault) -> String? {
    let line = line(text)
    guard line.unicodeScalars.count <= label.maximumLength else { throw .tooLong(label) }
    return line.isEmpty ? nil : line
  }
}
