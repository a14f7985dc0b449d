import Music
import Screen

// The user's own keys, and what they leave of the others.
extension Keymap {
  /// Commands that have a key in the preset and none because of the user's own keys.
  package var displaced: [CommandEntry] {
    // Else the table is built twice at each start.
    guard !own.isEmpty else { return [] }
    let before = Keymap(preset: preset)
    return CommandTable.entries.filter {
      own[$0.name] == nil && keys(for: $0.command).isEmpty
        && !before.keys(for: $0.command).isEmpty
    }
  }
}

extension App {
  /// Tells at the start that keys are gone.
  mutating func sayDisplaced() {
    let names = keymap.displaced.map(\.name)
    guard let first = names.first else { return }
    let others = names.count > 1 ? " and \((names.count - 1).counted("other command"))" : ""
    say("Your keys leave \(first)\(others) without one: :keys shows them")
  }

  /// Opens the report of the user's own keys.
  mutating func openKeys() {
    var report = ReportPanel(title: "Keys")
    if let mistake = keymap.mistake { report.add("Not used", [ReportLine(mistake)]) }
    report.add(
      "In keys.toml",
      [
        ReportLine(
          "Keys of \(keymap.preset.name)",
          below: keymap.preset == .own
            ? "keys = \"vim\" takes those of another program: "
              + KeyPreset.all.map(\.name).joined(separator: ", ") : "")
      ])
    let names =
      CommandTable.entries.map { ($0.name, $0.summary) }
      + WindowTable.entries.map { ($0.name, $0.summary) }
    report.add(
      "Your own",
      names.compactMap { name, summary in
        keymap.own[name].map { keys in
          let texts = keys.map(\.text).joined(separator: "  ")
          return ReportLine("\(name): \(summary)", detail: texts.isEmpty ? "no key" : texts)
        }
      })
    report.add(
      "Without a key because of them",
      keymap.displaced.map { ReportLine("\($0.name): \($0.summary)", detail: ":" + $0.name) })
    report.add(
      "Without a key in this preset",
      keymap.preset.withoutKeys.filter { keymap.keys(for: $0.command).isEmpty }.map {
        ReportLine("\($0.name): \($0.summary)", detail: ":" + $0.name)
      })
    windows.open(.report(report))
  }

  /// Takes a digit of a count, where the keys have counts and the digit no meaning of its own.
  mutating func takeDigit(_ key: Key) -> Bool {
    guard keymap.preset.hasCounts, terminal.pendingKeys.isEmpty, key.modifiers.isEmpty,
      case .character(let character) = key.code, character.isASCII,
      let digit = character.wholeNumberValue,
      terminal.count != nil || keymap.match([key], in: focus) == .none
    else { return false }
    // More rows than any list has, and no overflow.
    terminal.count = min(9_999_999, (terminal.count ?? 0) * 10 + digit)
    return true
  }
}
