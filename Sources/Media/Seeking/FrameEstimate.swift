import CFFmpeg

/// The places of an MP3's frames by its bit rate. Of a constant bit rate they are exact, since the
/// number of a frame follows from its offset; of a variable one they are estimates.
struct FrameEstimate {
  /// The offset of the first frame, without the bytes hidden from FFmpeg, and its timestamp.
  private let start: Int64
  private let origin: Int64
  private let first: AudioFrameHeader
  /// Of a frame, in the stream's time base.
  private let ticks: Int64
  /// Bytes of a frame on average, from the length of the file.
  private let mean: Double

  /// Nil without a frame to count from.
  init?(_ input: RemoteInput, _ stream: UnsafeMutablePointer<AVStream>) {
    guard let entry = avformat_index_get_entry(stream, 0), let size = try? input.size.get() else {
      return nil
    }
    start = entry.pointee.pos
    origin = entry.pointee.timestamp
    var walker = FrameWalker(input, capacity: FrameEstimate.capacity)
    // A failed read fails again in the seek, which reports it.
    guard let (offset, header) = try? walker.frame(from: start + input.hidden),
      offset == start + input.hidden, !header.isADTS
    else { return nil }
    first = header
    ticks = PlausibleRange.rescaled(
      Int64(header.samples), from: AVRational(num: 1, den: Int32(header.rate)),
      to: stream.pointee.time_base)
    let frames = ticks > 0 ? Double(stream.pointee.duration) / Double(ticks) : 0
    guard frames >= 1, start >= 0, start + input.hidden < size else { return nil }
    mean = Double(size - input.hidden - start) / frames
  }

  private static let capacity = 8192

  /// The offset of the frame at a time.
  func position(of timestamp: Int64) -> Int64 {
    let bytes = max(0, Double(timestamp - origin) / Double(ticks) * mean)
    return PlausibleRange.bounded(start) + Int64(min(bytes, Double(PlausibleRange.maximumFrames)))
  }

  /// Adds the last frame before a time to FFmpeg's index, and the one behind it, since FFmpeg goes
  /// on from its last entry by itself.
  func enter(
    before timestamp: Int64, _ input: RemoteInput, _ stream: UnsafeMutablePointer<AVStream>
  ) {
    var walker = FrameWalker(input, capacity: Self.capacity)
    let guess = position(of: timestamp - 2 * ticks) + input.hidden
    guard let (offset, header) = try? walker.frame(from: guess),
      let (next, follower) = try? walker.frame(from: offset + Int64(header.length))
    else { return }
    let isConstant = header.bitRate == first.bitRate && follower.bitRate == first.bitRate
    let exact = Double(first.samples) / 8 * Double(first.bitRate) / Double(first.rate)
    // Tags at the end make the mean larger.
    let length = isConstant && abs(mean / exact - 1) < 0.05 ? exact : mean
    let number = (Double(offset - input.hidden - start) / length).rounded()
    // A file that claims to be of any size has frames of any number.
    guard number * Double(ticks) < Double(PlausibleRange.maximumFrames) else { return }
    let time = origin + Int64(number) * ticks
    guard time <= timestamp else { return }
    for (position, time) in [(offset, time), (next, time + ticks)] {
      av_add_index_entry(
        stream, position - input.hidden, time, 0, 0, Int32(AVINDEX_KEYFRAME))
    }
  }
}
