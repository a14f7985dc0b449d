import CLinux
import Glibc
import Music

/// The state of the file of a sync folder, which changes while it is being written.
enum SyncFileVersion: Equatable, Sendable {
  case missing
  case unreadable(code: Int32)
  /// A link, or anything else that is no plain file.
  case special
  case plain(node: UInt64, size: Int64, seconds: Int, nanoseconds: Int)

  /// May wait for a disk.
  init(of path: FilePath) {
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0 else {
      self = errno == ENOENT ? .missing : .unreadable(code: errno)
      return
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      self = .special
      return
    }
    self = .plain(
      node: UInt64(status.st_ino), size: Int64(status.st_size),
      seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
  }
}
