import Glibc

/// Metadata that FFmpeg's decoders expand or follow: EXIF, profiles and texts, a few bytes of which
/// can cost gigabytes or hours.
enum PictureMetadata {
  /// Scans of a JPEG; a progressive one has about ten.
  private static let maximumScans = 100
  /// Frame headers of a JPEG, those of thumbnails in its metadata included.
  private static let maximumFrames = 20
  /// Bytes of compressed samples that need not be as large as the samples.
  private static let slack = 64 << 10
  /// Bytes of a lossless WebP: its code tables may take a hundred times as much.
  private static let maximumLossless = 4 << 20

  /// Renames the chunks and segments that hold no picture, so that a decoder skips them.
  ///
  /// - Returns: false for a file that is decoded for longer than its size explains.
  static func remove(
    from bytes: UnsafeMutableBufferPointer<UInt8>, _ header: PictureHeader
  ) -> Bool {
    // Deflate makes nothing much larger; FFmpeg inflates whatever follows the last row, too.
    let limit = header.width * header.height * 8 + 2 * header.height + slack
    var lengths: [[UInt8]: Int] = [:]
    switch header.format {
    case .jpeg: return removeFromJPEG(bytes)
    case .png:
      // Behind the signature: length, name, content, checksum (PNG's specification, section 5).
      removeChunks(from: bytes, at: 8, name: 4, around: 12, keeping: pngNames, &lengths) {
        bytes, offset in (0..<4).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
      }
      return lengths[idat, default: 0] <= limit
    case .webP:
      // Behind the RIFF header: name, length, content of an even length (RFC 9649).
      removeChunks(from: bytes, at: 12, name: 0, around: 8, keeping: webPNames, &lengths) {
        bytes, offset in
        let length = (0..<4).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + 4 + $1]) }
        return length + length & 1
      }
      return lossless.allSatisfy { lengths[$0, default: 0] <= min(limit, maximumLossless) }
    }
  }

  // MARK: Chunks

  private static let idat = Array("IDAT".utf8)
  private static let lossless = ["VP8L", "ALPH"].map { Array($0.utf8) }
  private static let pngNames = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"].map { Array($0.utf8) }
  private static let webPNames = ["VP8X", "VP8 ", "VP8L", "ALPH"].map { Array($0.utf8) }
  private static let unknownName = Array("xxxx".utf8)

  /// - Parameters:
  ///   - start: the offset of the first chunk.
  ///   - name: the offset of a chunk's name within it.
  ///   - around: bytes of a chunk besides its content.
  ///   - lengths: bytes of content by name, counted.
  ///   - length: bytes of content of the chunk at an offset.
  private static func removeChunks(
    from bytes: UnsafeMutableBufferPointer<UInt8>, at start: Int, name: Int, around: Int,
    keeping names: [[UInt8]], _ lengths: inout [[UInt8]: Int],
    length: (_ bytes: UnsafeMutableBufferPointer<UInt8>, _ offset: Int) -> Int
  ) {
    var offset = start
    while offset + 8 <= bytes.count {
      let letters = offset + name..<offset + name + 4
      let content = length(bytes, offset)
      if let known = names.first(where: { bytes[letters].elementsEqual($0) }) {
        lengths[known, default: 0] += content
      } else {
        _ = bytes[letters].update(fromContentsOf: unknownName)
      }
      offset += around + content
    }
  }

  // MARK: JPEG

  /// FFmpeg looks for markers everywhere, so every APP1 becomes an APP15, and so does every frame
  /// that is neither baseline nor progressive with 8 bits: in a profile their bytes mean nothing.
  private static func removeFromJPEG(_ bytes: UnsafeMutableBufferPointer<UInt8>) -> Bool {
    guard let start = bytes.baseAddress else { return false }
    var (offset, scans, frames) = (0, 0, 0)
    while offset + 1 < bytes.count,
      let found = memchr(start + offset, 0xFF, bytes.count - 1 - offset)
    {
      offset = UnsafeRawPointer(found) - UnsafeRawPointer(start) + 1
      switch bytes[offset] {
      case 0xE1, 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF, 0xF7: bytes[offset] = 0xEF
      case 0xC0...0xC2 where offset + 3 >= bytes.count || bytes[offset + 3] != 8:
        bytes[offset] = 0xEF
      case 0xDA: scans += 1
      case 0xC0...0xC2: frames += 1
      default: break
      }
    }
    return scans <= maximumScans && frames <= maximumFrames
  }
}
