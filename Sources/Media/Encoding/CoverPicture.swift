internal import CFFmpeg

/// A PNG or JPEG to embed, with the facts of its header.
struct CoverPicture {
  let bytes: [UInt8]
  let codec: AVCodecID
  /// Pixels.
  let width: Int
  let height: Int

  var mimeType: String { codec == AV_CODEC_ID_PNG ? "image/png" : "image/jpeg" }

  /// Nil if the bytes begin no PNG or JPEG.
  init?(_ bytes: [UInt8]) {
    if let size = Self.pngSize(bytes) {
      (codec, width, height) = (AV_CODEC_ID_PNG, size.width, size.height)
    } else if let size = Self.jpegSize(bytes) {
      (codec, width, height) = (AV_CODEC_ID_MJPEG, size.width, size.height)
    } else {
      return nil
    }
    self.bytes = bytes
  }

  private static func pngSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    guard bytes.count >= 24, bytes.starts(with: signature) else { return nil }
    return size(width: number(bytes[18..<20]), height: number(bytes[22..<24]))
  }

  /// Walks the segments up to the start of frame, which holds the size.
  private static func jpegSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
    var at = 2
    while at + 9 <= bytes.count, bytes[at] == 0xFF {
      let marker = bytes[at + 1]
      let isStartOfFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
      if isStartOfFrame {
        return size(
          width: number(bytes[(at + 7)..<(at + 9)]), height: number(bytes[(at + 5)..<(at + 7)]))
      }
      at += 2 + number(bytes[(at + 2)..<(at + 4)])
    }
    return nil
  }

  private static func size(width: Int, height: Int) -> (width: Int, height: Int)? {
    width > 0 && height > 0 ? (width, height) : nil
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
