import Screen

/// A line of text being typed.
package struct TextField: Equatable, Sendable {
  package private(set) var text: String
  /// In characters from the start.
  package private(set) var cursor: Int

  /// More than anyone types, and little enough to redraw at every key.
  private static let longest = 500

  package init(_ text: String = "") {
    self.text = text
    cursor = text.count
  }

  /// With the cursor between two parts.
  init(_ before: String, _ after: String) {
    text = before + after
    cursor = before.count
  }

  /// Takes a key or pasted text; false when the key means nothing to a text field.
  mutating func take(_ input: Input) -> Bool {
    switch input {
    case .paste(let pasted):
      // A line stays one line, and what cannot be seen cannot be typed.
      insert(pasted.filter { !$0.isNewline && !$0.unicodeScalars.contains { $0.value < 32 } })
    case .key(let key): return take(key)
    case .mouse: return false
    }
    return true
  }

  private mutating func take(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.character(let character), []), (.character(let character), .shift):
      insert(String(character))
    case (.backspace, []): remove(from: cursor - 1, to: cursor)
    case (.delete, []), (.character("d"), .control): remove(from: cursor, to: cursor + 1)
    case (.left, []), (.character("b"), .control): cursor = max(0, cursor - 1)
    case (.right, []), (.character("f"), .control): cursor = min(text.count, cursor + 1)
    case (.home, _), (.character("a"), .control): cursor = 0
    case (.end, _), (.character("e"), .control): cursor = text.count
    case (.character("u"), .control): remove(from: 0, to: cursor)
    case (.character("k"), .control): remove(from: cursor, to: text.count)
    case (.character("w"), .control): remove(from: wordStart, to: cursor)
    default: return false
    }
    return true
  }

  private var wordStart: Int {
    let before = Array(text.prefix(cursor))
    var index = before.count
    while index > 0, before[index - 1] == " " { index -= 1 }
    while index > 0, before[index - 1] != " " { index -= 1 }
    return index
  }

  private mutating func insert(_ added: String) {
    let room = max(0, TextField.longest - text.count)
    let kept = added.prefix(room)
    text.insert(contentsOf: kept, at: text.index(text.startIndex, offsetBy: cursor))
    cursor += kept.count
  }

  private mutating func remove(from start: Int, to end: Int) {
    let (start, end) = (max(0, start), min(text.count, end))
    guard start < end else { return }
    let first = text.index(text.startIndex, offsetBy: start)
    text.removeSubrange(first..<text.index(first, offsetBy: end - start))
    cursor = start
  }
}
