/// Errors in settings and skins.
package enum SettingsError: Error, Equatable, Sendable, CustomStringConvertible {
  /// `file` is the name without its folder; lines count from 1.
  case mistake(file: String, line: Int, reason: String)
  /// `code` is an errno.
  case unreadable(file: String, code: Int32)
  /// A folder, a pipe or a device.
  case notAFile(file: String)
  case tooLong(file: String, limit: Int)
  /// No skin of this name in any of the folders.
  case noTheme(name: String)

  /// The one line shown to the user.
  package var description: String {
    switch self {
    case .mistake(let file, let line, let reason): "\(file):\(line): \(reason)"
    case .unreadable(let file, let code): "\(file): cannot be read: \(systemMessage(code))"
    case .notAFile(let file): "\(file): is not a file"
    case .tooLong(let file, let limit): "\(file): is longer than \(limit / 1024) KiB"
    case .noTheme(let name): "There is no skin “\(name)”: see tritone themes"
    }
  }
}
