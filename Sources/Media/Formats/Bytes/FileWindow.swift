import Glibc
import Music

/// A part of a file in memory that moves forward with the reads.
final class FileWindow {
  enum View {
    case bytes(ByteView)
    case end
    /// With an errno.
    case failed(Int32)
    case cancelled
  }

  /// The file's size in bytes at opening.
  let size: Int64
  private let input: SoundInput
  private var pool: FileMemoryPool
  private var memory: FileMemory?
  private let capacity: Int
  private var start: Int64 = 0
  private var count = 0

  /// `capacity` bytes are read at once.
  init(_ input: SoundInput, capacity: Int) {
    self.input = input
    self.capacity = capacity
    pool = FileMemoryPool(capacity: capacity)
    size = input.stamp.size
  }

  /// The end of the part in memory.
  var end: Int64 { start + Int64(count) }

  /// `count` bytes at an offset, unaffected by later reads; `.end` if the file has fewer.
  func look(at offset: Int64, _ count: Int) -> View {
    guard offset >= 0, offset <= size - Int64(count) else { return .end }
    if let memory, offset >= start, offset + Int64(count) <= end {
      return .bytes(ByteView(memory, from: Int(offset - start), count: count))
    }
    self.memory = nil
    let memory = pool.unused()
    start = offset
    self.count = 0
    while self.count < capacity {
      if input.cancellation.isOver { return .cancelled }
      let got = input.read(memory.start + self.count, capacity - self.count, at: end)
      if got == -Int(EINTR) { continue }
      if got < 0 { return .failed(Int32(-got)) }
      if got == 0 { break }
      self.count += got
    }
    self.memory = memory
    // The file was truncated meanwhile.
    return self.count >= count ? .bytes(ByteView(memory, from: 0, count: count)) : .end
  }

  /// The offset of the next such byte in memory, which has to hold `offset`.
  func next(_ byte: UInt8, from offset: Int64) -> Int64? {
    guard let memory, offset >= start, offset < end else { return nil }
    let part = ByteView(memory, from: Int(offset - start), count: Int(end - offset))
    return part.firstIndex(of: byte).map { offset + Int64($0) }
  }
}
