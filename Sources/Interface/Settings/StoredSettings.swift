import Music

/// What config.toml says, and what was sent to it.
package struct StoredSettings: Equatable, Sendable {
  /// The values of the file, defaults included; none before they were read.
  private(set) var file: [Setting: SettingValue] = [:]
  /// The settings that the file names.
  private(set) var named: Set<Setting> = []
  /// The values that were read or sent last, in the order of `Setting.allCases`.
  private var known: [SettingValue] = []
  /// Settings that the command line decides this time.
  private(set) var fixed: Set<Setting> = []
  /// The number of the last change that was sent.
  private(set) var serial = 0
  private(set) var mistakes: [String] = []

  /// Settings that nothing else in the interface holds.
  var watches = true
  var hidesPrivate = false
  var analysis = AnalysisMode.standard
  /// Percent.
  var volumeStep = 5

  /// Whether changes are stored.
  var isStarted: Bool { !known.isEmpty }

  /// The file was read.
  ///
  /// - Returns: The settings whose values in the file are new.
  mutating func take(_ new: SettingsFile) -> [(Setting, SettingValue)] {
    var changes: [(Setting, SettingValue)] = []
    for entry in SettingsTable.entries where !new.faulty.contains(entry.setting) {
      let value = new.values[entry.setting] ?? entry.standard
      if file[entry.setting] != value, !fixed.contains(entry.setting) {
        changes.append((entry.setting, value))
      }
      file[entry.setting] = value
    }
    named = Set(new.values.keys).union(new.faulty)
    mistakes = new.mistakes
    return changes
  }

  mutating func fix(_ settings: Set<Setting>) { fixed = settings }

  /// The current values are those of the file.
  mutating func settle(_ current: [SettingValue]) { known = current }

  /// A setting has its default, and leaves the file.
  mutating func unset(_ setting: Setting, _ value: SettingValue) -> SettingsEffect {
    serial += 1
    if let index = Setting.allCases.firstIndex(of: setting), isStarted { known[index] = value }
    fixed.remove(setting)
    named.remove(setting)
    return .unset(setting, serial: serial)
  }

  /// The values that are new since the last call.
  mutating func takeChanges(_ current: [SettingValue]) -> SettingsEffect? {
    guard isStarted, known != current else { return nil }
    var changes: [Setting: SettingValue] = [:]
    for (setting, (old, new)) in zip(Setting.allCases, zip(known, current)) where old != new {
      changes[setting] = new
    }
    known = current
    fixed.subtract(changes.keys)
    serial += 1
    return .store(changes, serial: serial)
  }
}
