/// Tags as bytes, built by hand, also as no program writes them.
enum TagBytes {
  static func big(_ number: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
  }

  static func little(_ number: Int, _ count: Int = 4) -> [UInt8] {
    Array(big(number, count).reversed())
  }

  static func syncsafe(_ number: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(number >> $0 & 0x7F) }
  }

  /// A frame of ID3v2; a name of three letters makes one of version 2.
  static func frame(
    _ name: String, _ body: [UInt8], version: Int = 4, flags: UInt8 = 0
  ) -> [UInt8] {
    switch version {
    case 2: Array(name.utf8) + big(body.count, 3) + body
    case 3: Array(name.utf8) + big(body.count) + [0, flags] + body
    default: Array(name.utf8) + syncsafe(body.count) + [0, flags] + body
    }
  }

  /// A complete ID3v2 tag.
  static func id3(_ frames: [[UInt8]], version: Int = 4, flags: UInt8 = 0, padding: Int = 0)
    -> [UInt8]
  {
    var body = Array(frames.joined()) + [UInt8](repeating: 0, count: padding)
    if flags & 0x80 != 0, version < 4 { body = unsynchronised(body) }
    return Array("ID3".utf8) + [UInt8(version), 0, flags] + syncsafe(body.count) + body
  }

  /// The bytes with a zero after each 0xFF that would otherwise look like a sync.
  static func unsynchronised(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      result.append(byte)
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if byte == 0xFF, next >= 0xE0 || next == 0 { result.append(0) }
    }
    return result
  }

  static func text(_ text: String, encoding: UInt8 = 3) -> [UInt8] {
    switch encoding {
    case 1: [1, 0xFF, 0xFE] + text.utf16.flatMap { little(Int($0), 2) }
    case 2: [2] + text.utf16.flatMap { big(Int($0), 2) }
    default: [encoding] + Array(text.utf8)
    }
  }

  /// An ID3v1 tag: the last 128 bytes of a file.
  static func id3v1(title: [UInt8], artist: [UInt8], track: UInt8, genre: UInt8) -> [UInt8] {
    func field(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
      Array((bytes + [UInt8](repeating: 0, count: count)).prefix(count))
    }
    return Array("TAG".utf8) + field(title, 30) + field(artist, 30) + field([], 30)
      + Array("1999".utf8) + field([], 28) + [0, track, genre]
  }

  static func ape(_ items: [(String, [UInt8])]) -> [UInt8] {
    var body: [UInt8] = []
    for (name, value) in items {
      body += little(value.count)
      body += little(0)
      body += Array(name.utf8)
      body += [0]
      body += value
    }
    func frame(_ flags: Int) -> [UInt8] {
      var frame = Array("APETAGEX".utf8)
      for number in [2_000, body.count + 32, items.count, flags] { frame += little(number) }
      return frame + [UInt8](repeating: 0, count: 8)
    }
    return frame(0xA000_0000) + body + frame(0x8000_0000)
  }
}
