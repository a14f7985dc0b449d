import Interface
import Library
import Music
import Settings

/// The settings with which a command begins.
struct StartSettings {
  private(set) var file = SettingsFile()
  /// Why settings could not be read or kept.
  private(set) var faults: [String] = []

  /// Reads config.toml, after settings of an earlier version were moved there.
  init(_ library: Library, _ directories: Directories) throws {
    let config = ConfigFile(directories)
    var earlier: [Setting: SettingValue] = [:]
    let settings = EarlierSettings(library, config)
    if EarlierSettings.areMoved(from: library.path, directories) {
      if let left = try Waiting.run({ try await settings.move() }) {
        earlier = left.values
        faults.append(left.fault)
      }
    } else {
      try Waiting.run { try await settings.keepSpeed() }
    }
    read(config)
    file.values.merge(earlier) { current, _ in current }
  }

  /// Reads config.toml alone.
  init(of directories: Directories) { read(ConfigFile(directories)) }

  private mutating func read(_ config: ConfigFile) {
    do {
      // The skin itself is looked for next, and reported if it is missing.
      file = SettingsFile(try config.read(checksSkins: false))
    } catch {
      faults.append(UserText.of(error))
    }
  }

  var values: [Setting: SettingValue] { file.values }

  subscript(setting: Setting) -> SettingValue {
    values[setting] ?? SettingsTable.entry(setting).standard
  }
}
