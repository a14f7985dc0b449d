import Interface

extension App {
  /// A setting that differs from its default.
  func kept(_ setting: Setting) -> SettingValue? {
    let value = value(of: setting)
    return value == SettingsTable.entry(setting).standard ? nil : value
  }

  /// The file in which all settings are as here.
  var keptSettings: SettingsFile {
    var values: [Setting: SettingValue] = [:]
    for setting in Setting.allCases { values[setting] = kept(setting) }
    return SettingsFile(values: values)
  }
}

extension Stage {
  /// Begins with the settings of another start.
  mutating func begin(with settings: SettingsFile, fixed: Set<Setting> = []) {
    send(.settings(.started(settings, fixed: fixed)))
  }

  /// The effects on config.toml since the last call; others are dropped.
  mutating func receiveSettings() -> [SettingsEffect] {
    receive().compactMap { if case .settings(let effect) = $0 { effect } else { nil } }
  }
}
