/// A hash of the stored audio: equal for files with the same audio bytes.
///
/// Not cryptographic: collisions are easy to construct.
package struct AudioHash {
  private var state: UInt64

  /// Bytes hashed at the start of the audio and in its middle.
  static let sample = 4_096

  init(seed: UInt64 = 0) { state = seed ^ 0xA076_1D64_78BD_642F }

  mutating func add(_ number: UInt64) { state = Self.fold(state ^ number, 0xE703_7ED1_A0B4_28DB) }

  mutating func add(_ bytes: ByteView) {
    let raw = UnsafeRawPointer(bytes.start)
    var offset = 0
    while offset + 16 <= bytes.count {
      let first = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let second = UInt64(
        littleEndian: raw.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
      state = Self.fold(first ^ 0x8EBC_6AF0_9C88_C6E3, second ^ state)
      offset += 16
    }
    var rest: UInt64 = UInt64(bytes.count - offset)
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes.start[offset])
      if offset & 7 == 6 { add(rest) }
      offset += 1
    }
    add(rest)
  }

  /// Never 0.
  var value: Int64 {
    let mixed = Self.fold(state ^ 0x5899_65CC_7537_4CC3, 0x1D8E_4E27_C47D_124F)
    return Int64(bitPattern: mixed == 0 ? 1 : mixed)
  }

  private static func fold(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    // Added, so that a factor of 0 does not erase the previous state.
    return product.high ^ product.low ^ (one &+ other.byteSwapped)
  }

  /// The hash of samples by FLAC's MD5 of them all: interleaved, little-endian, in whole bytes. Nil
  /// for zeros, which mean that no MD5 was computed.
  static func ofSamples(md5: ByteView) -> Int64? {
    guard md5.count == 16, md5.buffer.contains(where: { $0 != 0 }) else { return nil }
    var hash = AudioHash(seed: 1)
    hash.add(md5)
    return hash.value
  }
}

extension HeaderFile {
  /// The hash of a byte range: its length, its first bytes and its middle ones.
  ///
  /// The position of the middle depends on the range only, so that tags around it may grow.
  func hash(from start: Int64, to end: Int64) -> Int64? {
    guard start >= 0, start < min(end, size) else { return nil }
    let length = min(end, size) - start
    var hash = AudioHash()
    hash.add(UInt64(length))
    let sample = Int(min(length, Int64(AudioHash.sample)))
    guard let first = bytes(at: start, sample) else { return nil }
    hash.add(first)
    if length > Int64(2 * AudioHash.sample) {
      guard let middle = bytes(at: start + length / 2, AudioHash.sample) else { return nil }
      hash.add(middle)
    }
    return hash.value
  }
}
