/// A WAV file with noise seeded by a number, and a title in its INFO list.
enum WaveTrack {
  static func bytes(_ number: Int, title: String?, seconds: Double = 1) -> [UInt8] {
    let rate = 8_000
    var state = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15 | 1
    var samples: [UInt8] = []
    samples.reserveCapacity(Int(seconds * Double(rate)) * 2)
    for _ in 0..<Int(seconds * Double(rate)) {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      samples += [UInt8(truncatingIfNeeded: state), UInt8(truncatingIfNeeded: state >> 8 & 0x3F)]
    }
    var format: [UInt8] = little(1, 2) + little(1, 2) + little(rate, 4) + little(rate * 2, 4)
    format += little(2, 2) + little(16, 2)
    var body = Array("WAVE".utf8) + chunk("fmt ", format)
    if let title {
      body += chunk("LIST", Array("INFO".utf8) + chunk("INAM", Array(title.utf8) + [0]))
    }
    return chunk("RIFF", body + chunk("data", samples))
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
  }

  private static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
