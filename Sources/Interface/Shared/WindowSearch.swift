import Music
import Screen

/// The search of a list in a window: a line of words that rows must have.
package struct WindowSearch: Equatable, Sendable {
  package private(set) var field = TextField()
  /// Whether keys go to the line.
  private(set) var isOpen = false
  private var words: [Substring] = []

  var isActive: Bool { isOpen || !words.isEmpty }

  var typing: Keymap.Typing { isOpen ? .text(field) : .nothing }

  mutating func open() { isOpen = true }

  /// The rows stay as they are.
  mutating func leave() { isOpen = false }

  mutating func clear() { self = WindowSearch() }

  /// Types into the line; false for a key without a meaning there.
  mutating func type(_ input: Input) -> Bool {
    guard isOpen, field.handle(input) else { return false }
    words = SortKey.folded(field.text).split(separator: " ")
    return true
  }

  /// - Parameter texts: The texts of a row.
  func matches(_ texts: [String?]) -> Bool {
    guard !words.isEmpty else { return true }
    let text = SortKey.folded(texts.compactMap(\.self).joined(separator: " "))
    return words.allSatisfy { text.contains($0) }
  }
}
