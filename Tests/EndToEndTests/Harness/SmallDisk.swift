import Foundation

/// A small file system of its own, in memory; removed with the test.
final class SmallDisk {
  let folder: URL

  /// Mounting needs privileges: tests that depend on it are skipped without them.
  static let isPermitted: Bool = {
    let folder = "/tmp/tt-mount-\(UUID().uuidString.prefix(8))"
    guard mkdir(folder, 0o700) == 0 else { return false }
    defer { rmdir(folder) }
    guard mount("tmpfs", folder, "tmpfs", 0, "size=64k") == 0 else { return false }
    umount2(folder, Int32(MNT_DETACH))
    return true
  }()

  init(at folder: URL, bytes: Int) throws {
    self.folder = folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard mount("tmpfs", folder.path, "tmpfs", 0, "size=\(bytes)") == 0 else {
      throw Program.Failure(description: "no tmpfs could be mounted: error \(errno)")
    }
  }

  deinit { umount2(folder.path, Int32(MNT_DETACH)) }

  private var filler: URL { folder.appendingPathComponent("filler") }

  /// Fills all remaining space.
  func fill() throws {
    let descriptor = open(filler.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    guard descriptor >= 0 else { throw Program.Failure(description: "error \(errno)") }
    defer { close(descriptor) }
    for size in [65_536, 4_096, 1] {
      let bytes = [UInt8](repeating: 1, count: size)
      while write(descriptor, bytes, size) > 0 {}
    }
  }

  func free() { unlink(filler.path) }

  func setReadOnly(_ isReadOnly: Bool) throws {
    let flags = UInt(MS_REMOUNT) | (isReadOnly ? UInt(MS_RDONLY) : 0)
    guard mount("tmpfs", folder.path, "tmpfs", flags, nil) == 0 else {
      throw Program.Failure(description: "it cannot be mounted anew: error \(errno)")
    }
  }
}
