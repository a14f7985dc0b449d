import Glibc
import Music

/// Random access to one file after the other, through reused memory.
///
/// Confined to one thread. The reads per file are bounded.
final class HeaderFile {
  private var descriptor: Int32 = -1
  /// Read in place of a descriptor.
  private var input: SoundInput?
  /// Bytes.
  private(set) var size: Int64 = 0
  /// The front of the file, which stays, and the last read elsewhere.
  private var front: FileMemory?
  private var frontFilled = 0
  private var memory: FileMemory?
  private var offset: Int64 = 0
  private var filled = 0
  private var readsLeft = 0
  /// The errno of the last failed read; 0 for none.
  private(set) var readError: Int32 = 0

  /// The largest single read.
  static let maximumLength = 1 << 17
  /// Bytes read at the front of a file, where most tags are; and elsewhere.
  private static let head = 8_192
  private static let further = 4_096
  static let maximumReads = 4_000

  /// The most bytes that can be joined from several parts of the file.
  static let maximumJoined = 8_192

  private var fronts = FileMemoryPool(capacity: HeaderFile.head)
  private var pieces = FileMemoryPool(capacity: HeaderFile.maximumLength)
  private var joints = FileMemoryPool(capacity: HeaderFile.maximumJoined)

  /// Switches to another file, which its owner closes.
  ///
  /// - Parameter reads: the most reads allowed.
  func use(_ descriptor: Int32, size: Int64, reads: Int = HeaderFile.maximumReads) {
    self.descriptor = descriptor
    input = nil
    begin(size: size, reads: reads)
  }

  /// Switches to the bytes of an input.
  func use(_ input: SoundInput) {
    self.input = input
    begin(size: input.stamp.size, reads: HeaderFile.maximumReads)
  }

  private func begin(size: Int64, reads: Int) {
    self.size = size
    (offset, filled, frontFilled) = (0, 0, 0)
    (readsLeft, readError) = (reads, 0)
    front = nil
    let front = fronts.unused()
    frontFilled = fill(front.start, at: 0, HeaderFile.head)
    self.front = front
  }

  /// A buffer of `maximumJoined` bytes.
  func roomToJoin() -> FileMemory { joints.unused() }

  /// The bytes at an offset, unaffected by later reads; nil if the file has fewer.
  func bytes(at wanted: Int64, _ count: Int) -> ByteView? {
    guard wanted >= 0, count >= 0, count <= HeaderFile.maximumLength, wanted <= size - Int64(count)
    else { return nil }
    if let front, wanted + Int64(count) <= Int64(frontFilled) {
      return ByteView(front, from: Int(wanted), count: count)
    }
    if let memory, wanted >= offset, wanted + Int64(count) <= offset + Int64(filled) {
      return ByteView(memory, from: Int(wanted - offset), count: count)
    }
    self.memory = nil
    let memory = pieces.unused()
    offset = wanted
    filled = fill(memory.start, at: wanted, max(count, HeaderFile.further))
    self.memory = memory
    return filled >= count ? ByteView(memory, from: 0, count: count) : nil
  }

  /// The bytes at an offset, fewer at the end of the file.
  func upTo(_ count: Int, at wanted: Int64) -> ByteView? {
    guard wanted >= 0, wanted < size else { return nil }
    return bytes(at: wanted, Int(min(Int64(count), size - wanted)))
  }

  /// A copy of a part of any length; nil if the file has less.
  func copy(at wanted: Int64, _ count: Int) -> [UInt8]? {
    guard wanted >= 0, count >= 0, wanted <= size - Int64(count) else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      if let start = buffer.baseAddress { filled = fill(start, at: wanted, count) }
    }
    return bytes.count == count ? bytes : nil
  }

  private func read(_ memory: UnsafeMutablePointer<UInt8>, _ count: Int, at offset: Int64) -> Int {
    if let input { return input.read(memory, count, at: offset) }
    let got = pread(descriptor, memory, count, Int(offset))
    return got < 0 ? -Int(errno) : got
  }

  private func fill(_ memory: UnsafeMutablePointer<UInt8>, at wanted: Int64, _ count: Int) -> Int {
    var filled = 0
    while filled < count, readsLeft > 0 {
      readsLeft -= 1
      let got = read(memory + filled, count - filled, at: wanted + Int64(filled))
      if got == -Int(EINTR) { continue }
      if got < 0 { readError = Int32(-got) }
      guard got > 0 else { break }
      filled += got
      // A regular file reads short only at its end.
      if wanted + Int64(filled) >= size { break }
    }
    return filled
  }
}
