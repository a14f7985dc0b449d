import Screen

/// A line of text being typed.
///
/// The text is stored as the two parts around the cursor, so that the cursor is always in it. The
/// parts always meet between two characters of the whole text: a combining mark that is typed joins
/// the character before it.
package struct TextField: Equatable, Sendable {
  private var before = ""
  private var after = ""

  package var text: String { before + after }
  /// In characters from the start.
  package var cursor: Int { before.count }

  /// Longer than anyone types, and short enough to redraw at every key.
  private static let maximumLength = 500
  /// The most characters that can be typed or pasted.
  private let limit: Int
  /// One character can be any number of scalars long.
  private var scalarLimit: Int { limit * 4 }

  package init(_ text: String = "") { self.init(text, "") }

  /// The cursor is between the two parts.
  ///
  /// - Parameter limit: The most characters of both; nil for those of a line.
  init(_ before: String, _ after: String, limit: Int? = nil) {
    self.limit = limit ?? TextField.maximumLength
    split(before, after)
  }

  /// Stores the parts of a text; a first character of `after` that combines joins `before`.
  private mutating func split(_ before: String, _ after: String) {
    let whole = before + after
    let boundary = whole.index(
      whole.startIndex, offsetBy: before.count, limitedBy: whole.endIndex)
    self.before = String(whole[..<(boundary ?? whole.endIndex)])
    self.after = String(whole[(boundary ?? whole.endIndex)...])
  }

  /// Handles a key or pasted text; false for a key without a meaning here.
  mutating func handle(_ input: Input) -> Bool {
    switch input {
    case .paste(let pasted): insert(TextField.line(of: pasted))
    case .key(let key): return handle(key)
    case .mouse: return false
    }
    return true
  }

  /// Whether a key edits the text or moves the cursor.
  func edits(_ key: Key) -> Bool {
    var copy = self
    return copy.handle(key)
  }

  /// Pasted text as one line: line breaks and tabs become a space, control characters are dropped.
  private static func line(of pasted: String) -> String {
    var scalars = String.UnicodeScalarView()
    for character in pasted {
      if character.isNewline || character == "\t" {
        // The line break at the end of a copied line is dropped.
        if !scalars.isEmpty, scalars.last != " " { scalars.append(" ") }
      } else {
        scalars += character.unicodeScalars.filter { $0.properties.generalCategory != .control }
      }
    }
    if pasted.last?.isNewline == true, scalars.last == " " { scalars.removeLast() }
    return String(scalars)
  }

  private mutating func handle(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.character(let character), []), (.character(let character), .shift):
      insert(TextField.line(of: String(character)))
    case (.backspace, []): split(String(before.dropLast()), after)
    case (.delete, []), (.character("d"), .control): split(before, String(after.dropFirst()))
    case (.left, []), (.character("b"), .control): moveCursor(to: cursor - 1)
    case (.right, []), (.character("f"), .control): moveCursor(to: cursor + 1)
    case (.home, _), (.character("a"), .control): moveCursor(to: 0)
    case (.end, _), (.character("e"), .control): moveCursor(to: .max)
    case (.character("u"), .control): split("", after)
    case (.character("k"), .control): split(before, "")
    case (.character("w"), .control): split(beforeWord, after)
    default: return false
    }
    return true
  }

  private mutating func moveCursor(to index: Int) {
    let whole = text
    split(String(whole.prefix(max(0, index))), String(whole.dropFirst(max(0, index))))
  }

  /// The text before the word that ends at the cursor.
  private var beforeWord: String {
    var rest = before[...]
    while rest.last == " " { rest.removeLast() }
    while let last = rest.last, last != " " { rest.removeLast() }
    return String(rest)
  }

  private mutating func insert(_ added: String) {
    var room = max(0, limit - text.count)
    var scalars = max(0, scalarLimit - text.unicodeScalars.count)
    var kept = ""
    for character in added {
      scalars -= character.unicodeScalars.count
      guard room > 0, scalars >= 0 else { break }
      room -= 1
      kept.append(character)
    }
    split(before + kept, after)
  }
}
