/// What the Xing, Info or VBRI header in the first frame of an MP3 says, as far as FFmpeg heeds it.
struct MPEGInfoTag: Equatable, Sendable {
  /// Frames behind the one with the header, 0 where it does not say or is not believed.
  var frameCount: Int64 = 0
  /// Samples at the start and the end that are not of the sound; nil without LAME's extension.
  var delay: Int64?
  var padding: Int64 = 0
  /// Whether the frame is only the header's and no sound is decoded from it.
  var isSkipped = false

  /// What every MPEG layer III decoder adds to the encoder's delay, in samples.
  static let decoderDelay: Int64 = 529

  /// Reads the first frame; `rest` is the number of bytes from its start to the end of the file.
  init?(_ bytes: ByteView, rest: Int64) {
    guard let header = LayerThreeHeader(bytes) else { return nil }
    // FFmpeg does not look behind a checksum.
    let start = LayerThreeHeader.length + header.sideLength
    if bytes.has("Xing", at: start) || bytes.has("Info", at: start) {
      readXing(bytes, at: start + 4, rest: rest)
    } else if bytes.has("VBRI", at: 36) {
      // Size and count behind version, delay and quality.
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
      // Files joined to one: the first one's header does not speak for all.
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

  /// How many of `total` samples behind the header are not of the sound.
  func trimmed(of total: Int64, samplesPerFrame: Int) -> Int64 {
    guard let delay else { return 0 }
    let head = min(total, delay + Self.decoderDelay)
    guard let padding = padding(samplesPerFrame) else { return head }
    return head + max(0, min(total, padding.upperBound) - padding.lowerBound)
  }

  /// Which of them come behind the sound, or where the header says that it ends.
  func padding(_ samplesPerFrame: Int) -> Range<Int64>? {
    guard delay != nil, frameCount > 0 else { return nil }
    let end = frameCount * Int64(samplesPerFrame)
    return max(0, end - max(0, padding - Self.decoderDelay))..<end
  }
}
