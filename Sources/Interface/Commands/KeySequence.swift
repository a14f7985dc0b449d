package import Screen

/// Keys pressed one after the other, as keys.toml and the help write them: "m 1", "Ctrl-Z".
package struct KeySequence: Hashable, Sendable {
  package var keys: [Key]

  package init(_ keys: [Key]) { self.keys = keys }

  private static let names: [(name: String, code: Key.Code)] = [
    ("Space", .character(" ")), ("Enter", .enter), ("Esc", .escape), ("Tab", .tab),
    ("Backspace", .backspace), ("Del", .delete), ("Ins", .insert), ("Up", .up), ("Down", .down),
    ("Left", .left), ("Right", .right), ("Home", .home), ("End", .end), ("PgUp", .pageUp),
    ("PgDn", .pageDown),
  ]

  private static let modifiers: [(prefix: String, modifier: Key.Modifiers)] = [
    ("Ctrl-", .control), ("Alt-", .alt), ("Shift-", .shift),
  ]

  /// Parses a sequence; nil for an invalid one.
  package init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: true)
    guard !parts.isEmpty, parts.count <= 3 else { return nil }
    var keys: [Key] = []
    for part in parts {
      guard let key = KeySequence.key(String(part)) else { return nil }
      keys.append(key)
    }
    self.keys = keys
  }

  private static func key(_ text: String) -> Key? {
    var rest = text
    var modifiers: Key.Modifiers = []
    while let found = self.modifiers.first(where: {
      rest.lowercased().hasPrefix($0.prefix.lowercased()) && rest.count > $0.prefix.count
    }) {
      modifiers.insert(found.modifier)
      rest.removeFirst(found.prefix.count)
    }
    if modifiers.contains(.shift), rest.count == 1 || rest.lowercased() == "space" {
      // A shifted character carries no shift: the terminal sends "M".
      let upper = rest.uppercased()
      guard upper.count == 1, upper != rest.lowercased(), !modifiers.contains(.control) else {
        return nil
      }
      modifiers.remove(.shift)
      rest = upper
    }
    if rest.count == 1, let character = rest.first {
      // A terminal cannot tell Ctrl-Z from Ctrl-z.
      let plain = modifiers.contains(.control) ? Character(character.lowercased()) : character
      return Key(.character(plain), modifiers)
    }
    if let named = names.first(where: { $0.name.lowercased() == rest.lowercased() }) {
      return Key(named.code, modifiers)
    }
    guard rest.first == "F" || rest.first == "f", let number = Int(rest.dropFirst()),
      (1...24).contains(number)
    else { return nil }
    return Key(.function(number), modifiers)
  }

  package var text: String { keys.map(KeySequence.text).joined(separator: " ") }

  private static func text(_ key: Key) -> String {
    let prefix = modifiers.filter { key.modifiers.contains($0.modifier) }.map(\.prefix).joined()
    switch key.code {
    case .function(let number): return prefix + "F\(number)"
    case .character(let character) where character != " ":
      return prefix + (key.modifiers.contains(.control) ? character.uppercased() : "\(character)")
    default: return prefix + (names.first { $0.code == key.code }?.name ?? "")
    }
  }
}
