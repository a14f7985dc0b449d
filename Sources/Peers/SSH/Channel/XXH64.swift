/// The hash xxHash64 (Yann Collet; seed 0): finds damage and mixed-up parts, not forgeries.
struct XXH64 {
  private var lanes: (UInt64, UInt64, UInt64, UInt64)
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5
  private static let stripe = 32

  init() {
    lanes = (Self.prime1 &+ Self.prime2, Self.prime2, 0, 0 &- Self.prime1)
    rest.reserveCapacity(Self.stripe)
  }

  mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { buffer in update(buffer) }
  }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    count &+= UInt64(bytes.count)
    var offset = 0
    if !rest.isEmpty {
      offset = min(Self.stripe - rest.count, bytes.count)
      rest.append(contentsOf: bytes[..<offset])
      guard rest.count == Self.stripe else { return }
      rest.withUnsafeBytes { mix($0, 0) }
      rest.removeAll(keepingCapacity: true)
    }
    while bytes.count - offset >= Self.stripe {
      mix(bytes, offset)
      offset += Self.stripe
    }
    rest.append(contentsOf: bytes[offset...])
  }

  private mutating func mix(_ bytes: UnsafeRawBufferPointer, _ offset: Int) {
    lanes.0 = Self.round(lanes.0, Self.word(bytes, offset))
    lanes.1 = Self.round(lanes.1, Self.word(bytes, offset + 8))
    lanes.2 = Self.round(lanes.2, Self.word(bytes, offset + 16))
    lanes.3 = Self.round(lanes.3, Self.word(bytes, offset + 24))
  }

  var digest: UInt64 {
    var hash = Self.prime5
    if count >= UInt64(Self.stripe) {
      hash =
        Self.turned(lanes.0, 1) &+ Self.turned(lanes.1, 7) &+ Self.turned(lanes.2, 12)
        &+ Self.turned(lanes.3, 18)
      for lane in [lanes.0, lanes.1, lanes.2, lanes.3] {
        hash = (hash ^ Self.round(0, lane)) &* Self.prime1 &+ Self.prime4
      }
    }
    hash &+= count
    return Self.mixed(rest.withUnsafeBytes { Self.ending(hash, $0) })
  }

  private static func ending(_ start: UInt64, _ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = start
    var offset = 0
    while bytes.count - offset >= 8 {
      hash = turned(hash ^ round(0, word(bytes, offset)), 27) &* prime1 &+ prime4
      offset += 8
    }
    if bytes.count - offset >= 4 {
      let half = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      hash = turned(hash ^ (UInt64(half) &* prime1), 23) &* prime2 &+ prime3
      offset += 4
    }
    for byte in bytes[offset...] {
      hash = turned(hash ^ (UInt64(byte) &* prime5), 11) &* prime1
    }
    return hash
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var hash = value
    hash = (hash ^ (hash >> 33)) &* prime2
    hash = (hash ^ (hash >> 29)) &* prime3
    return hash ^ (hash >> 32)
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    turned(lane &+ word &* prime2, 31) &* prime1
  }

  private static func turned(_ value: UInt64, _ count: UInt64) -> UInt64 {
    value << count | value >> (64 - count)
  }
}
