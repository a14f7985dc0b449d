import CFFmpeg

/// Encoder delay and padding, where FFmpeg 5.1 leaves trimming to its caller.
///
/// Never holds frames that FFmpeg trims itself: they would be cut twice.
struct Trimming {
  /// Frames to skip at the start.
  var encoderDelay: Int64 = 0
  /// The number of frames of the whole file, nil to decode to the end.
  var total: Int64?

  /// Reads an open file; `isTrimmed` says whether FFmpeg has trimmed the first block.
  init(
    _ file: MediaFile, _ stream: UnsafeMutablePointer<AVStream>, rate: Int, isTrimmed: Bool
  ) {
    guard !file.isStream else { return }
    let tag = SmoothTag(file.format.pointee.metadata) ?? SmoothTag(stream.pointee.metadata)
    switch stream.pointee.codecpar.pointee.codec_id {
    case AV_CODEC_ID_AAC where file.demuxer.hasPrefix("mov"):
      // FFmpeg skips the encoder delay, but plays the padding.
      if let tag {
        total = tag.total
      } else if stream.pointee.duration > 0 {
        // Fragmented files state 0.
        let frames = PlausibleRange.rescaled(
          stream.pointee.duration, from: stream.pointee.time_base,
          to: AVRational(num: 1, den: Int32(rate)))
        total = frames > 0 ? frames : nil
      }
    case AV_CODEC_ID_MP3 where file.demuxer == "mp3" && !isTrimmed:
      // iTunes writes no LAME header, and FFmpeg ignores its tag.
      guard let tag else { return }
      encoderDelay = tag.delay + MPEGInfoTag.decoderDelay
      total = tag.total
    default: break
    }
  }
}

/// An iTunSMPB tag: "00000000 <delay> <padding> <total> ...", all hexadecimal.
struct SmoothTag {
  let delay: Int64
  let padding: Int64
  let total: Int64

  /// Nil if missing or implausible.
  init?(_ tags: OpaquePointer?) {
    guard let text = TagValue.text(tags, "iTunSMPB") else { return nil }
    let fields = text.split(separator: " ").prefix(4).map { Int64($0, radix: 16) }
    guard fields.count == 4, let delay = fields[1], let padding = fields[2], let total = fields[3],
      (0...16384).contains(delay), (0...65536).contains(padding), (1...(1 << 40)).contains(total)
    else { return nil }
    (self.delay, self.padding, self.total) = (delay, padding, total)
  }
}
