import Screen

// The meanings of keys in windows.
extension Keymap {
  /// How a window handles character keys.
  enum Typing {
    /// As ordinary keys.
    case nothing
    /// As the window's own keys, and else as letters of a search.
    case letters
    /// Text.
    case text(TextField)
  }

  /// The action of a key in a window with the keys `Own`; nil for typed text and keys without a
  /// meaning.
  func windowAction<Own>(
    _ key: Key, of own: Own.Type, typing: Typing = .nothing
  ) -> WindowAction<Own>? {
    windowKey(key, in: Own.kind, typing: typing).flatMap { WindowAction($0) }
  }

  /// The meaning of a key; nil for typed text and keys without a meaning.
  func windowKey(
    _ key: Key, in kind: WindowKind, typing: Typing = .nothing
  ) -> WindowKey? {
    guard case .character = key.code else {
      // A modifier without a meaning of its own is ignored.
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
    // In an empty line of a search these keys scroll the list; a field of a form has none.
    let isForm = kind == .build || kind == .deviceForm || kind == .serverForm
    if case .text(let field) = typing, isForm || !field.text.isEmpty, field.edits(key) {
      return nil
    }
    if let meaning = windows.meaning(of: key, boundTo: nil) { return meaning }
    // Where letters are typed, a window whose keys are all letters could not be used.
    switch (key.code, typing) {
    case (.escape, _): return .close
    case (_, .nothing): return nil
    case (.enter, _): return .accept
    case (.up, _): return .move(.up)
    case (.down, _): return .move(.down)
    default: return nil
    }
  }

  /// The keys of a row of the table, for help.
  func keys(of entry: WindowEntry) -> [String] {
    windows.keys(for: entry.meaning, boundTo: entry.scope, among: WindowTable.entries)
  }

  /// The keys of a window's action, the usual one first.
  package func keys(for key: WindowKey, in kind: WindowKind) -> [String] {
    windows.keys(for: key, in: kind, among: WindowTable.entries)
  }

  /// The name of a key in messages and hints: the usual one, with arrows as signs, or its name in
  /// keys.toml where it has none.
  func key(for key: WindowKey, in kind: WindowKind) -> String {
    keys(for: key, in: kind).first.map(Hint.sign)
      ?? WindowTable.entries.first { $0.meaning == key && ($0.scope ?? kind) == kind }?.name ?? ""
  }
}

extension App {
  /// The name of a window's key in messages.
  func key(_ key: WindowKey, in kind: WindowKind) -> String { keymap.key(for: key, in: kind) }
}
