/// The content facts in a layer III frame header (ISO 11172-3, section 2.4.2.3).
struct LayerThreeHeader {
  /// MPEG-1 and not one of the low rates.
  let isFull: Bool
  let isMono: Bool
  /// Bytes of a checksum behind the header.
  let checksum: Int

  /// Bytes of the header itself.
  static let length = 4

  /// Nil if the bytes are no such frame.
  init?(_ bytes: ByteView) {
    guard bytes.count >= Self.length, bytes[0] == 0xFF, bytes[1] & 0xE6 == 0xE2 else { return nil }
    isFull = bytes[1] & 0x18 == 0x18
    isMono = bytes[3] & 0xC0 == 0xC0
    checksum = bytes[1] & 1 == 0 ? 2 : 0
  }

  var channels: Int { isMono ? 1 : 2 }
  /// Bytes of side information in front of the sound.
  var sideLength: Int { isFull ? (isMono ? 17 : 32) : (isMono ? 9 : 17) }
}
