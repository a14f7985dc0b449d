import Glibc
import Music

/// A part of a file in memory that moves on as later parts are asked for.
final class FileWindow {
  enum View {
    case bytes(UnsafePointer<UInt8>)
    case end
    /// With an errno.
    case failed(Int32)
    case cancelled
  }

  /// Bytes, when the window was opened.
  let size: Int64
  private let input: FileInput
  private let memory: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private var start: Int64 = 0
  private var count = 0

  /// Zeros behind the last byte, for readers that look further than they need.
  private static let margin = 8

  /// `capacity` bytes are read at once.
  init(_ input: FileInput, capacity: Int) {
    self.input = input
    self.capacity = capacity
    memory = .allocate(capacity: capacity + Self.margin)
    size = input.stamp.size
  }

  deinit { memory.deallocate() }

  /// Where the part in memory ends.
  var end: Int64 { start + Int64(count) }

  /// `count` bytes at a place; `.end` where the file has fewer. Valid until the next call.
  func look(at place: Int64, _ count: Int) -> View {
    if place >= start, place + Int64(count) <= end { return .bytes(memory + Int(place - start)) }
    guard place >= 0, place <= size - Int64(count) else { return .end }
    start = place
    self.count = 0
    while self.count < capacity {
      if input.cancellation.isOver { return .cancelled }
      let got = input.read(memory + self.count, capacity - self.count, at: end)
      if got < 0, errno == EINTR { continue }
      if got < 0 { return .failed(errno) }
      if got == 0 { break }
      self.count += got
    }
    (memory + self.count).update(repeating: 0, count: Self.margin)
    // Fewer than its size said: it was cut meanwhile.
    return self.count >= count ? .bytes(memory) : .end
  }

  /// The place of the next such byte in memory, which has to hold `place`.
  func next(_ byte: UInt8, from place: Int64) -> Int64? {
    let offset = Int(place - start)
    guard let found = memchr(memory + offset, Int32(byte), count - offset) else { return nil }
    return start + Int64(found - UnsafeMutableRawPointer(memory))
  }
}
