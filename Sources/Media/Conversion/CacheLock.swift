internal import CLinux
import Glibc
internal import Music

/// Held while a file of the cache is made, so that nobody makes it a second time: a lock file, for
/// threads and programs alike, that goes with its last reference.
final class CacheLock {
  private let descriptor: Int32
  private let path: FilePath

  /// Microseconds between two attempts.
  private static let pause: UInt32 = 20_000

  /// Waits for the lock; nil if the file system has no locks, or `isOver` ended the wait.
  init?(at path: FilePath, isOver: () -> Bool) {
    self.path = path
    while !isOver() {
      let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
      let opened = path.withCString { open($0, flags, 0o600) }
      guard opened >= 0 else { return nil }
      if flock(opened, LOCK_EX | LOCK_NB) == 0 {
        var status = stat()
        // Its last holder may have removed it a moment ago.
        if fstat(opened, &status) == 0, status.st_nlink > 0 {
          descriptor = opened
          return
        }
        close(opened)
        continue
      }
      let isHeldByOther = errno == EWOULDBLOCK
      close(opened)
      guard isHeldByOther else { return nil }
      usleep(Self.pause)
    }
    return nil
  }

  deinit {
    path.withCString { _ = unlink($0) }
    close(descriptor)
  }

  /// Removes the lock file of a program that was killed.
  static func removeLeftover(_ name: [CChar], in folder: Int32) {
    let file = NewFile.openForLock(name, in: folder)
    guard file >= 0 else { return }
    if flock(file, LOCK_EX | LOCK_NB) == 0 { unlinkat(folder, name, 0) }
    close(file)
  }
}
