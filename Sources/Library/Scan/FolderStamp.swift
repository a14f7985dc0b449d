internal import CLinux
import Glibc

/// A folder and its timestamps, which show whether names were added or removed.
struct FolderStamp: Equatable {
  var identity: DirectoryListing.Identity
  /// Nanoseconds since 1970: the time of its last change (`st_ctime`), which programs cannot set.
  var changed: Int64
  var modified: Int64

  /// Nil where stat fails.
  init?(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    identity = DirectoryListing.Identity(status)
    changed = FolderStamp.nanoseconds(status.st_ctim)
    modified = FolderStamp.nanoseconds(status.st_mtim)
  }

  init(identity: DirectoryListing.Identity, changed: Int64, modified: Int64) {
    self.identity = identity
    self.changed = changed
    self.modified = modified
  }

  static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

/// File systems that set the timestamp of every change of a folder themselves.
enum FileSystemTimes {
  /// The numbers of `statfs(2)`: ext2 to ext4, XFS, Btrfs, tmpfs, F2FS, ZFS and Bcachefs. On all
  /// others, above all network file systems and FUSE, folders are listed each time.
  private static let trusted: Set<UInt64> = [
    0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994, 0xF2F5_2010, 0x2FC1_2FC1, 0xCA45_1A4E,
  ]

  /// Those of them of which inotify reports every change: a ZFS may be rolled back to a snapshot.
  private static let watchable = trusted.subtracting([0x2FC1_2FC1])

  static func areWatchable(_ descriptor: Int32) -> Bool {
    watchable.contains(tritone_file_system(descriptor))
  }

  static func areTrusted(_ descriptor: Int32) -> Bool {
    trusted.contains(tritone_file_system(descriptor))
  }
}
