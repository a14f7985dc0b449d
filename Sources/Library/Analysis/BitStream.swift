/// Writes bits, the most significant of a byte first.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var count: UInt64 = 0

  init(bytes: [UInt8] = []) { self.bytes = bytes }

  /// At most 32 bits at once.
  @inline(__always)
  mutating func add(_ value: UInt64, bits: UInt64) {
    pending = pending << bits | value
    count += bits
    while count >= 8 {
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: pending >> count))
    }
  }

  /// Pads the last byte with ones.
  mutating func finish() {
    if count > 0 { add((1 << (8 - count)) - 1, bits: 8 - count) }
  }
}

/// Reads bits in the same order; beyond the end all are 0.
struct BitReader {
  private let bytes: UnsafeRawBufferPointer
  private var next = 0
  private var pending: UInt64 = 0
  private var count: UInt64 = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Whether a read went beyond the end.
  var isBeyond: Bool { next > bytes.count + 8 }

  @inline(__always)
  private mutating func fill() {
    while count <= 48 {
      pending = pending << 8 | UInt64(next < bytes.count ? bytes[next] : 0)
      next += 1
      count += 8
    }
  }

  /// At most 32 bits at once.
  @inline(__always)
  mutating func read(_ bits: UInt64) -> UInt64 {
    if count < bits { fill() }
    count -= bits
    return pending >> count & ((1 << bits) - 1)
  }

  /// Reads a unary code: the number of ones before the next zero, at most `limit`, which is no more
  /// than 32; the zero is read too, unless the limit is reached.
  @inline(__always)
  mutating func ones(atMost limit: UInt64) -> UInt64 {
    if count < limit + 1 { fill() }
    let aligned = pending << (64 - count)
    let ones = min(UInt64((~aligned).leadingZeroBitCount), limit)
    count -= ones < limit ? ones + 1 : limit
    return ones
  }
}
