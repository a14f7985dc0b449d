internal import CLinux
import Glibc
import Music

/// A folder of files that can be made again, for the user alone.
struct CacheFolder {
  private let path: FilePath

  init(_ path: FilePath) { self.path = path }

  /// Removes the files least recently used until the rest takes no more than a limit on the disk;
  /// files that some program has locked stay.
  func removeLeastRecentlyUsed(beyond limit: Int64) {
    guard let stream = path.withCString({ opendir($0) }) else { return }
    defer { closedir(stream) }
    let folder = dirfd(stream)
    var files: [(time: timespec, size: Int64, name: [CChar])] = []
    Self.visit(stream) { name, status in
      // Sparse files take less than their length.
      files.append((status.st_mtim, Int64(status.st_blocks) * 512, name))
    }
    var total = files.reduce(0) { $0 + $1.size }
    let oldest = files.sorted {
      ($0.time.tv_sec, $0.time.tv_nsec) < ($1.time.tv_sec, $1.time.tv_nsec)
    }
    for file in oldest where total > limit {
      if remove(file.name, in: folder) { total -= file.size }
    }
  }

  /// Removes the files whose names begin so, even while they are read.
  func remove(named prefix: String) {
    guard let stream = path.withCString({ opendir($0) }) else { return }
    defer { closedir(stream) }
    let beginning = prefix.utf8.map { CChar(bitPattern: $0) }
    var names: [[CChar]] = []
    Self.visit(stream) { name, _ in if name.starts(with: beginning) { names.append(name) } }
    for name in names { unlinkat(dirfd(stream), name, 0) }
  }

  /// Calls for each regular file.
  static func visit(_ stream: OpaquePointer, _ body: ([CChar], stat) -> Void) {
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        bytes.prefix { $0 != 0 }.map(CChar.init(bitPattern:)) + [0]
      }
      var status = stat()
      guard fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0,
        status.st_mode & S_IFMT == S_IFREG
      else { continue }
      body(name, status)
    }
  }

  private func remove(_ name: [CChar], in folder: Int32) -> Bool {
    let file = openat(folder, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else { return false }
    return unlinkat(folder, name, 0) == 0
  }
}
