/// The Xing, Info or VBRI header in the first frame of an MP3, as far as FFmpeg uses it.
struct MPEGInfoTag: Equatable, Sendable {
  /// Frames behind the one with the header, 0 if missing or implausible.
  var frameCount: Int64 = 0
  /// Samples of encoder delay and padding; nil without LAME's extension.
  var delay: Int64?
  var padding: Int64 = 0
  /// Whether the frame holds only the header and is not decoded.
  var isSkipped = false

  /// The delay of every MPEG layer III decoder, in samples, on top of the encoder's.
  static let decoderDelay: Int64 = 529

  /// Reads the first frame; `rest` is the number of bytes from its start to the end of the file.
  init?(_ bytes: ByteView, rest: Int64) {
    guard let header = LayerThreeHeader(bytes) else { return nil }
    // FFmpeg ignores headers behind a checksum.
    let start = LayerThreeHeader.length + header.sideLength
    if bytes.has("Xing", at: start) || bytes.has("Info", at: start) {
      readXing(bytes, at: start + 4, rest: rest)
    } else if bytes.has("VBRI", at: 36) {
      // Size and count follow version, delay and quality.
      frameCount = Int64(bytes.big(36 + 14, 4))
      isSkipped = frameCount > 0 || bytes.big(36 + 10, 4) > 0
    } else {
      return nil
    }
  }

  private mutating func readXing(_ bytes: ByteView, at offset: Int, rest: Int64) {
    let flags = bytes.big(offset, 4)
    var next = offset + 4
    if flags & 1 != 0 {
      frameCount = Int64(bytes.big(next, 4))
      next += 4
    }
    if flags & 2 != 0 {
      let size = Int64(bytes.big(next, 4))
      next += 4
      isSkipped = size > 0
      let left = max(0, rest - Int64(next))
      // In concatenated files, the first header does not describe the rest.
      if left > size, left - size > size >> 4, size > 0 { frameCount = 0 }
    }
    isSkipped = isSkipped || frameCount > 0
    if flags & 4 != 0 { next += 100 }
    if flags & 8 != 0 { next += 4 }
    let encoders: [StaticString] = ["LAME", "Lavf", "Lavc"]
    guard encoders.contains(where: { bytes.has($0, at: next) }) else { return }
    let both = Int64(bytes.big(next + 21, 3))
    (delay, padding) = (both >> 12, both & 4095)
  }

  /// The count of samples behind the header, of `total`, that are trimmed.
  func trimmed(of total: Int64, samplesPerFrame: Int) -> Int64 {
    guard let delay else { return 0 }
    let head = min(total, delay + Self.decoderDelay)
    guard let padding = padding(samplesPerFrame) else { return head }
    return head + max(0, min(total, padding.upperBound) - padding.lowerBound)
  }

  /// The range of the padding, starting at the end that the header states.
  func padding(_ samplesPerFrame: Int) -> Range<Int64>? {
    guard delay != nil, frameCount > 0 else { return nil }
    let end = frameCount * Int64(samplesPerFrame)
    return max(0, end - max(0, padding - Self.decoderDelay))..<end
  }
}
