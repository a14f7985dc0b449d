internal import Glibc
package import Music

/// A reason why the log cannot be written or read.
package enum LogFault: Error, Equatable, Sendable {
  /// The folder cannot be made or opened; the errno.
  case folder(FilePath, code: Int32)
  /// A symbolic link in the place of the folder or the file; none is followed.
  case link(FilePath)
  case notAFolder(FilePath)
  case notAFile(FilePath)
  case ofAnotherUser(FilePath)
  /// The file cannot be opened, read or written; the errno.
  case file(FilePath, code: Int32)

  /// The line for the user.
  package var message: String {
    switch self {
    case .folder(let path, let code): "the folder \(path.text) \(LogFault.reason(code))"
    case .link(let path): "\(path.text) is a symbolic link, which is not followed: remove it"
    case .notAFolder(let path): "\(path.text) is not a folder: remove it"
    case .notAFile(let path): "\(path.text) is not a file: remove it"
    case .ofAnotherUser(let path): "\(path.text) belongs to another user"
    case .file(let path, let code): "\(path.text) \(LogFault.reason(code))"
    }
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOSPC, EDQUOT: "cannot be written to: no space is left on the disk"
    case EROFS: "cannot be written to: its disk is mounted read-only"
    case EACCES, EPERM: "cannot be written to: give yourself the right"
    default: "cannot be written to: \(String(cString: strerror(code)).lowercased())"
    }
  }
}
