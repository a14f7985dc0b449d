import Music

/// Held while this library syncs with a device, so that nobody forgets the device meanwhile; released
/// with its holder, however that ends.
final class SyncLock: Sendable {
  private let lock: FileLock

  /// - Throws: `Failure` where another sync with the device, in whatever process, goes on.
  init(_ device: Device, _ directories: Directories) throws {
    guard let lock = try FileLock(directories.deviceFolder(device.uuid).appending(Self.name)) else {
      throw Failure(reason: "a sync with \(device.name) is going on")
    }
    self.lock = lock
  }

  static let name = "sync.lock"
}
