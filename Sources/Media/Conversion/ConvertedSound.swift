internal import CLinux
import Glibc
internal import Music

/// Converted sound without tags: the first bytes of an open file, and the check of them.
///
/// The file may lose its name meanwhile. Behind the sound, a file of the cache has a footer: a
/// signature, the length and the check, in eight bytes each.
final class ConvertedSound {
  let length: Int64
  private let descriptor: Int32
  /// Nil for a file that was written a moment ago.
  private let check: Int64?
  /// The owner of the descriptor; nil if that is closed here.
  private let owner: NewFile?

  private static let signature = Array("tritone1".utf8)
  private static let footerLength: Int64 = 24
  /// Bytes that are copied and checked at once; the check depends on it.
  private static let step = 1 << 20

  /// A file that was written a moment ago.
  init(_ file: NewFile, length: Int64) {
    (descriptor, self.length, check, owner) = (file.descriptor, length, nil, file)
  }

  /// A file of the cache; nil if it is missing or its length is wrong.
  init?(cachedAt path: FilePath) {
    let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let descriptor = path.withCString { open($0, flags) }
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      case let length = Int64(status.st_size) - Self.footerLength, length > 0,
      let footer = try? OpenedFile.bytes(
        descriptor, at: length, count: Int(Self.footerLength)),
      footer.count == Self.footerLength, footer.starts(with: Self.signature),
      Self.number(footer[8..<16]) == length
    else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    self.length = length
    check = Self.number(footer[16..<24])
    owner = nil
    // The time of the last use, by which the oldest go.
    futimens(descriptor, nil)
  }

  deinit {
    if owner == nil { close(descriptor) }
  }

  /// Appends the footer to a file that was written a moment ago.
  func seal(_ cancellation: Cancellation) throws(FileFault) {
    guard let owner else { return }
    let check = try visit(cancellation) { _ throws(FileFault) in }
    guard lseek(descriptor, Int(length), SEEK_SET) >= 0 else { throw FileFault(code: errno) }
    try owner.write(Self.signature + Self.bytes(length) + Self.bytes(check))
  }

  /// Appends the sound to a file; false if it is damaged.
  func copy(to file: NewFile, _ cancellation: Cancellation) throws(FileFault) -> Bool {
    let found = try visit(cancellation) { (bytes) throws(FileFault) in try file.write(bytes) }
    return check.map { $0 == found } ?? true
  }

  /// Reads all of the sound and returns its check; fails with `ECANCELED`, and with `EIO` at an
  /// early end.
  private func visit(
    _ cancellation: Cancellation, _ body: (UnsafeRawBufferPointer) throws(FileFault) -> Void
  ) throws(FileFault) -> Int64 {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.step, alignment: 16)
    defer { buffer.deallocate() }
    var hash = AudioHash(seed: 4)
    var offset: Int64 = 0
    while offset < length {
      if cancellation.isOver { throw FileFault(code: ECANCELED) }
      let count = Int(min(Int64(Self.step), length - offset))
      var filled = 0
      while filled < count {
        let got = pread(
          descriptor, buffer.baseAddress?.advanced(by: filled), count - filled,
          Int(offset) + filled)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { throw FileFault(code: got < 0 ? errno : EIO) }
        filled += got
      }
      let part = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      if let view = ByteView(part.bindMemory(to: UInt8.self)) { hash.add(view) }
      try body(part)
      offset += Int64(count)
    }
    return hash.value
  }

  private static func bytes(_ number: Int64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    bytes.reversed().reduce(0) { $0 << 8 | Int64($1) }
  }
}
