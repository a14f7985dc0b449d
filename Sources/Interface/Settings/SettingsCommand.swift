/// Commands about the settings of config.toml.
package enum SettingsCommand: Hashable, Sendable {
  /// Opens the window of all settings.
  case list
  /// Opens the file in the user's editor.
  case edit
  /// The value as typed; nil shows it.
  case set(name: String, String?)

  /// Reads “theme.name Vinyl” or “theme.name”.
  init?(_ text: String) {
    let name = String(text.prefix { $0 != " " && $0 != "=" })
    guard !name.isEmpty else { return nil }
    let value = text.dropFirst(name.count).drop { $0 == " " || $0 == "=" }.trimmingSpaces()
    self = .set(name: name, value.isEmpty ? nil : value)
  }

  static let entries: [CommandEntry] = [
    CommandEntry(.settings(.list), "settings", does: "all settings, to read and change…"),
    CommandEntry(.settings(.edit), "edit-settings", does: "open config.toml in your editor"),
  ]

  static let usages: [CommandLineReader.Usage] = [
    CommandLineReader.Usage(
      form: "set NAME VALUE", summary: "show a setting by its name, or change it"
    ) { SettingsCommand($0).map { .settings($0) } }
  ]
}

extension App {
  mutating func performSettings(_ command: SettingsCommand) -> [Effect] {
    switch command {
    case .list:
      windows.open(.settings(SettingsPanel()))
      return []
    case .edit:
      let values = Setting.allCases.map { ($0, value(of: $0)) }
      return [.settings(.prepare(Dictionary(uniqueKeysWithValues: values)))]
    case .set(let name, let typed):
      guard let setting = SettingsTable.setting(named: name) else {
        let unknown = SettingsTable.unknown(name, quoted: name)
        say(unknown.prefix(1).uppercased() + unknown.dropFirst(), .bad)
        return []
      }
      guard let typed else {
        let value = value(of: setting).toml
        say("\(setting.name) = \(value): \(SettingsTable.entry(setting).summary)")
        return []
      }
      guard let value = read(typed, for: setting) else {
        say(mistake(in: typed, for: setting), .bad)
        return []
      }
      return set(setting, to: value)
    }
  }

  /// The value that was typed for a setting; nil for none of its type.
  func read(_ typed: String, for setting: Setting) -> SettingValue? {
    let type = SettingsTable.entry(setting).type
    guard let value = type.read(typed) else { return nil }
    guard case .skin = type, !value.word.isEmpty, !skins.names.isEmpty else { return value }
    // As the skin itself writes its name.
    return skins.names.first { $0.lowercased() == value.word.lowercased() }.map { .text($0) }
  }

  func mistake(in typed: String, for setting: Setting) -> String {
    let type = SettingsTable.entry(setting).type
    return type.read(typed) == nil
      ? "\(setting.name) is \(type.words)" : "There is no skin “\(typed)”"
  }

  /// The lines that an argument of `:set` may become.
  func settingCompletions(of argument: String) -> [String] {
    let name = argument.prefix { $0 != " " }
    guard argument.contains(" "), let setting = SettingsTable.setting(named: String(name)) else {
      return Setting.allCases.map { $0.name + " " }
    }
    return choices(of: setting).map { "\(setting.name) \($0)" }
  }

  /// The values of a setting that can be listed.
  func choices(of setting: Setting) -> [String] {
    let type = SettingsTable.entry(setting).type
    if case .skin = type { return skins.names }
    return type.choices
  }
}
