internal import CLinux
import Glibc
import Music

/// Finds out what a file system does, by trying it in a folder of its own that is removed again.
struct FileSystemProbe {
  private static let prefix = ".tritone-probe-"
  /// statfs(2): the kernel's FAT.
  private static let fat: UInt64 = 0x4d44
  /// The kernel's exFAT.
  private static let exfat: UInt64 = 0x2011_BAB0

  private let root: DeviceFolder
  private let folder: Int32

  /// - Throws: `EROFS` where nothing can be written.
  static func abilities(of root: DeviceFolder, on mount: DeviceMount?) throws(SystemFault)
    -> DeviceAbilities
  {
    removeLeftovers(root)
    let name = FilePath(prefix + String(UInt32.random(in: 0 ... .max), radix: 16))
    try root.inFolder(of: name) { (parent, text) throws(SystemFault) in
      guard mkdirat(parent, text, 0o777) == 0 else { throw SystemFault(code: errno) }
    }
    defer { remove(name, root) }
    let opened = try root.openFolder(name)
    defer { close(opened) }
    return FileSystemProbe(root: root, folder: opened).abilities(on: mount)
  }

  /// The abilities that are known without writing anything.
  static func assumed(of root: DeviceFolder, on mount: DeviceMount?) -> DeviceAbilities {
    var abilities = DeviceAbilities()
    let kind = tritone_file_system(root.descriptor)
    if kind == fat || mount?.type == "vfat" || mount?.type == "msdos" {
      abilities.letterCase = .ascii
      abilities.names = .fat
      abilities.timeStep = 2_000_000_000
      abilities.largestFile = 0xFFFF_FFFF
    } else if kind == exfat || mount?.type == "exfat" {
      abilities.letterCase = .unicode
      abilities.names = .fat
      abilities.timeStep = 10_000_000
    }
    if mount?.renamesByCopying == true {
      abilities.names = .fat
      abilities.renamesCheaply = false
      abilities.renamesOver = false
    }
    return abilities
  }

  private func abilities(on mount: DeviceMount?) -> DeviceAbilities {
    let assumed = FileSystemProbe.assumed(of: root, on: mount)
    var abilities = assumed
    abilities.letterCase =
      finds("É", as: "é") ? .unicode : finds("Aa", as: "aA") ? .ascii : .distinct
    if !keeps("x:") || !keeps("t.") { abilities.names = .fat }
    abilities.timeStep = max(assumed.timeStep, timeStep)
    if !renamesOver { abilities.renamesOver = false }
    return abilities
  }

  private func make(_ name: String, _ text: String = "x") -> Bool {
    let file = openat(
      folder, name, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o666)
    guard file >= 0 else { return false }
    let count = write(file, text, text.utf8.count)
    return close(file) == 0 && count == text.utf8.count
  }

  private func finds(_ name: String, as other: String) -> Bool {
    guard make(name) else { return false }
    defer { unlinkat(folder, name, 0) }
    var status = stat()
    return fstatat(folder, other, &status, AT_SYMLINK_NOFOLLOW) == 0
  }

  /// Whether a name is taken, and listed as it was given.
  private func keeps(_ name: String) -> Bool {
    guard make(name) else { return false }
    defer { unlinkat(folder, name, 0) }
    let opened = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { return false }
    guard let stream = fdopendir(opened) else {
      close(opened)
      return false
    }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      if entry.nameBytes == Array(name.utf8) { return true }
    }
    return false
  }

  /// The step to which times of files are rounded, in nanoseconds.
  private var timeStep: Int64 {
    guard make("time") else { return 1 }
    defer { unlinkat(folder, "time", 0) }
    // An odd second, and digits that each step cuts.
    let wanted = timespec(tv_sec: 1_700_000_001, tv_nsec: 123_456_789)
    guard utimensat(folder, "time", [wanted, wanted], 0) == 0 else { return 2_000_000_000 }
    var status = stat()
    guard fstatat(folder, "time", &status, 0) == 0 else { return 1 }
    let (seconds, rest) = (status.st_mtim.tv_sec, Int64(status.st_mtim.tv_nsec))
    guard seconds == wanted.tv_sec else { return 2_000_000_000 }
    return switch rest {
    case 123_456_789: 1
    case 123_456_700: 100
    case 123_456_000: 1_000
    case 123_000_000: 1_000_000
    case 120_000_000: 10_000_000
    default: 1_000_000_000
    }
  }

  private var renamesOver: Bool {
    guard make("old", "old"), make("new", "newer") else { return false }
    defer {
      unlinkat(folder, "old", 0)
      unlinkat(folder, "new", 0)
    }
    guard renameat(folder, "new", folder, "old") == 0 else { return false }
    var status = stat()
    return fstatat(folder, "old", &status, 0) == 0 && status.st_size == 5
  }

  private static func removeLeftovers(_ root: DeviceFolder) {
    // A folder that cannot be listed has none that could be removed.
    guard let names = try? root.names(in: FilePath("."), atMost: 10_000) else { return }
    for name in names where name.starts(with: Array(prefix.utf8)) {
      remove(FilePath(bytes: name), root)
    }
  }

  private static func remove(_ name: FilePath, _ root: DeviceFolder) {
    let names = (try? root.names(in: name, atMost: 100)) ?? []
    for file in names { try? root.unlink(name.appending(file)) }
    unlinkat(root.descriptor, name.bytes.map(CChar.init(bitPattern:)) + [0], AT_REMOVEDIR)
  }
}
