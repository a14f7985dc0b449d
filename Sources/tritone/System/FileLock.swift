import Glibc
import Library
import Music

/// A lock on a file, which ends with its holder, however that ends. The file stays.
final class FileLock: Sendable {
  private let descriptor: Int32

  /// Makes the file and its folder where they are missing.
  ///
  /// - Returns: nil where another holder has it. A file system without locks excludes nobody.
  init?(_ path: FilePath) throws(Failure) {
    let folder = path.parent ?? FilePath("/")
    let code = PrivateFiles.makeFolders(folder)
    guard code == 0 else {
      throw Failure(reason: "\(folder.text): \(String(cString: strerror(code)))")
    }
    descriptor = path.withCString { open($0, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600) }
    guard descriptor >= 0 else {
      throw Failure(reason: "\(path.text): \(String(cString: strerror(errno)))")
    }
    // The descriptor is closed by deinit.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return nil }
    ftruncate(descriptor, 0)
  }

  /// Tells whoever waits that the lock is free soon.
  func noteEnd() { pwrite(descriptor, [Self.endMark], 1, 0) }

  private static let endMark = UInt8(ascii: "E")

  /// Whether its holder has said that it is ending.
  static func isEnding(_ path: FilePath) -> Bool {
    let descriptor = path.withCString { open($0, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var byte: UInt8 = 0
    return pread(descriptor, &byte, 1, 0) == 1 && byte == endMark
  }

  deinit { close(descriptor) }

  /// Whether another holder has the lock.
  static func isHeld(_ path: FilePath) -> Bool {
    let descriptor = path.withCString { open($0, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }
}
