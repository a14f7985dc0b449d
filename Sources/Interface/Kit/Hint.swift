import Screen

/// Keys and their meaning, for the lines under windows; the keys come from the keymap.
struct Hint: Sendable {
  enum Keys: Sendable {
    case window(WindowKey)
    /// All keys of a meaning, or the last of them rather than the usual one.
    case all(WindowKey)
    case last(WindowKey)
    case command(Command)
  }

  var keys: [Keys]
  var text: String

  init(_ keys: Keys..., does text: String) {
    self.keys = keys
    self.text = text
  }

  init(_ keys: WindowKey..., does text: String) {
    self.keys = keys.map { .window($0) }
    self.text = text
  }

  /// The names of the keys; none where the user removed them.
  fileprivate func names(_ keymap: Keymap, in kind: WindowKind) -> [String] {
    keys.flatMap { key -> [String] in
      switch key {
      case .window(let key): keymap.keys(for: key, in: kind).prefix(1).map(\.self)
      case .all(let key): keymap.keys(for: key, in: kind)
      case .last(let key): keymap.keys(for: key, in: kind).suffix(1)
      case .command(let command):
        keymap.keys(for: command).filter { keymap.isFree($0, in: kind) }.prefix(1).map(\.self)
      }
    }
  }

  /// A key's name with an arrow sign for its arrow.
  static func sign(_ name: String) -> String {
    for (word, arrow) in [("Up", "↑"), ("Down", "↓"), ("Left", "←"), ("Right", "→")]
    where name == word || name.hasSuffix("-" + word) {
      return name.dropLast(word.count) + arrow
    }
    return name
  }
}

extension Keymap {
  /// Whether a window has no meaning of its own for a command's key.
  fileprivate func isFree(_ text: String, in kind: WindowKind) -> Bool {
    guard let keys = KeySequence(text)?.keys, keys.count == 1 else { return false }
    return windowKey(keys[0], in: kind) == nil
  }
}

/// Keys as text, and their meaning.
package typealias KeyText = (keys: String, text: String)

/// A hint with the names of its keys in the keymap.
struct KeyHint: Equatable, Sendable {
  var keys: [String]
  var text: String

  /// The keys as texts that follow one another: "↑" "↓", "[" " ]".
  fileprivate var signs: [String] {
    let signs = keys.map(Hint.sign)
    return signs.prefix(1)
      + zip(signs, signs.dropFirst()).map { last, sign in
        // Arrows are joined, and their common modifiers are named once.
        let isPair =
          last.last.map(KeyHint.arrows.contains) == true
          && sign.last.map(KeyHint.arrows.contains) == true && last.dropLast() == sign.dropLast()
        return isPair ? String(sign.suffix(1)) : " " + sign
      }
  }

  private static let arrows: Set<Character> = ["↑", "↓", "←", "→"]

  fileprivate var columns: Int {
    TextWidth.columns(of: signs.joined()) + 1 + TextWidth.columns(of: text)
  }
}

extension [Hint] {
  func shown(_ keymap: Keymap, in kind: WindowKind) -> [KeyHint] {
    map { KeyHint(keys: $0.names(keymap, in: kind), text: $0.text) }.filter { !$0.keys.isEmpty }
  }
}

extension Canvas {
  /// Writes as many hints as there is room for beside the last one. A click on a key presses it,
  /// and so does one on the text of a single key.
  func put(_ hints: some Sequence<KeyHint>, gap: Int? = nil, last: KeyHint? = nil) {
    let gap = gap ?? (columns >= 50 ? 3 : 1)
    let reserved = last.map { $0.columns + gap } ?? 0
    var line = self
    for hint in hints {
      guard hint.columns + reserved <= line.columns else { break }
      line.write(hint, .hint)
      line.skip(gap)
    }
    if let last { line.put([last]) }
  }

  /// Writes the keys of a window in its last line.
  func putKeys(_ hints: [KeyHint]) {
    lastLine.put(hints.dropLast(), gap: columns >= 60 ? 3 : 1, last: hints.last)
  }

  /// Makes the first columns press a key when they are clicked, where the text names a single one.
  func addButton(_ key: KeyText, columns: Int) {
    if let keys = KeySequence(key.keys)?.keys { addButton(keys, columns: columns) }
  }

  /// Writes a hint behind a label, which goes first where there is no room beside the last hint.
  ///
  /// - Returns: False where there is no room for the hint itself.
  mutating func write(
    _ hint: KeyHint, _ face: Face, behind label: String, leaving last: KeyHint?
  ) -> Bool {
    let gap = columns >= 50 ? 3 : 2
    let room = columns - (last.map { $0.columns + gap } ?? 0)
    guard hint.columns <= room else { return false }
    if TextWidth.columns(of: label) + 1 + hint.columns <= room {
      write(label, .dimmed)
      skip(1)
    }
    write(hint, face)
    skip(gap)
    return true
  }

  private mutating func write(_ hint: KeyHint, _ face: Face) {
    for (key, sign) in zip(hint.keys, hint.signs) {
      let columns = hint.keys.count == 1 ? hint.columns : TextWidth.columns(of: sign)
      if let keys = KeySequence(key)?.keys { addButton(keys, columns: columns) }
      write(sign, .key)
    }
    skip(1)
    write(hint.text, face)
  }
}
