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
  }

  private var commands: [Place: Command] = [:]
  private var prefixes: Set<KeySequence> = []

  package static let standard = Keymap()

  /// The defaults, with the keys of some commands replaced; names are those of the table.
  package init(replacing keys: [String: [KeySequence]] = [:]) {
    for entry in CommandTable.entries {
      let sequences = keys[entry.name] ?? entry.keys.compactMap { KeySequence($0) }
      for sequence in sequences { bind(sequence, to: entry.command, in: entry.pane) }
    }
    // Keys that the user gave to a command are taken from the one that had them.
    for (name, sequences) in keys {
      guard let entry = CommandTable.entries.first(where: { $0.name == name }) else { continue }
      for sequence in sequences { bind(sequence, to: entry.command, in: entry.pane) }
    }
  }

  private mutating func bind(_ sequence: KeySequence, to command: Command, in pane: Pane?) {
    commands[Place(keys: sequence, pane: pane)] = command
    for length in 1..<max(1, sequence.keys.count) {
      prefixes.insert(KeySequence(Array(sequence.keys.prefix(length))))
    }
  }

  /// What the keys pressed so far mean in a pane; a binding of the pane itself comes first.
  package func match(_ keys: [Key], in pane: Pane) -> Match {
    let sequence = KeySequence(keys)
    if let command = commands[Place(keys: sequence, pane: pane)] { return .command(command) }
    if prefixes.contains(sequence) { return .prefix }
    if let command = commands[Place(keys: sequence, pane: nil)] { return .command(command) }
    return .none
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
