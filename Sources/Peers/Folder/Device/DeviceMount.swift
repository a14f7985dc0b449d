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
      let words = line.split(separator: UInt8(ascii: " "))
      guard words.count > 6,
        let dash = words.dropFirst(6).firstIndex(where: { $0.elementsEqual([0x2D]) }),
        dash + 2 < words.count
      else { continue }
      let place = FilePath(bytes: unescaped(words[4]))
      guard path.isInside(place), place.bytes.count >= best?.depth ?? 0 else { continue }
      let text = words[(dash + 1)...].prefix(2).map {
        String(decoding: unescaped($0), as: UTF8.self)
      }
      best = (place.bytes.count, DeviceMount(source: text[1], type: text[0]))
    }
    return best?.mount
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
