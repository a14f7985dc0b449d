import Glibc
import Music
import Sync

/// An error of the system at a file of a device, before its meaning for the sync is known.
struct SystemFault: Error, Equatable {
  /// An errno.
  var code: Int32
}

extension PeerError {
  /// Errors after which nothing else on the device is tried: it was unplugged, or its connection
  /// is lost.
  private static let disconnections: Set<Int32> = [
    ENODEV, ENXIO, ENOTCONN, ECONNABORTED, ECONNRESET, ESTALE, ESHUTDOWN, EHOSTDOWN, ETIMEDOUT,
    ENOMEDIUM, EREMOTEIO,
  ]

  static func writing(_ path: FilePath, _ code: Int32) -> PeerError {
    switch code {
    case ENOSPC, EDQUOT: .full
    case EROFS: .readOnly
    case let code where disconnections.contains(code): .gone
    default: .unwritable(path, code: code)
    }
  }

  static func reading(_ path: FilePath, _ code: Int32) -> PeerError {
    disconnections.contains(code) ? .gone : .unreadable(path, code: code)
  }

  /// Whether a sync that ends with this leaves its parts, so that the next one resumes them.
  var leavesParts: Bool {
    switch self {
    case .cancelled, .gone, .notTheDevice, .busy, .remote: true
    case .readOnly, .full, .changed, .exists, .unreadable, .unwritable, .damaged, .source,
      .database:
      false
    }
  }
}
