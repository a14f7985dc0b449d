import Screen

// What keys mean in windows.
extension Keymap {
  /// What keys of characters are in a window.
  enum Typing {
    /// Keys like all others.
    case nothing
    /// The window's own keys, and else letters by which it finds something.
    case letters
    /// Text.
    case text(TextField)
  }

  /// The meaning of a key; nil for one that means nothing there, or is typed.
  func windowKey(
    _ key: Key, in kind: WindowKind, typing: Typing = .nothing
  ) -> WindowKey? {
    guard case .character = key.code else {
      // A modifier that means nothing of its own is not looked at.
      return meaning(of: key, in: kind, typing) ?? meaning(of: Key(key.code), in: kind, typing)
    }
    guard key.modifiers.isEmpty else { return meaning(of: key, in: kind, typing) }
    switch typing {
    case .nothing: return meaning(of: key, in: kind, typing)
    case .letters: return windows.meaning(of: key, boundTo: kind)
    case .text: return nil
    }
  }

  private func meaning(of key: Key, in kind: WindowKind, _ typing: Typing) -> WindowKey? {
    if let own = windows.meaning(of: key, boundTo: kind) { return own }
    if case .text(let field) = typing, !field.text.isEmpty, field.edits(key) { return nil }
    // With a letter for closing a window in which text is typed could not be left otherwise.
    return windows.meaning(of: key, boundTo: nil) ?? (key.code == .escape ? .close : nil)
  }

  /// The keys of a row of the table, for help.
  func keys(of entry: WindowEntry) -> [String] {
    windows.keys(for: entry.meaning, boundTo: entry.place, among: WindowTable.entries)
  }

  /// The keys of a window, the usual one first.
  package func keys(for key: WindowKey, in kind: WindowKind) -> [String] {
    windows.keys(for: key, in: kind, among: WindowTable.entries)
  }

  /// The name of a key in messages and hints: the usual one, with arrows as signs, or what
  /// keys.toml calls it where there is none.
  func key(for key: WindowKey, in kind: WindowKind) -> String {
    keys(for: key, in: kind).first.map(Hint.sign)
      ?? WindowTable.entries.first { $0.meaning == key && ($0.place ?? kind) == kind }?.name ?? ""
  }
}

extension App {
  /// What a message calls a key of a window.
  func key(_ key: WindowKey, in kind: WindowKind) -> String { keymap.key(for: key, in: kind) }
}
