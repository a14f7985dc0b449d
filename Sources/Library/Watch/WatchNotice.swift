import Glibc

/// Messages to the user about the watching of a library.
package enum WatchNotice: Error, Equatable, Sendable {
  /// The limit of watches was reached; `limit` is that of all the user's programs together.
  case limitReached(folders: Int, limit: Int)
  /// The system provides no watches; `code` is an errno.
  case impossible(code: Int32)
  /// The system reports no changes at present; `code` is an errno.
  case interrupted(code: Int32)
  /// Changes cannot be stored; it is tried again until they can.
  case waiting(reason: String)

  /// The one line a user reads.
  package var message: String {
    switch self {
    case .limitReached(let folders, let limit):
      """
      Only \(folders) folders can be watched, the rest is looked through every 5 minutes; for more: \
      sudo sysctl fs.inotify.max_user_watches=\(max(524_288, limit * 4))
      """
    case .impossible(EMFILE):
      """
      Too many programs watch files, so the library is looked through every 5 minutes; for more: \
      sudo sysctl fs.inotify.max_user_instances=512
      """
    case .interrupted(let code):
      "Changes in your folders are not seen at present (\(systemText(code))); tried again"
    case .waiting(let reason): "What changed in your folders waits: \(reason)"
    case .impossible(let code):
      "Folders cannot be watched (\(systemText(code))): they are looked through every 5 minutes"
    }
  }
}
