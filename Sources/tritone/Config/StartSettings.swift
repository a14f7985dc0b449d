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
    // A library that was opened by its name has no say in a file that is there.
    if library.path == directories.database || !directories.exists(config.path) {
      let left = try Waiting.run { try await EarlierSettings(library, config).move() }
      if let left {
        earlier = left.values
        faults.append(left.fault)
      }
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
