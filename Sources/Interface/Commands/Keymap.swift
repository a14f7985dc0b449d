package import Screen

/// The key bindings of commands and of windows.
package struct Keymap: Equatable, Sendable {
  package enum Match: Equatable, Sendable {
    case command(Command)
    /// The beginning of a longer sequence.
    case prefix
    case none
  }

  private let commands: KeyBindings<CommandEntry>
  let windows: KeyBindings<WindowEntry>

  package static let standard = Keymap()

  package let preset: KeyPreset
  /// The user's own keys, by the names of the tables.
  let own: [String: [KeySequence]]
  /// Why the user's file is not used; nil where it is.
  package var mistake: String?

  /// The defaults, with the keys of some commands or windows replaced, by the names of the tables.
  /// Defaults that conflict with the user's own keys are dropped.
  package init(preset: KeyPreset = .own, replacing keys: [String: [KeySequence]] = [:]) {
    commands = KeyBindings(CommandTable.entries, preset: preset.sequences, replacing: keys)
    windows = KeyBindings(WindowTable.entries, replacing: keys)
    self.preset = preset
    own = keys
  }

  /// Two of the user's own keys, one of which hides the other.
  package struct Conflict: Equatable, Sendable {
    package var keys: KeySequence
    package var command: String
    package var otherKeys: KeySequence
    package var otherCommand: String
  }

  /// The first conflict among the user's keys, by the names of the tables; nil for none.
  package static func conflict(in keys: [(name: String, keys: KeySequence)]) -> Conflict? {
    KeyBindings.conflict(in: keys, of: CommandTable.entries)
      ?? KeyBindings.conflict(in: keys, of: WindowTable.entries)
  }

  /// The meaning in a pane of the keys pressed so far; a binding of the pane itself comes first.
  package func match(_ keys: [Key], in pane: Pane) -> Match {
    switch commands.match(keys, in: pane) {
    case .meaning(let command): .command(command)
    case .prefix: .prefix
    case .none: .none
    }
  }

  /// The possible next keys in a pane after those pressed so far.
  package func continuations(of keys: [Key], in pane: Pane) -> [String] {
    commands.continuations(of: keys, in: pane)
  }

  /// The keys that complete a sequence in a pane, with what they do.
  func completions(of keys: [Key], in pane: Pane) -> [KeyText] {
    commands.longer(than: keys, in: pane).map { rest, command in
      let entry = CommandTable.entries.first { $0.command == command }
      return (rest, entry?.summary ?? "")
    }
  }

  /// The name of a command in messages: its first key, or its name where it has no key.
  package func key(for command: Command) -> String {
    keys(for: command).first
      ?? CommandTable.entries.first { $0.command == command }.map { ":" + $0.name } ?? ""
  }

  /// The keys of a command, for help.
  package func keys(for command: Command) -> [String] {
    commands.keys(for: command)
  }
}

extension CommandEntry: KeyEntry {
  package var meaning: Command { command }
  package var scope: Pane? { pane }
}
