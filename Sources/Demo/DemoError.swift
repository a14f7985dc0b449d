internal import Glibc
package import Music

/// Errors of writing the crate.
package enum DemoError: Error, Equatable, Sendable {
  /// `code` is an errno.
  case folderNotMade(FilePath, code: Int32)
  /// `code` is an errno, or FFmpeg's own if negative.
  case trackNotWritten(FilePath, code: Int32)
}

extension DemoError: CustomStringConvertible {
  /// One line for the user.
  package var description: String {
    switch self {
    case .folderNotMade(let path, let code):
      "cannot make the folder \(path.text): \(Self.reason(code))"
    case .trackNotWritten(let path, let code):
      "cannot write \(path.text): \(Self.reason(code))"
    }
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ENOSPC, EDQUOT: "there is no space left"
    case ENOSYS: "FFmpeg was built without the encoder"
    case ..<0: "FFmpeg failed with code \(code)"
    default: String(cString: strerror(code))
    }
  }
}
