import Foundation
import Music

/// A file system of its own, in memory, at a folder; gone with the test.
final class MountedDisk {
  let folder: FilePath

  /// Mounting takes rights that not everybody has; tests that need them are skipped.
  static let isPermitted: Bool = {
    let index = TemporaryFolder()
    guard mount("tmpfs", index.path.text, "tmpfs", 0, "size=64k") == 0 else { return false }
    return umount2(index.path.text, 0) == 0
  }()

  init(at folder: FilePath) throws {
    self.folder = folder
    makeFolder(folder)
    try attach()
  }

  deinit { detach() }

  /// Mounts an empty file system.
  func attach() throws {
    guard mount("tmpfs", folder.text, "tmpfs", 0, "size=4m") == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  func detach() { umount2(folder.text, Int32(MNT_DETACH)) }
}
