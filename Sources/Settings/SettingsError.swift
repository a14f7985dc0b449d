/// Errors in settings and skins.
package enum SettingsError: Error, Equatable, Sendable, CustomStringConvertible {
  /// `file` is the name without its folder; lines count from 1.
  case mistake(file: String, line: Int, reason: String)
  /// `code` is an errno.
  case unreadable(file: String, code: Int32)
  /// A folder, a pipe or a device.
  case notAFile(file: String)
  case tooLong(file: String, limit: Int)
  /// The text of config.toml does not allow the change.
  case uneditable(file: String, setting: String)
  /// No skin of this name in any of the folders.
  case noTheme(name: String)

  /// A skin would take the name of one that comes with the program, or of another of the user's.
  case nameOfBuiltIn(name: String)
  case nameTaken(name: String)
  /// `code` is an errno.
  case unwritable(file: String, code: Int32)

  /// The one line shown to the user.
  package var description: String {
    switch self {
    case .mistake(let file, let line, let reason): "\(file):\(line): \(reason)"
    case .unreadable(let file, let code): "\(file): cannot be read: \(systemMessage(code))"
    case .notAFile(let file): "\(file): is not a file"
    case .tooLong(let file, let limit): "\(file): is longer than \(limit / 1024) KiB"
    case .uneditable(let file, let setting):
      "\(file): “\(setting)” cannot be changed there: tritone config check tells what is wrong"
    case .nameOfBuiltIn(let name): "“\(name)” comes with Tritone: save under another name"
    case .nameTaken(let name): "There is a skin “\(name)” already: save under another name"
    case .unwritable(let file, let code): "\(file): cannot be written: \(systemMessage(code))"
    case .noTheme(let name): "There is no skin “\(name)”: see tritone themes"
    }
  }
}
