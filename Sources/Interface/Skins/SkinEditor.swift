package import Screen

/// The window in which the colours of the current skin are changed. The changed skin is the live
/// one: the rest of the screen shows it at once.
package struct SkinEditor: Equatable, Sendable {
  package enum Mode: Equatable, Sendable {
    case choosing
    /// A colour is being typed, with the skin to go back to.
    case typing(TextField, before: Theme)
    /// The name to save under is being typed.
    case naming(TextField)
    /// Asks whether to save before closing.
    case leaving
  }

  /// The skin as it was opened or saved last.
  package var saved: Theme
  package var mode = Mode.choosing
  package private(set) var cursor = ListCursor()
  package var channel = SkinPart.Channel.foreground
  /// Whether the window closes when the skin has been saved.
  var closesWhenSaved = false
  /// The skins before the last changes, the newest last.
  private var earlier: [Theme] = []

  private static let maximumSteps = 200

  package init(_ theme: Theme) { saved = theme }

  package var part: SkinPart { SkinPart.all[min(cursor.selected, SkinPart.all.count - 1)] }

  mutating func select(_ part: SkinPart) {
    if let index = SkinPart.all.firstIndex(of: part) { cursor.select(index) }
  }

  mutating func move(by step: Int) { cursor.move(by: step, of: SkinPart.all.count) }

  mutating func scroll(height: Int) { cursor.scroll(height: height, of: SkinPart.all.count) }

  // MARK: Changes

  /// Records the skin before a change.
  mutating func record(_ theme: Theme) {
    if earlier.count == SkinEditor.maximumSteps { earlier.removeFirst() }
    earlier.append(theme)
  }

  mutating func takeLast() -> Theme? { earlier.popLast() }

  /// The colour of a text: "#rrggbb", or its name in the skin's palette.
  static func color(_ text: String, in theme: Theme) -> Color? {
    theme.palette[text] ?? Color(hex: text)
  }

  /// The names of the palette that begin with a text.
  static func names(_ text: String, in theme: Theme) -> [String] {
    theme.palette.keys.filter { $0.lowercased().hasPrefix(text.lowercased()) }.sorted()
  }
}
