import Glibc
internal import Music

/// A lock on a folder among processes that request it; released with its holder, however that ends.
final class FolderLock {
  private let descriptor: Int32

  /// Nil when another process still holds it after `patience` seconds.
  init?(_ folder: FilePath, patience: Double = 0) {
    descriptor = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard descriptor >= 0 else { return nil }
    var left = patience
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      // Without locks in the file system other processes cannot be excluded.
      if errno == ENOLCK || errno == ENOSYS || errno == EOPNOTSUPP { break }
      guard left > 0 else { return nil }
      usleep(50_000)
      left -= 0.05
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
