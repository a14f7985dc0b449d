package import Music

/// The settings of config.toml as they were read.
package struct SettingsFile: Equatable, Sendable {
  package var values: [Setting: SettingValue]
  /// Settings whose lines have mistakes: their last values stay.
  package var faulty: Set<Setting>
  /// A line each, with its place.
  package var mistakes: [String]

  package init(
    values: [Setting: SettingValue] = [:], faulty: Set<Setting> = [], mistakes: [String] = []
  ) {
    (self.values, self.faulty, self.mistakes) = (values, faulty, mistakes)
  }
}

/// Settings that were read, and failures.
package enum SettingsEvent: Equatable, Sendable {
  /// The settings of the start. Options of the command line decide the fixed ones this time.
  case started(SettingsFile, fixed: Set<Setting>)
  /// The file was read again, after the changes up to a serial were written to it.
  case read(SettingsFile, after: Int)
  /// The file can neither be read nor its lines be told.
  case unreadable(String)
  case notStored(String)
  /// The file is there for the editor.
  case prepared(FilePath)
  /// The editor has ended.
  case edited(EditorEnd)
}

/// Changes of config.toml.
package enum SettingsEffect: Equatable, Sendable {
  /// Keeps values in the file.
  case store([Setting: SettingValue], serial: Int)
  /// Takes a setting out of the file.
  case unset(Setting, serial: Int)
  /// Writes the file with these values where there is none, for the editor.
  case prepare([Setting: SettingValue])
  /// Reads the file again, if it was written since.
  case read
}
