/// Lines out of a stream of bytes, bounded: of a longer line nothing is kept.
struct LineBuffer {
  enum Line: Equatable {
    case bytes([UInt8])
    case tooLong
  }

  private let longest: Int
  private var bytes: [UInt8] = []
  /// The first byte that no line was made of.
  private var start = 0
  /// The first byte not searched for an end.
  private var searched = 0
  private var isSkipping = false
  private var hasEnded = false

  init(longest: Int) { self.longest = longest }

  mutating func append(_ part: UnsafeRawBufferPointer) {
    if start > 0, start == bytes.count || start > longest {
      bytes.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    var part = part
    if isSkipping {
      guard let end = part.firstIndex(of: UInt8(ascii: "\n")) else { return }
      isSkipping = false
      part = UnsafeRawBufferPointer(rebasing: part[(end + 1)...])
    }
    bytes += part
  }

  /// The stream is over: the rest is a line without an end.
  mutating func end() { hasEnded = true }

  /// Whether there is another line.
  var hasLine: Bool {
    hasEnded ? start < bytes.count : bytes[searched...].contains(UInt8(ascii: "\n"))
  }

  /// The next line without its end.
  mutating func next() -> Line? {
    if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      defer {
        start = end + 1
        searched = start
      }
      return end - start > longest ? .tooLong : .bytes(Array(bytes[start..<end]))
    }
    searched = bytes.count
    let rest = bytes.count - start
    if rest > longest {
      isSkipping = !hasEnded
      clear()
      return .tooLong
    }
    guard hasEnded, rest > 0 else { return nil }
    defer { clear() }
    return .bytes(Array(bytes[start...]))
  }

  private mutating func clear() {
    bytes = []
    start = 0
    searched = 0
  }
}
