// The texts that are made from the table: config.toml, docs/settings.md, corrections of names.
extension SettingsTable {
  /// The setting of a typed name, in any case.
  package static func setting(named name: String) -> Setting? {
    Setting(rawValue: name.trimmingSpaces().lowercased())
  }

  /// The reason why a name is no setting's, with the likely meant one.
  ///
  /// - Parameter isCorrected: whether the meant name is looked for, which takes a while.
  package static func unknown(
    _ name: String, quoted: String, isCorrected: Bool = true
  ) -> String {
    guard isCorrected else { return "there is no setting “\(quoted)”" }
    let near = CommandLineReader.nearest(to: name.lowercased(), in: Setting.allCases.map(\.name))
    return "there is no setting “\(quoted)”" + (near.map { "; did you mean \($0)?" } ?? "")
  }

  /// The whole file, with every setting and its comment.
  ///
  /// - Parameter values: Values in place of the defaults.
  package static func file(_ values: [Setting: SettingValue] = [:]) -> String {
    var text = """
      # The settings of Tritone: docs/settings.md and tritone-config(5) explain them.
      # A change holds as soon as the file is saved; a line that is taken out has its default.

      """
    for group in Setting.groups {
      text += "\n[\(group)]\n"
      for entry in entries where entry.setting.path.group == group {
        let value = values[entry.setting] ?? entry.standard
        text += "# \(entry.summary) (\(entry.type.words))\n"
        text += "\(entry.setting.path.key) = \(value.toml)\n"
      }
    }
    return text
  }

  /// docs/settings.md.
  package static func markdown() -> String {
    var text = """
      # Settings

      Made by `make docs` from the table that the player itself uses. [config.md](config.md) explains
      the file and the commands that change it. In front of the point of a name stands its section in
      `config.toml`.

      """
    for group in Setting.groups {
      text += "\n## \(title(ofGroup: group))\n\n"
      text += "| Setting | Values | Default | Does | Holds |\n|---|---|---|---|---|\n"
      for entry in entries where entry.setting.path.group == group {
        text += "| `\(entry.setting.name)` | \(entry.type.words) | `\(entry.standard.toml)` "
        text += "| \(entry.summary) | \(entry.moment.rawValue) |\n"
      }
    }
    return text
  }
}
