import Foundation
import Music

/// A file system of its own, in memory or in an image; gone with the test.
final class TestDisk {
  let folder: FilePath
  private let image: FilePath?
  private var loop: String?

  /// Mounting needs privileges: tests that depend on it are skipped without them.
  static let isPermitted: Bool = {
    let folder = TemporaryFolder()
    guard mount("tmpfs", folder.path.text, "tmpfs", 0, "size=64k") == 0 else { return false }
    return umount2(folder.path.text, Int32(MNT_DETACH)) == 0
  }()

  /// Memory of so many bytes.
  init(at folder: FilePath, bytes: Int) throws {
    self.folder = folder
    image = nil
    mkdir(folder.text, 0o755)
    guard mount("tmpfs", folder.text, "tmpfs", 0, "size=\(bytes)") == 0 else {
      throw POSIXError(.EPERM)
    }
  }

  /// File systems whose drivers are programs; each needs a loop device.
  enum Kind: String, CaseIterable {
    case exfat, ntfs, ext4

    var make: [String] {
      switch self {
      case .exfat: ["mkfs.exfat"]
      case .ntfs: ["mkfs.ntfs", "-F", "-Q"]
      // Blocks of the smallest size, all of them for files, and no writes but those of a test.
      case .ext4:
        [
          "mkfs.ext4", "-q", "-F", "-b", "1024", "-m", "0", "-O", "^has_journal,^dir_index", "-E",
          "lazy_itable_init=0",
        ]
      }
    }

    var attach: [String] {
      switch self {
      case .exfat: ["mount.exfat-fuse"]
      case .ntfs: ["ntfs-3g", "-o", "windows_names"]
      case .ext4: ["mount", "-t", "ext4"]
      }
    }

    /// The Debian packages exfatprogs and exfat-fuse, ntfs-3g, e2fsprogs.
    var isThere: Bool {
      TestDisk.isPermitted && access("/dev/loop-control", F_OK) == 0
        && access("/dev/fuse", F_OK) == 0
        && [make[0], attach[0], "losetup"].allSatisfy { TestDisk.find($0) != nil }
    }
  }

  init(_ kind: Kind, at folder: FilePath, image: FilePath, bytes: Int = 24 << 20) throws {
    self.folder = folder
    self.image = image
    mkdir(folder.text, 0o755)
    image.write([])
    truncate(image.text, bytes)
    try TestDisk.run(kind.make + [image.text])
    let loop = try TestDisk.output(["losetup", "-f", "--show", image.text]).trimmingCharacters(
      in: .whitespacesAndNewlines)
    self.loop = loop
    do {
      try TestDisk.run([kind.attach[0], loop, folder.text] + kind.attach.dropFirst())
    } catch {
      try? TestDisk.run(["losetup", "-d", loop])
      throw error
    }
  }

  deinit {
    detach()
    if let loop { try? TestDisk.run(["losetup", "-d", loop]) }
  }

  /// Takes all the room that is left, with a file of this name.
  func fill(_ name: String = "filler") {
    let file = folder.at(name).withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o600) }
    defer { close(file) }
    for count in [65_536, 1_024, 1] {
      let bytes = sound(count)
      while Glibc.write(file, bytes, count) > 0 {}
    }
  }

  /// Unplugs it: files that are open stay open, and the folder is that of the disk below.
  func detach() { umount2(folder.text, Int32(MNT_DETACH)) }

  func setReadOnly() throws {
    guard mount("tmpfs", folder.text, "tmpfs", UInt(MS_REMOUNT) | UInt(MS_RDONLY), nil) == 0 else {
      throw POSIXError(.EPERM)
    }
  }

  private static func find(_ tool: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return (path.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin"])
      .map { "\($0)/\(tool)" }.first { access($0, X_OK) == 0 }
  }

  private static func output(_ arguments: [String]) throws -> String {
    let folder = TemporaryFolder()
    try run(arguments, output: folder.path.at("output").text)
    return folder.path.at("output").string ?? ""
  }

  /// Waits for a program, and not for a driver that it leaves in the background, as Foundation would.
  private static func run(_ arguments: [String], output: String = "/dev/null") throws {
    guard let tool = find(arguments[0]) else { throw POSIXError(.ENOENT) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for word in words + variables { free(word) } }
    var process = pid_t()
    var status: Int32 = 0
    guard posix_spawn(&process, tool, &actions, nil, &words, &variables) == 0,
      waitpid(process, &status, 0) == process, status == 0
    else { throw POSIXError(.EIO) }
  }
}
