import Music

/// The values of config.toml, and the changes that were sent to it.
package struct StoredSettings: Equatable, Sendable {
  /// The values of the file, defaults included; none before they were read.
  private(set) var file: [Setting: SettingValue] = [:]
  /// The values that were read or sent last, in the order of `Setting.allCases`.
  private var known: [SettingValue] = []
  /// Settings that the command line decides this time.
  private(set) var fixed: Set<Setting> = []
  /// Settings that the user has taken back from the command line, until they are stored.
  private var freed: Set<Setting> = []
  /// The number of the last change that was sent.
  private(set) var serial = 0
  private(set) var mistakes: [String] = []

  /// Settings that nothing else in the interface holds.
  var watches = true
  var hidesPrivate = false
  var analysis = AnalysisMode.standard
  var syncs = true
  /// Of the user's app at Spotify.
  var spotifyClientID = ""
  var spotifyPort = 8_765
  /// Whether leaving a terminal keeps the music on.
  var playsInBackground = true
  var unplugging = Unplugging.pause
  package internal(set) var notifies = false
  package internal(set) var keepsAwake = false
  var progress = ProgressChoice.auto
  /// Percent.
  var volumeStep = 5

  /// Whether changes are stored.
  var isStarted: Bool { !known.isEmpty }

  /// The file was read.
  ///
  /// - Returns: The settings whose values in the file are new, without those that were sent to it.
  mutating func take(_ new: SettingsFile) -> [(Setting, SettingValue)] {
    var changes: [(Setting, SettingValue)] = []
    for (index, setting) in Setting.allCases.enumerated() where !new.faulty.contains(setting) {
      let value = new.values[setting] ?? SettingsTable.entry(setting).standard
      let isSent = isStarted && known[index] == value
      if file[setting] != value, !isSent, !fixed.contains(setting) {
        changes.append((setting, value))
      }
      file[setting] = value
    }
    mistakes = new.mistakes
    return changes
  }

  mutating func fix(_ settings: Set<Setting>) { fixed = settings }

  /// The user's word ends the options of the command line for these settings: their values are
  /// stored next, also where they are those of the options.
  mutating func free(_ settings: Set<Setting>) {
    freed.formUnion(settings.intersection(fixed))
    fixed.subtract(settings)
  }

  /// These settings have the values of the file now; all of them at the start. Others may have
  /// values that are yet to be stored.
  mutating func settle(_ settings: [Setting], _ current: [SettingValue]) {
    guard isStarted else {
      known = current
      return
    }
    for (index, setting) in Setting.allCases.enumerated() where settings.contains(setting) {
      known[index] = current[index]
    }
  }

  /// A setting has its default, and leaves the file.
  mutating func unset(_ setting: Setting, _ value: SettingValue) -> SettingsEffect {
    serial += 1
    if let index = Setting.allCases.firstIndex(of: setting), isStarted { known[index] = value }
    freed.remove(setting)
    return .unset(setting, serial: serial)
  }

  /// The values that are new since the last call.
  mutating func takeChanges(_ current: [SettingValue]) -> SettingsEffect? {
    guard isStarted, known != current || !freed.isEmpty else { return nil }
    var changes: [Setting: SettingValue] = [:]
    for (setting, (old, new)) in zip(Setting.allCases, zip(known, current))
    where old != new || freed.contains(setting) {
      changes[setting] = new
    }
    known = current
    freed = []
    fixed.subtract(changes.keys)
    serial += 1
    return .store(changes, serial: serial)
  }
}
