/// A FLAC file with any tags and no frames: all that a scan reads, in some hundred bytes.
enum FlacFile {
  static func bytes(_ tags: [(String, String)], seconds: Int = 3, size: Int = 0) -> [UInt8] {
    bytes(raw: tags.map { Array("\($0)=\($1)".utf8) }, seconds: seconds, size: size)
  }

  static func bytes(raw comments: [[UInt8]], seconds: Int = 3, size: Int = 0) -> [UInt8] {
    let samples = UInt64(seconds) * 44_100
    // STREAMINFO (RFC 9639, section 8.2): 44,100 Hz, two channels, 16 bits.
    var info: [UInt8] = [0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0x0A, 0xC4, 0x42, 0xF0]
    info += (0..<4).map { UInt8(truncatingIfNeeded: samples >> (24 - 8 * UInt64($0))) }
    info += [UInt8](repeating: 0, count: 16)
    var comment = little(0) + little(comments.count)
    for entry in comments { comment += little(entry.count) + entry }
    let padding = max(0, max(size, seconds * 80) - 50 - comment.count)
    return Array("fLaC".utf8) + block(0, info) + block(4, comment)
      + block(0x81, [UInt8](repeating: 0, count: padding))
  }

  private static func block(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
    [type, UInt8(body.count >> 16), UInt8(body.count >> 8 & 0xFF), UInt8(body.count & 0xFF)] + body
  }

  private static func little(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
