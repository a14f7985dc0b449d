import Glibc
internal import Music

/// Why the tags of a file were not written; the file is as it was, whatever the case.
package enum TagWriteError: Error, Equatable, Sendable {
  /// It cannot be read, or has no audio.
  case unreadable(MediaError)
  /// Nothing that we can write tags into; the word for what it is.
  case unsupported(String)
  /// Its tags cannot be taken apart without losing some; what is wrong with them.
  case unclear(String)
  case readOnlyFile
  case readOnlyFolder
  case noSpace
  /// It was changed, moved or removed while its tags were being written.
  case changedMeanwhile
  /// What was written is not what should have been; what differs.
  case notKept(String)
  /// `code` is an errno.
  case failed(code: Int32)
  case cancelled

  /// What went wrong in a few words, without the file's name.
  package var reason: String {
    switch self {
    case .unreadable(let error): error.reason
    case .unsupported(let what): "\(what) cannot be written"
    case .unclear(let what): "left as it is: \(what)"
    case .readOnlyFile: "the file is read-only"
    case .readOnlyFolder: "its folder is read-only"
    case .noSpace: "no space left on its disk"
    case .changedMeanwhile: "left as it is: another program changed it meanwhile"
    case .notKept(let what): "left as it is: \(what) would not be kept"
    case .failed(let code): MediaError.unwritable(FilePath(""), code: code).reason
    case .cancelled: "stopped"
    }
  }

  /// What went wrong where the tags were only to be read.
  package var readingReason: String {
    switch self {
    case .unclear(let what): what
    case .unsupported(let what): "the tags of \(what) cannot be shown"
    case .unreadable, .readOnlyFile, .readOnlyFolder, .noSpace, .changedMeanwhile, .notKept,
      .failed, .cancelled:
      reason
    }
  }

  /// What is wrong with the structure of a file, unless it could not be read.
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
