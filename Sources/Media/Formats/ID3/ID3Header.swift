/// The ten-byte header of an ID3v2 tag (id3.org, of all versions).
struct ID3Header {
  /// 2 to 4 are supported.
  let version: Int
  let flags: UInt8
  /// Bytes between the header and the footer: extended header, frames and padding.
  let size: Int

  static let length = 10

  /// Nil if the bytes begin no tag.
  init?(_ bytes: ByteView) {
    guard bytes.count >= ID3Header.length, bytes.has("ID3"), bytes[3] < 0xFF, bytes[4] < 0xFF,
      let size = ID3Header.syncsafe(bytes, 6)
    else { return nil }
    version = Int(bytes[3])
    flags = bytes[5]
    self.size = size
  }

  var isUnsynchronised: Bool { flags & 0x80 != 0 }
  var hasExtension: Bool { version > 2 && flags & 0x40 != 0 }
  /// Bit 6 of version 2 means a compression that was never defined.
  var isCompressed: Bool { version == 2 && flags & 0x40 != 0 }
  /// The length of the whole tag in bytes.
  var totalLength: Int {
    ID3Header.length + size + (version == 4 && flags & 0x10 != 0 ? ID3Header.length : 0)
  }

  /// Four bytes of seven bits; nil if one has eight.
  static func syncsafe(_ bytes: ByteView, _ offset: Int) -> Int? {
    guard bytes[offset] | bytes[offset + 1] | bytes[offset + 2] | bytes[offset + 3] < 0x80 else {
      return nil
    }
    return (0..<4).reduce(0) { $0 << 7 | Int(bytes[offset + $1]) }
  }

  /// Removes the zero inserted behind each 0xFF.
  static func resynchronise(_ bytes: inout [UInt8]) {
    var kept = 0
    var isAfterFF = false
    for byte in bytes {
      let isPut = isAfterFF && byte == 0
      isAfterFF = byte == 0xFF
      guard !isPut else { continue }
      bytes[kept] = byte
      kept += 1
    }
    bytes.removeLast(bytes.count - kept)
  }
}
