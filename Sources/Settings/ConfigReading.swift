package import Interface

/// A mistake in config.toml.
package struct ConfigMistake: Equatable, Sendable, CustomStringConvertible {
  package var file: String
  /// Counted from 1; the column in characters.
  package var line, column: Int
  package var reason: String
  /// The setting whose value is not taken; nil for lines that name none.
  package var setting: Setting?

  /// The one line shown to the user.
  package var description: String { "\(file):\(line):\(column): \(reason)" }
}

/// The contents of config.toml: the valid values, and all mistakes.
package struct ConfigReading: Equatable, Sendable {
  package var values: [Setting: SettingValue] = [:]
  package var mistakes: [ConfigMistake] = []

  package init() {}

  /// Settings whose lines have mistakes, and no valid one.
  package var faulty: Set<Setting> {
    Set(mistakes.compactMap(\.setting)).subtracting(values.keys)
  }
}
