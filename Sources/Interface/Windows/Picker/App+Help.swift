// The list of all keys and commands.
extension App {
  mutating func openHelp() {
    var choices: [Picker.Choice] = []
    for section in CommandTable.sections {
      choices.append(Picker.Choice(section.title, .heading))
      for entry in section.entries {
        let keys = keymap.keys(for: entry.command).joined(separator: "  ")
        choices.append(
          Picker.Choice(
            entry.summary, detail: keys.isEmpty ? ":\(entry.name)" : keys, name: ":\(entry.name)",
            .command(entry.command)))
      }
    }
    choices.append(Picker.Choice("With an argument", .heading))
    choices += CommandLineReader.usages.map {
      Picker.Choice($0.summary, detail: ":" + $0.form, .typed($0.name + " "))
    }
    for section in WindowTable.sections {
      choices.append(Picker.Choice(section.title, .heading))
      choices += section.entries.map { entry in
        let keys = keymap.keys(of: entry).joined(separator: "  ")
        return Picker.Choice(
          entry.summary, detail: keys.isEmpty ? entry.name : keys, name: entry.name, .note)
      }
    }
    windows.open(.picker(Picker(.help, title: "Help", choices: choices)))
  }
}
