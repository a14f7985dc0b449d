package import Music

/// Why a file was not transferred; its source is unchanged in every case.
package enum TransferError: Error, Equatable, Sendable {
  /// `code` is an errno.
  case unreadable(code: Int32)
  case notAFile
  /// Another program changed the source meanwhile.
  case changedMeanwhile
  /// The name is taken.
  case exists
  /// `code` is an errno.
  case unwritable(code: Int32)
  /// The copy has other bytes than were written.
  case differs
  /// The copy is not the file any more that was compared.
  case copyChanged
  /// Source and copy are one file, seen through two file systems.
  case oneFile
  /// The source could not get its name back.
  case hidden(FilePath)
  case cancelled

  /// The reason in a few words, without the file's name.
  package var reason: String {
    switch self {
    case .unreadable(let code): MediaError.unreadable(FilePath(""), code: code).reason
    case .notAFile: "a link, a pipe or a device"
    case .changedMeanwhile: "another program changed it meanwhile"
    case .exists: "a file of that name is there"
    case .unwritable(let code): MediaError.unwritable(FilePath(""), code: code).reason
    case .differs: "the copy differs from its original: the disk may be failing"
    case .copyChanged: "the copy was changed or removed meanwhile"
    case .oneFile: "it is the same file as its copy, on another mount"
    case .hidden(let path): "it has the name \(path.text) now"
    case .cancelled: "stopped"
    }
  }
}
