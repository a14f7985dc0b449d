/// Whether a FLAC file contains all frames that its header announces.
///
/// The MD5 in the header is that of the whole sound, even in a truncated download or a part split
/// off without encoding: such a part is not the same audio as the whole.
extension FLACHeader {
  /// STREAMINFO's facts about frames.
  struct Frames {
    /// Samples in each frame but the last, for a fixed block size.
    var blockSize: Int64
    /// Bytes of the longest frame; 0 if unknown.
    var longest: Int
    /// Samples in all; 0 if unknown.
    var samples: Int64

    init(_ info: ByteView) {
      // Some encoders count the shorter last block in the minimum, too.
      blockSize = Int64(info.big(2, 2))
      longest = info.big(7, 3)
      samples = Int64(info.big(13, 5) & 0xF_FFFF_FFFF)
    }
  }

  /// The room in bytes for tags behind the last frame, as for ID3v1.
  private static let trailing = 4_096
  /// The longest frame header in bytes.
  static let maximumHeader = 16

  /// Whether the first frame is missing, or frames lie at the end and none of them is the last.
  /// False if unknown.
  static func isPart(_ file: HeaderFile, from start: Int64, _ frames: Frames) -> Bool {
    guard frames.samples > 0 else { return false }
    if let head = file.upTo(maximumHeader, at: start),
      let first = samples(ofFrame: head, at: 0, frames), first.lowerBound > 0
    {
      return true
    }
    let length = frames.longest > 0 ? frames.longest + trailing : HeaderFile.maximumLength
    let count = min(Int64(min(length, HeaderFile.maximumLength)), file.size - start)
    guard count > 0, let tail = file.bytes(at: file.size - count, Int(count)) else { return false }
    var (found, next) = (false, 0)
    while let index = tail.firstIndex(of: 0xFF, from: next), index < Int(count) - 6 {
      next = index + 1
      guard let frame = samples(ofFrame: tail, at: index, frames) else { continue }
      if frame.upperBound == frames.samples { return false }
      found = true
    }
    return found
  }

  /// The sample numbers of a frame, nil without a frame header (RFC 9639, section 9.1).
  static func samples(
    ofFrame bytes: ByteView, at start: Int, _ frames: Frames
  ) -> Range<Int64>? {
    guard bytes[start] == 0xFF, bytes[start + 1] & 0xFE == 0xF8 else { return nil }
    let (sizeCode, rateCode) = (bytes[start + 2] >> 4, bytes[start + 2] & 15)
    guard sizeCode > 0, rateCode < 15, bytes[start + 3] >> 4 < 11, bytes[start + 3] & 1 == 0 else {
      return nil
    }
    var offset = start + 4
    func next() -> Int64? {
      guard offset < bytes.count else { return nil }
      defer { offset += 1 }
      return Int64(bytes[offset])
    }
    guard let first = next() else { return nil }
    // As in UTF-8, up to seven bytes: as many more as there are leading ones.
    let more = (~UInt8(first)).leadingZeroBitCount
    guard more != 1, more < 8 else { return nil }
    var number = more == 0 ? first : first & (0x7F >> more)
    for _ in 0..<max(0, more - 1) {
      guard let byte = next(), byte >> 6 == 2 else { return nil }
      number = number << 6 | byte & 0x3F
    }
    var size: Int64
    switch sizeCode {
    case 1: size = 192
    case 2...5: size = 576 << (Int64(sizeCode) - 2)
    case 6:
      guard let byte = next() else { return nil }
      size = byte + 1
    case 7:
      guard let high = next(), let low = next() else { return nil }
      size = high << 8 + low + 1
    default: size = 256 << (Int64(sizeCode) - 8)
    }
    for _ in 0..<(rateCode == 12 ? 1 : rateCode > 12 ? 2 : 0) where next() == nil { return nil }
    guard offset < bytes.count, bytes[offset] == checksum(bytes, start..<offset) else { return nil }
    // Counts either frames or samples.
    let start = bytes[start + 1] & 1 == 0 ? number * frames.blockSize : number
    return start..<start + size
  }

  /// CRC-8 with the polynomial x⁸ + x² + x + 1.
  private static func checksum(_ bytes: ByteView, _ range: Range<Int>) -> UInt8 {
    var sum: UInt8 = 0
    for index in range {
      sum ^= bytes[index]
      for _ in 0..<8 { sum = sum & 0x80 == 0 ? sum << 1 : sum << 1 ^ 0x07 }
    }
    return sum
  }
}
