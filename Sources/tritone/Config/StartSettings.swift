import Interface
import Library
import Music
import Settings

/// The settings with which a command begins.
struct StartSettings {
  private(set) var file = SettingsFile()
  /// Why settings could not be read or kept.
  private(set) var faults: [String] = []
  /// Settings of an earlier version that are not in the file yet.
  private(set) var unmoved: UnmovedSettings?
  /// The version of the file that was read.
  private(set) var version = FileVersion()

  /// Reads config.toml, after settings of an earlier version were moved there.
  init(_ library: Library, _ directories: Directories) throws {
    let config = ConfigFile(directories)
    let settings = EarlierSettings(library, config)
    if EarlierSettings.areMoved(from: library.path, directories) {
      unmoved = try Waiting.run { try await settings.move() }
      if let unmoved { faults.append(unmoved.fault) }
    } else {
      try Waiting.run { try await settings.keepSpeed() }
    }
    read(config)
    if let unmoved { file.values.merge(unmoved.values) { current, _ in current } }
  }

  /// Reads config.toml alone.
  init(of directories: Directories) { read(ConfigFile(directories)) }

  private mutating func read(_ config: ConfigFile) {
    version = FileVersion(of: config.path)
    do {
      // The skin itself is looked for next, and reported if it is missing.
      file = SettingsFile(try config.read(checksSkins: false))
    } catch {
      faults.append(UserText.of(error))
      // A file that cannot be read may ask for it.
      file.faulty.insert(.logPrivate)
    }
  }

  var values: [Setting: SettingValue] { file.values }

  /// Whether personal values are left out of the log, also where the file's word on that cannot be
  /// read.
  var hidesPrivate: Bool { self[.logPrivate].isOn || file.faulty.contains(.logPrivate) }

  subscript(setting: Setting) -> SettingValue {
    values[setting] ?? SettingsTable.entry(setting).standard
  }
}
