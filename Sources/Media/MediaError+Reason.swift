import CFFmpeg
import Glibc

extension MediaError {
  /// What went wrong in a few words, without the file's name.
  package var reason: String {
    switch self {
    case .unreadable(_, let code): Self.text(errno: code)
    case .notAFile: "not a file but a folder, a pipe or a device"
    case .empty: "an empty file"
    case .noAudio: "not an audio file"
    case .noDecoder(_, let codec): "no decoder for \(codec)"
    case .undecodable: "damaged: no sound can be read from it"
    case .timedOut: "the disk does not answer"
    case .cancelled: "cancelled"
    case .unwritable(_, let code): "cannot be written: \(Self.text(errno: code))"
    }
  }

  private static func text(errno code: Int32) -> String {
    switch code {
    case ENOENT, ENOTDIR: "no such file"
    case EACCES, EPERM: "no permission to read it"
    case EIO: "the disk reports an error"
    case ENAMETOOLONG: "the name is too long"
    default: String(cString: strerror(code)).lowercased()
    }
  }
}
