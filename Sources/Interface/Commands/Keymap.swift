package import Screen

/// Which keys mean which command.
package struct Keymap: Equatable, Sendable {
  package enum Match: Equatable, Sendable {
    case command(Command)
    /// The beginning of a longer sequence.
    case prefix
    case none
  }

  private struct Place: Hashable {
    var keys: KeySequence
    var pane: Pane?

    /// Whether one of the two could not be typed where both hold.
    func excludes(_ other: Place) -> Bool {
      guard pane == nil || other.pane == nil || pane == other.pane else { return false }
      let (mine, its) = (keys.keys, other.keys.keys)
      // Keys of a pane come before what they mean elsewhere, and leave that to other panes.
      if pane != nil, other.pane == nil { return false }
      return mine.starts(with: its) || its.starts(with: mine)
    }

    /// Whether one of two of the user's own keys could not be typed. A pane may have a meaning of
    /// its own for a key that has another one elsewhere; a longer sequence of a pane's would leave
    /// the key waiting there.
    func conflicts(with other: Place) -> Bool {
      let (mine, its) = (keys.keys, other.keys.keys)
      if pane == other.pane { return mine.starts(with: its) || its.starts(with: mine) }
      if other.pane == nil { return mine.count > its.count && mine.starts(with: its) }
      return pane == nil && its.count > mine.count && its.starts(with: mine)
    }
  }

  private var commands: [Place: Command] = [:]
  private var prefixes: Set<Place> = []

  package static let standard = Keymap()

  /// The defaults, with the keys of some commands replaced; names are those of the table.
  ///
  /// A default that would keep one of the user's keys from its command gives way: the same key, in
  /// a pane too, a sequence that begins with it, and the key that a sequence of the user begins
  /// with.
  package init(replacing keys: [String: [KeySequence]] = [:]) {
    let own = CommandTable.entries.flatMap { entry in
      (keys[entry.name] ?? []).map { Place(keys: $0, pane: entry.pane) }
    }
    for entry in CommandTable.entries {
      if let sequences = keys[entry.name] {
        for sequence in sequences { bind(sequence, to: entry.command, in: entry.pane) }
        continue
      }
      for sequence in entry.keys.compactMap({ KeySequence($0) }) {
        let place = Place(keys: sequence, pane: entry.pane)
        guard !own.contains(where: { $0.excludes(place) }) else { continue }
        bind(sequence, to: entry.command, in: entry.pane)
      }
    }
  }

  /// Two of the user's own keys of which one keeps the other from its command.
  package struct Conflict: Equatable, Sendable {
    package var keys: KeySequence
    package var command: String
    package var otherKeys: KeySequence
    package var otherCommand: String
  }

  /// The first conflict among the user's keys, by the names of the table; nil for none.
  package static func conflict(in keys: [(name: String, keys: KeySequence)]) -> Conflict? {
    let places = keys.compactMap { name, keys in
      CommandTable.entries.first { $0.name == name }.map {
        (name, Place(keys: keys, pane: $0.pane))
      }
    }
    for (index, (name, place)) in places.enumerated() {
      for (otherName, other) in places[..<index]
      where place.conflicts(with: other) && (name != otherName || place.keys != other.keys) {
        return Conflict(
          keys: place.keys, command: name, otherKeys: other.keys, otherCommand: otherName)
      }
    }
    return nil
  }

  private mutating func bind(_ sequence: KeySequence, to command: Command, in pane: Pane?) {
    commands[Place(keys: sequence, pane: pane)] = command
    for length in 1..<max(1, sequence.keys.count) {
      prefixes.insert(Place(keys: KeySequence(Array(sequence.keys.prefix(length))), pane: pane))
    }
  }

  /// The meaning of the keys pressed so far in a pane; a binding of the pane itself comes first.
  package func match(_ keys: [Key], in pane: Pane) -> Match {
    let sequence = KeySequence(keys)
    let (here, anywhere) = (Place(keys: sequence, pane: pane), Place(keys: sequence, pane: nil))
    if let command = commands[here] { return .command(command) }
    if prefixes.contains(here) || prefixes.contains(anywhere) { return .prefix }
    if let command = commands[anywhere] { return .command(command) }
    return .none
  }

  /// The keys that go on with those pressed so far in a pane.
  package func continuations(of keys: [Key], in pane: Pane) -> [String] {
    let longer = commands.keys.filter { $0.pane == nil || $0.pane == pane }.map(\.keys.keys)
      .filter { $0.count > keys.count && $0.starts(with: keys) }
    return Set(longer.map { KeySequence([$0[keys.count]]).text }).sorted()
  }

  /// The name of a command in messages: its first key, or its name where it has no key.
  package func key(for command: Command) -> String {
    keys(for: command).first
      ?? CommandTable.entries.first { $0.command == command }.map { ":" + $0.name } ?? ""
  }

  /// The keys of a command, for help.
  package func keys(for command: Command) -> [String] {
    let entry = CommandTable.entries.first { $0.command == command }
    let bound = commands.filter { $0.value == command }.map(\.key.keys.text)
    let order = entry?.keys ?? []
    return bound.sorted { left, right in
      (order.firstIndex(of: left) ?? .max, left) < (order.firstIndex(of: right) ?? .max, right)
    }
  }
}
