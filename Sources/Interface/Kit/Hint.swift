import Screen

/// Keys and what they do, for the lines under windows; the keys are those that the keymap gives.
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

  /// The keys as they show: "↑↓", "[ ]"; nil where the user took them away.
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
      // Arrows stand together, and what is held with them is said once.
      let isPair =
        last.last.map(Hint.arrows.contains) == true && sign.last.map(Hint.arrows.contains) == true
        && last.dropLast() == sign.dropLast()
      text += isPair ? String(sign.suffix(1)) : " " + sign
    }
    return text
  }

  private static let arrows: Set<Character> = ["↑", "↓", "←", "→"]

  /// A key's name with its arrow as a sign.
  static func sign(_ name: String) -> String {
    for (word, arrow) in [("Up", "↑"), ("Down", "↓"), ("Left", "←"), ("Right", "→")]
    where name == word || name.hasSuffix("-" + word) {
      return name.dropLast(word.count) + arrow
    }
    return name
  }
}

extension Keymap {
  /// Whether a window leaves a key of a command alone.
  fileprivate func isFree(_ text: String, in kind: WindowKind) -> Bool {
    guard let keys = KeySequence(text)?.keys, keys.count == 1 else { return false }
    return windowKey(keys[0], in: kind) == nil
  }
}

/// Hints in a line of a window, as many as there is room for.
struct HintLine {
  let keymap: Keymap
  let kind: WindowKind

  func draw(_ hints: [Hint], in line: Rect, gap: Int? = nil, _ frame: inout Frame) {
    var column = line.column
    let gap = gap ?? (line.columns >= 50 ? 3 : 1)
    for hint in hints {
      guard let key = hint.shown(keymap, in: kind) else { continue }
      let width = TextWidth.columns(of: key) + 1 + TextWidth.columns(of: hint.text)
      guard column + width <= line.right else { return }
      column += frame.put(key, row: line.row, column: column, face: .key, ground: .overlay) + 1
      column +=
        frame.put(hint.text, row: line.row, column: column, face: .hint, ground: .overlay) + gap
    }
  }
}
