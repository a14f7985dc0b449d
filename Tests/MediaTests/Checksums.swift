/// Checksums of containers, so that a changed field is all that is wrong with a file.
enum Checksums {
  /// CRC-32 of an Ogg page (RFC 3533, section 6), whose own field counts as zeros.
  private static func ogg(_ page: ArraySlice<UInt8>) -> UInt32 {
    var sum: UInt32 = 0
    for (offset, byte) in page.enumerated() {
      sum ^= UInt32((22..<26).contains(offset) ? 0 : byte) << 24
      for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
    }
    return sum
  }

  /// The pages of an Ogg file.
  static func oggPages(_ bytes: [UInt8]) -> [Range<Int>] {
    var pages: [Range<Int>] = []
    var offset = 0
    while offset + 27 <= bytes.count, bytes[offset..<offset + 4].elementsEqual("OggS".utf8) {
      let segments = Int(bytes[offset + 26])
      guard offset + 27 + segments <= bytes.count else { break }
      let body = bytes[offset + 27..<offset + 27 + segments].reduce(0) { $0 + Int($1) }
      let end = min(bytes.count, offset + 27 + segments + body)
      pages.append(offset..<end)
      offset = end
    }
    return pages
  }

  /// Corrects the checksum of an Ogg page.
  static func correctOgg(_ bytes: inout [UInt8], page: Range<Int>) {
    let sum = TagBytes.little(Int(ogg(bytes[page])))
    bytes.replaceSubrange(page.lowerBound + 22..<page.lowerBound + 26, with: sum)
  }

  private static func crc8(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ byte) { sum, _ in sum & 0x80 != 0 ? sum << 1 ^ 0x07 : sum << 1 }
    }
  }

  private static func crc16(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ UInt16(byte) << 8) { sum, _ in
        sum & 0x8000 != 0 ? sum << 1 ^ 0x8005 : sum << 1
      }
    }
  }

  /// The first frames of a FLAC file, with the lengths of their headers (RFC 9639, 9.1).
  static func flacFrames(_ bytes: [UInt8], most: Int) -> [(frame: Range<Int>, header: Int)] {
    var starts: [(Int, Int)] = []
    var offset = 4
    while offset + 6 < bytes.count, starts.count <= most {
      defer { offset += 1 }
      guard bytes[offset] == 0xFF, bytes[offset + 1] & 0xFE == 0xF8 else { continue }
      // Four bytes, one to seven of a number, up to four of length and rate, and the sum.
      let header = (5...15).first { length in
        offset + length < bytes.count
          && crc8(bytes[offset..<offset + length]) == bytes[offset + length]
      }
      if let header { starts.append((offset, header + 1)) }
    }
    return zip(starts, starts.dropFirst()).map { ($0.0..<$1.0, $0.1) }
  }

  /// Corrects both checksums of a FLAC frame.
  static func correctFLAC(_ bytes: inout [UInt8], frame: Range<Int>, header: Int) {
    let start = frame.lowerBound
    bytes[start + header - 1] = crc8(bytes[start..<start + header - 1])
    let sum = crc16(bytes[start..<frame.upperBound - 2])
    bytes.replaceSubrange(
      frame.upperBound - 2..<frame.upperBound, with: TagBytes.big(Int(sum), 2))
  }
}
