import Glibc
import Music

/// The file system that a device is on, as the system's table of mounts tells it.
struct DeviceMount: Hashable, Codable, Sendable {
  /// A device file, a share, or what a driver calls itself.
  var source: String
  /// As `vfat`, `fuseblk`, `fuse.jmtpfs`.
  var type: String

  /// Drivers over the protocol of cameras and phones: a rename is a copy there.
  private static let phones = ["jmtpfs", "mtpfs", "mtp", "aft", "gvfsd-fuse", "portal"]

  var renamesByCopying: Bool {
    guard type.hasPrefix("fuse") else { return false }
    let driver = type.split(separator: ".").dropFirst().joined(separator: ".").lowercased()
    return DeviceMount.phones.contains { driver.contains($0) || source.lowercased() == $0 }
  }

  /// Whether the driver is a program, which a sync of the file system may not reach.
  var isProgram: Bool { type.hasPrefix("fuse") }

  /// Whether the answer "nothing free" may mean "unknown": drivers without a disk give it.
  var mayMisreportSpace: Bool { type.hasPrefix("fuse.") }

  /// The mount that a folder is in; nil where there is no such table.
  static func around(_ folder: FilePath) -> DeviceMount? {
    guard let real = realPath(folder), let table = Table.read() else { return nil }
    return find(real, in: table)
  }

  /// The innermost mount around an absolute path without links; of several at one place the last.
  static func find(_ path: FilePath, in table: [UInt8]) -> DeviceMount? {
    var best: (depth: Int, mount: DeviceMount)?
    for line in table.split(separator: UInt8(ascii: "\n")) {
      guard let (mountPoint, mount) = entry(line), path.isInside(mountPoint),
        mountPoint.bytes.count >= best?.depth ?? 0
      else { continue }
      best = (mountPoint.bytes.count, mount)
    }
    return best?.mount
  }

  /// File systems of the system's own, in which no device can be; a look at one of autofs mounts it.
  private static let systems: Set<String> = [
    "autofs", "bdev", "binfmt_misc", "bpf", "cgroup", "cgroup2", "configfs", "debugfs", "devpts",
    "devtmpfs", "efivarfs", "fusectl", "hugetlbfs", "mqueue", "nsfs", "proc", "pstore", "ramfs",
    "rpc_pipefs", "securityfs", "selinuxfs", "squashfs", "sysfs", "tracefs",
  ]

  /// The folders where file systems are mounted that may have a device, the newest first.
  static func mountPoints() -> [FilePath] { mountPoints(in: Table.read() ?? []) }

  static func mountPoints(in table: [UInt8]) -> [FilePath] {
    var seen: Set<FilePath> = [FilePath("/")]
    return table.split(separator: UInt8(ascii: "\n")).reversed().compactMap { line in
      guard let (mountPoint, mount) = entry(line), !systems.contains(mount.type),
        seen.insert(mountPoint).inserted
      else { return nil }
      return mountPoint
    }
  }

  /// A line of the table: the mount point, and what is mounted there.
  private static func entry(_ line: ArraySlice<UInt8>) -> (
    mountPoint: FilePath, mount: DeviceMount
  )? {
    let words = line.split(separator: UInt8(ascii: " "))
    guard words.count > 6,
      let dash = words.dropFirst(6).firstIndex(where: { $0.elementsEqual([0x2D]) }),
      dash + 2 < words.count
    else { return nil }
    let text = words[(dash + 1)...].prefix(2).map {
      String(decoding: unescaped($0), as: UTF8.self)
    }
    return (FilePath(bytes: unescaped(words[4])), DeviceMount(source: text[1], type: text[0]))
  }

  /// Spaces and backslashes are octal there: `\040`.
  private static func unescaped(_ word: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var rest = word
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      guard byte == UInt8(ascii: "\\"), digits.count == 3,
        digits.allSatisfy({ (0x30...0x37).contains($0) })
      else {
        result.append(byte)
        continue
      }
      result.append(digits.reduce(0) { $0 &* 8 &+ ($1 - 0x30) })
      rest = rest.dropFirst(3)
    }
    return result
  }

  private static func realPath(_ folder: FilePath) -> FilePath? {
    guard let resolved = folder.withCString({ realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return FilePath(bytes: Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))))
  }

  private enum Table {
    static let maximumBytes = 16 << 20

    static func read() -> [UInt8]? {
      let file = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      var bytes: [UInt8] = []
      var block = [UInt8](repeating: 0, count: 1 << 16)
      while bytes.count < maximumBytes {
        let count = Glibc.read(file, &block, block.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        bytes += block[..<count]
      }
      return bytes
    }
  }
}
