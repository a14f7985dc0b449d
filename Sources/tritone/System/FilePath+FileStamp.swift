import CLinux
import Glibc
import Music

extension FilePath {
  /// What lstat(2) says of a path; nil where nothing is there.
  var fileStamp: FileStamp? {
    var status = stat()
    guard withCString({ lstat($0, &status) }) == 0 else { return nil }
    return FileStamp(
      size: Int64(status.st_size),
      modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec))
  }

  var isSymbolicLink: Bool {
    var status = stat()
    return withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}
