// One track in the cache: a header, a slot for each block, and the blocks, in a sparse file. The
// slot is written behind its block and holds the block's checksum, so that a block counts only when
// it is whole, whatever ended the program or the machine. Several programs may write one file: they
// write the same bytes to the same places.
internal import CLinux
import Glibc
import Music

/// An open file of the cache, locked against removal. Used by one reader and by the cache's queue.
final class CacheFile: Sendable {
  let version: FileVersion
  private let size: Int64
  private let descriptor: Int32

  private static let firstLine = "tritone sound 1"
  private static let headerSize = 4096
  private static let maximumSize: Int64 = 64 << 30

  private init(_ descriptor: Int32, _ version: FileVersion, size: Int64) {
    self.descriptor = descriptor
    self.version = version
    self.size = size
  }

  deinit { close(descriptor) }

  /// Opens a file that is there; nil for none, and for one that cannot be used.
  static func open(_ path: FilePath) -> CacheFile? {
    guard let descriptor = openOwn(path, O_RDWR) else { return nil }
    var bytes = [UInt8](repeating: 0, count: headerSize)
    guard pread(descriptor, &bytes, headerSize, 0) == headerSize,
      let (version, size) = version(in: bytes)
    else {
      // Left half made by a program that was killed; the lock shows that none is making it.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { path.withCString { _ = unlink($0) } }
      close(descriptor)
      return nil
    }
    // The least recently used files are removed first.
    futimens(descriptor, nil)
    return CacheFile(descriptor, version, size: size)
  }

  /// Makes a file; nil where one is there or none can be made.
  static func create(_ path: FilePath, _ version: FileVersion) -> CacheFile? {
    guard let size = version.size, (1...maximumSize).contains(size),
      let descriptor = openOwn(path, O_RDWR | O_CREAT | O_EXCL)
    else { return nil }
    let text = "\(firstLine)\n\(size)\n\(Blocks.size)\n\(version.validator ?? "")\n"
    var bytes = Array(text.utf8)
    bytes += [UInt8](repeating: 0, count: max(0, headerSize - bytes.count))
    guard bytes.count == headerSize, pwrite(descriptor, bytes, headerSize, 0) == headerSize else {
      path.withCString { _ = unlink($0) }
      close(descriptor)
      return nil
    }
    return CacheFile(descriptor, version, size: size)
  }

  private static func openOwn(_ path: FilePath, _ flags: Int32) -> Int32? {
    let descriptor = path.withCString {
      Glibc.open($0, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    }
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_nlink == 1, flock(descriptor, LOCK_SH | LOCK_NB) == 0
    else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  private static func version(in bytes: [UInt8]) -> (FileVersion, Int64)? {
    let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 5, lines[0] == firstLine, let size = Int64(lines[1]),
      (1...maximumSize).contains(size), Int64(lines[2]) == Blocks.size
    else { return nil }
    let validator = lines[3].isEmpty ? nil : String(lines[3])
    return (FileVersion(size: size, validator: validator), size)
  }

  // MARK: - Blocks

  private var count: Int { Int((size + Blocks.size - 1) / Blocks.size) }

  private func slot(_ index: Int) -> Int { Self.headerSize + index * 8 }

  private func offset(_ index: Int) -> Int {
    let slots = (count * 8 + Self.headerSize - 1) / Self.headerSize * Self.headerSize
    return Self.headerSize + slots + index * Int(Blocks.size)
  }

  /// The blocks whose slots are filled.
  func blocks() -> Set<Int> {
    var slots = [UInt64](repeating: 0, count: count)
    let got = pread(descriptor, &slots, count * 8, Self.headerSize)
    guard got > 0 else { return [] }
    return Set(slots.prefix(got / 8).indices.filter { slots[$0] != 0 })
  }

  /// Whether every block is there.
  var isWhole: Bool { blocks().count == count }

  /// A block; nil if it is not there as it was written.
  func read(_ index: Int) -> [UInt8]? {
    guard (0..<count).contains(index) else { return nil }
    var sum: UInt64 = 0
    guard pread(descriptor, &sum, 8, slot(index)) == 8, sum != 0 else { return nil }
    let length = Blocks.range(of: index, in: size).count
    var bytes = [UInt8](repeating: 0, count: length)
    guard pread(descriptor, &bytes, length, offset(index)) == length,
      Self.checksum(bytes) == sum
    else { return nil }
    return bytes
  }

  /// Writes a whole block; returns an errno, 0 for none.
  func write(_ index: Int, _ bytes: [UInt8]) -> Int32 {
    guard (0..<count).contains(index), bytes.count == Blocks.range(of: index, in: size).count else {
      return EINVAL
    }
    var done = 0
    while done < bytes.count {
      let step = bytes.withUnsafeBytes {
        pwrite(
          descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done, offset(index) + done)
      }
      if step < 0, errno == EINTR { continue }
      guard step > 0 else { return step < 0 ? errno : EIO }
      done += step
    }
    var sum = Self.checksum(bytes)
    return pwrite(descriptor, &sum, 8, slot(index)) == 8 ? 0 : errno
  }

  /// Never 0, which is an empty slot. Not against forgery: who can write here can play anything.
  static func checksum(_ bytes: [UInt8]) -> UInt64 {
    var sum = UInt64(bytes.count) &* 0x9E37_79B9_7F4A_7C15
    bytes.withUnsafeBytes { bytes in
      var offset = 0
      while offset < bytes.count {
        var word: UInt64 = 0
        if offset + 8 <= bytes.count {
          word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        } else {
          for byte in bytes[offset...] { word = word << 8 | UInt64(byte) }
        }
        sum = (sum ^ word) &* 0xFF51_AFD7_ED55_8CCD
        sum ^= sum >> 32
        offset += 8
      }
    }
    return sum | 1
  }
}
