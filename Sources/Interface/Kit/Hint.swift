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

  /// The keys as text: "↑↓", "[ ]"; nil where the user removed them.
  func shown(_ keymap: Keymap, in kind: WindowKind) -> String? {
    let names = keys.flatMap { key -> [String] in
      switch key {
      case .window(let key): keymap.keys(for: key, in: kind).prefix(1).map(\.self)
      case .all(let key): keymap.keys(for: key, in: kind)
      case .last(let key): keymap.keys(for: key, in: kind).suffix(1)
      case .command(let command):
        keymap.keys(for: command).filter { keymap.isFree($0, in: kind) }.prefix(1).map(\.self)
      }
    }
    guard var text = names.first.map(Hint.sign) else { return nil }
    for (before, name) in zip(names, names.dropFirst()) {
      let (last, sign) = (Hint.sign(before), Hint.sign(name))
      // Arrows are joined, and their common modifiers are named once.
      let isPair =
        last.last.map(Hint.arrows.contains) == true && sign.last.map(Hint.arrows.contains) == true
        && last.dropLast() == sign.dropLast()
      text += isPair ? String(sign.suffix(1)) : " " + sign
    }
    return text
  }

  private static let arrows: Set<Character> = ["↑", "↓", "←", "→"]

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

extension [Hint] {
  func shown(_ keymap: Keymap, in kind: WindowKind) -> [KeyText] {
    compactMap { hint in hint.shown(keymap, in: kind).map { ($0, hint.text) } }
  }
}

extension Canvas {
  /// Writes as many hints as there is room for beside the last one.
  package func put(_ hints: some Sequence<KeyText>, gap: Int? = nil, last: KeyText? = nil) {
    func width(_ hint: KeyText) -> Int {
      TextWidth.columns(of: hint.keys) + 1 + TextWidth.columns(of: hint.text)
    }
    let gap = gap ?? (columns >= 50 ? 3 : 1)
    let reserved = last.map { width($0) + gap } ?? 0
    var line = self
    for hint in hints {
      guard width(hint) + reserved <= line.columns else { break }
      line.write(hint.keys, .key)
      line.skip(1)
      line.write(hint.text, .hint)
      line.skip(gap)
    }
    if let last { line.put([last]) }
  }
}
