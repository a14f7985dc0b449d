import Glibc
import Library
import Music

/// Held while this library syncs with a device, so that nobody forgets the device meanwhile; released
/// with its holder, however that ends.
final class SyncLock: Sendable {
  private let descriptor: Int32

  /// - Throws: `Failure` where another sync with the device, in whatever process, goes on.
  init(_ device: Device, _ directories: Directories) throws {
    let folder = directories.deviceFolder(device.uuid)
    let code = PrivateFiles.makeFolders(folder)
    guard code == 0 else {
      throw Failure(reason: "\(folder.text): \(String(cString: strerror(code)))")
    }
    let file = folder.appending(Self.name).withCString {
      open($0, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    guard file >= 0 else {
      throw Failure(reason: "\(folder.text): \(String(cString: strerror(errno)))")
    }
    // A file system without locks excludes nobody.
    if flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      close(file)
      throw Failure(reason: "a sync with \(device.name) is going on")
    }
    descriptor = file
  }

  deinit { close(descriptor) }

  static let name = "sync.lock"
}
