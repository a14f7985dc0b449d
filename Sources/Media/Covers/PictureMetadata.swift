import Glibc

/// What FFmpeg's decoders expand or follow besides the picture: EXIF, profiles and texts, whose few
/// bytes can cost gigabytes or hours.
enum PictureMetadata {
  /// Scans of a JPEG; a progressive one has about ten.
  private static let maximumScans = 100
  /// Frame headers of a JPEG, those of thumbnails in its metadata included.
  private static let maximumFrames = 20

  /// Renames the chunks and segments that hold no picture, so that a decoder skips them.
  ///
  /// - Returns: false for a file whose scans would be decoded again and again.
  static func remove(
    from bytes: UnsafeMutableBufferPointer<UInt8>, _ format: PictureHeader.Format
  ) -> Bool {
    switch format {
    case .jpeg: return removeFromJPEG(bytes)
    case .png:
      // Behind the signature: length, name, content, checksum (PNG's specification, section 5).
      removeChunks(from: bytes, at: 8, name: 4, around: 12, keeping: pngNames) { bytes, offset in
        (0..<4).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
      }
    case .webP:
      // Behind the RIFF header: name, length, content of an even length (RFC 9649).
      removeChunks(from: bytes, at: 12, name: 0, around: 8, keeping: webPNames) { bytes, offset in
        let length = (0..<4).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + 4 + $1]) }
        return length + length & 1
      }
    }
    return true
  }

  // MARK: Chunks

  private static let pngNames = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"].map { Array($0.utf8) }
  private static let webPNames = ["VP8X", "VP8 ", "VP8L", "ALPH"].map { Array($0.utf8) }
  private static let unknownName = Array("xxxx".utf8)

  /// - Parameters:
  ///   - start: the offset of the first chunk.
  ///   - name: the offset of a chunk's name within it.
  ///   - around: bytes of a chunk besides its content.
  ///   - length: bytes of content of the chunk at an offset.
  private static func removeChunks(
    from bytes: UnsafeMutableBufferPointer<UInt8>, at start: Int, name: Int, around: Int,
    keeping names: [[UInt8]],
    length: (_ bytes: UnsafeMutableBufferPointer<UInt8>, _ offset: Int) -> Int
  ) {
    var offset = start
    while offset + 8 <= bytes.count {
      let letters = offset + name..<offset + name + 4
      if !names.contains(where: { bytes[letters].elementsEqual($0) }) {
        _ = bytes[letters].update(fromContentsOf: unknownName)
      }
      offset += around + length(bytes, offset)
    }
  }

  // MARK: JPEG

  /// FFmpeg looks for markers everywhere, so every APP1 becomes an APP15: in a scan or a profile
  /// their bytes mean nothing else.
  private static func removeFromJPEG(_ bytes: UnsafeMutableBufferPointer<UInt8>) -> Bool {
    guard let start = bytes.baseAddress else { return false }
    var (offset, scans, frames) = (0, 0, 0)
    while offset + 1 < bytes.count,
      let found = memchr(start + offset, 0xFF, bytes.count - 1 - offset)
    {
      offset = UnsafeRawPointer(found) - UnsafeRawPointer(start) + 1
      switch bytes[offset] {
      case 0xE1: bytes[offset] = 0xEF
      case 0xDA: scans += 1
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: frames += 1
      default: break
      }
    }
    return scans <= maximumScans && frames <= maximumFrames
  }
}
