import Glibc
internal import Music

/// The reason why the tags of a file were not written; the file is unchanged in every case.
package enum TagWriteError: Error, Equatable, Sendable {
  /// Unreadable, or without audio.
  case unreadable(MediaError)
  /// A format without writable tags; its name.
  case unsupported(String)
  /// The tags cannot be parsed without loss; the reason.
  case unclear(String)
  case readOnlyFile
  case readOnlyFolder
  case noSpace
  /// The file was changed, moved or removed while its tags were being written.
  case changedMeanwhile
  /// The written file failed the comparison; the difference.
  case verificationFailed(String)
  /// `code` is an errno.
  case failed(code: Int32)
  case cancelled

  /// The reason in a few words, without the file's name.
  package var reason: String {
    switch self {
    case .unreadable(let error): error.reason
    case .unsupported(let what): "\(what) cannot be written"
    case .unclear(let what): "left as it is: \(what)"
    case .readOnlyFile: "the file is read-only"
    case .readOnlyFolder: "its folder is read-only"
    case .noSpace: "no space left on its disk"
    case .changedMeanwhile: "left as it is: another program changed it meanwhile"
    case .verificationFailed(let what): "left as it is: \(what) would not be kept"
    case .failed(let code): MediaError.unwritable(FilePath(""), code: code).reason
    case .cancelled: "stopped"
    }
  }

  /// The reason where the tags were only to be read.
  package var readingReason: String {
    switch self {
    case .unclear(let what): what
    case .unsupported(let what): "the tags of \(what) cannot be shown"
    case .unreadable, .readOnlyFile, .readOnlyFolder, .noSpace, .changedMeanwhile,
      .verificationFailed,
      .failed, .cancelled:
      reason
    }
  }

  /// The error for a damaged or an unreadable file.
  static func damaged(_ file: HeaderFile, _ what: String) -> TagWriteError {
    file.readError == 0
      ? .unclear(what) : .unreadable(.unreadable(FilePath(""), code: file.readError))
  }

  init(errno code: Int32) {
    self =
      switch code {
      case ENOSPC, EDQUOT: .noSpace
      case EROFS: .readOnlyFolder
      default: .failed(code: code)
      }
  }
}
