import Screen

/// A row of a table of keys: some keys, their meaning, and their texts in keys.toml and the help.
package protocol KeyEntry: Sendable {
  associatedtype Meaning: Hashable, Sendable
  /// A scope for keys with a meaning of their own: a pane, a window.
  associatedtype Scope: Hashable, Sendable

  var meaning: Meaning { get }
  /// The name in keys.toml.
  var name: String { get }
  var summary: String { get }
  /// Default keys, in the format of `KeySequence`.
  var keys: [String] { get }
  /// The only scope with these keys; nil for all scopes.
  var scope: Scope? { get }
}

/// The keys of a table, some of them replaced by the user's.
package struct KeyBindings<Entry: KeyEntry>: Equatable, Sendable {
  package enum Match: Equatable, Sendable {
    case meaning(Entry.Meaning)
    /// The beginning of a longer sequence.
    case prefix
    case none
  }

  private struct Binding: Hashable {
    var keys: KeySequence
    var scope: Entry.Scope?

    /// Whether the two bindings hide one another where both apply.
    func excludes(_ other: Binding) -> Bool {
      guard scope == nil || other.scope == nil || scope == other.scope else { return false }
      let (mine, its) = (keys.keys, other.keys.keys)
      // A key of a scope hides the global meaning there only.
      if scope != nil, other.scope == nil { return false }
      return mine.starts(with: its) || its.starts(with: mine)
    }

    /// Whether two of the user's own keys conflict. A scope may give a global key a meaning of its
    /// own; a longer sequence of the scope would leave the global key waiting there.
    func conflicts(with other: Binding) -> Bool {
      let (mine, its) = (keys.keys, other.keys.keys)
      if scope == other.scope { return mine.starts(with: its) || its.starts(with: mine) }
      if other.scope == nil { return mine.count > its.count && mine.starts(with: its) }
      return scope == nil && its.count > mine.count && its.starts(with: mine)
    }
  }

  private var meanings: [Binding: Entry.Meaning] = [:]
  private var prefixes: Set<Binding> = []
  /// The keys of each meaning in any scope, in the order of its first row: cached, as a frame names
  /// a dozen commands by their keys.
  private var keys: [Entry.Meaning: [String]] = [:]

  /// The defaults of a table, with the keys of some rows replaced, by their names: first by those of
  /// a preset, then by the user's.
  init(
    _ entries: [Entry], preset: [String: [KeySequence]] = [:],
    replacing keys: [String: [KeySequence]]
  ) {
    let table = entries.map { $0.keys.compactMap { KeySequence($0) } }
    let defaults = Self.replaced(entries, table, by: preset)
    let sequences = Self.replaced(entries, defaults, by: keys)
    for (entry, sequences) in zip(entries, sequences) {
      for sequence in sequences { bind(sequence, to: entry) }
    }
    let bound = Dictionary(grouping: meanings, by: \.value)
    for (entry, defaults) in zip(entries, defaults) where self.keys[entry.meaning] == nil {
      let texts = bound[entry.meaning, default: []].map(\.key.keys.text)
      self.keys[entry.meaning] = sorted(texts, as: defaults.map(\.text))
    }
  }

  /// The keys of each row, some replaced by its name.
  ///
  /// A default that would hide one of the new keys is dropped: the same key, in a single scope too, a
  /// sequence that begins with it, and the key that a new sequence begins with.
  private static func replaced(
    _ entries: [Entry], _ defaults: [[KeySequence]], by keys: [String: [KeySequence]]
  ) -> [[KeySequence]] {
    let new = zip(entries, defaults).flatMap { entry, defaults in
      // A repeated default of the row's own hides nothing in other scopes.
      (keys[entry.name] ?? []).filter { entry.scope != nil || !defaults.contains($0) }
        .map { Binding(keys: $0, scope: entry.scope) }
    }
    return zip(entries, defaults).map { entry, defaults in
      keys[entry.name]
        ?? defaults.filter { sequence in
          let binding = Binding(keys: sequence, scope: entry.scope)
          return !new.contains { $0.excludes(binding) }
        }
    }
  }

  private mutating func bind(_ sequence: KeySequence, to entry: Entry) {
    meanings[Binding(keys: sequence, scope: entry.scope)] = entry.meaning
    for length in 1..<max(1, sequence.keys.count) {
      let begun = KeySequence(Array(sequence.keys.prefix(length)))
      prefixes.insert(Binding(keys: begun, scope: entry.scope))
    }
  }

  /// The first conflict among the user's keys, by the names of a table; nil for none.
  static func conflict(
    in keys: [(name: String, keys: KeySequence)], of entries: [Entry]
  ) -> Keymap.Conflict? {
    let bindings = keys.compactMap { name, keys in
      entries.first { $0.name == name }.map { (name, Binding(keys: keys, scope: $0.scope)) }
    }
    for (index, (name, binding)) in bindings.enumerated() {
      for (otherName, other) in bindings[..<index]
      where binding.conflicts(with: other) && (name != otherName || binding.keys != other.keys) {
        return Keymap.Conflict(
          keys: binding.keys, command: name, otherKeys: other.keys, otherCommand: otherName)
      }
    }
    return nil
  }

  /// The meaning of keys in a scope; a binding of the scope itself comes first.
  func match(_ keys: [Key], in scope: Entry.Scope) -> Match {
    let sequence = KeySequence(keys)
    let here = Binding(keys: sequence, scope: scope)
    let anywhere = Binding(keys: sequence, scope: nil)
    if let meaning = meanings[here] { return .meaning(meaning) }
    if prefixes.contains(here) || prefixes.contains(anywhere) { return .prefix }
    return meanings[anywhere].map { .meaning($0) } ?? .none
  }

  /// The meaning of a key bound to one scope, or with nil to all of them.
  func meaning(of key: Key, boundTo scope: Entry.Scope?) -> Entry.Meaning? {
    meanings[Binding(keys: KeySequence([key]), scope: scope)]
  }

  /// The possible next keys in a scope after those pressed so far.
  func continuations(of keys: [Key], in scope: Entry.Scope) -> [String] {
    let longer = meanings.keys.filter { $0.scope == nil || $0.scope == scope }.map(\.keys.keys)
      .filter { $0.count > keys.count && $0.starts(with: keys) }
    return Set(longer.map { KeySequence([$0[keys.count]]).text }).sorted()
  }

  /// The rest of each sequence in a scope that begins with some keys, and its meaning.
  func longer(than keys: [Key], in scope: Entry.Scope) -> [(rest: String, meaning: Entry.Meaning)] {
    meanings.filter { binding, _ in
      (binding.scope == nil || binding.scope == scope)
        && binding.keys.keys.count > keys.count && binding.keys.keys.starts(with: keys)
    }.map { (KeySequence(Array($0.keys.keys.dropFirst(keys.count))).text, $1) }
      .sorted { $0.0 < $1.0 }
  }

  /// The keys of a meaning in any scope, in the order of the table's row.
  func keys(for meaning: Entry.Meaning) -> [String] { keys[meaning] ?? [] }

  /// The keys of a meaning bound to one scope, or with nil to all of them.
  func keys(
    for meaning: Entry.Meaning, boundTo scope: Entry.Scope?, among entries: [Entry]
  ) -> [String] {
    let order = entries.first { $0.meaning == meaning && $0.scope == scope }?.keys ?? []
    let bound = meanings.filter { $0.value == meaning && $0.key.scope == scope }
    return sorted(bound.map(\.key.keys.text), as: order)
  }

  /// The keys of a meaning in a scope, global ones first.
  func keys(for meaning: Entry.Meaning, in scope: Entry.Scope, among entries: [Entry]) -> [String] {
    let rows = entries.filter { $0.meaning == meaning }
    let order = (rows.filter { $0.scope == nil } + rows.filter { $0.scope == scope }).flatMap(
      \.keys)
    let bound = meanings.filter { binding, its in
      its == meaning && (binding.scope == scope || binding.scope == nil)
        && match(binding.keys.keys, in: scope) == .meaning(meaning)
    }
    return sorted(Set(bound.map(\.key.keys.text)).map(\.self), as: order)
  }

  private func sorted(_ keys: [String], as order: [String]) -> [String] {
    keys.sorted { left, right in
      (order.firstIndex(of: left) ?? .max, left) < (order.firstIndex(of: right) ?? .max, right)
    }
  }
}
