import CFFmpeg
import Glibc

extension Decoder {
  /// Seeks exactly to a frame of the file's rate; past the end nothing is left to decode.
  ///
  /// Throws `.notSeekable` where `isSeekable` is false.
  package func seek(to target: Int64) throws(MediaError) {
    guard isSeekable else { throw .notSeekable(source) }
    let target = PlausibleRange.bounded(max(0, target))
    let near = SeekPreroll.frames(codec.pointee.codec_id, rate: rate)
    // Some containers can be entered only at certain points, and some land behind the target.
    for early in [near, near + Int64(rate), near + 10 * Int64(rate)] where target > early {
      guard try jump(to: target - early) else { continue }
      try passOver(to: target)
      if try skip(to: target) { return }
    }
    guard try jump(to: nil) else { throw .undecodable(source, code: faults.lastCode) }
    _ = try skip(to: target, isFromStart: true)
  }

  /// The number of the frame at a timestamp.
  func frameNumber(of timestamp: Int64) -> Int64 {
    let number = countedNumber(of: timestamp)
    return number < trimmedGap.upperBound
      ? min(number, trimmedGap.lowerBound) : number - Int64(trimmedGap.count)
  }

  /// The same, with the frames that FFmpeg trims.
  func countedNumber(of timestamp: Int64) -> Int64 {
    PlausibleRange.rescaled(
      PlausibleRange.bounded(timestamp) - firstTimestamp, from: stream.pointee.time_base,
      to: AVRational(num: 1, den: Int32(rate)))
  }

  private func timestamp(of number: Int64) -> Int64 {
    firstTimestamp
      + timestampLength(
        of: number < trimmedGap.lowerBound ? number : number + Int64(trimmedGap.count))
  }

  func timestampLength(of frames: Int64) -> Int64 {
    PlausibleRange.rescaled(
      frames, from: AVRational(num: 1, den: Int32(rate)), to: stream.pointee.time_base)
  }

  /// Seeks to a point at or before a frame, or to the start; false if the container refuses.
  private func jump(to goal: Int64?) throws(MediaError) -> Bool {
    file.forgetReadError()
    forget(waiting.count)
    var limit = min(firstPacketStamp ?? firstTimestamp, firstTimestamp)
    if let goal {
      limit = timestamp(of: goal)
      if let anchor { limit = anchor.enter(before: limit, stream) }
    }
    file.estimatePosition(of: limit, in: stream)
    let index = stream.pointee.index
    var result = avformat_seek_file(file.format, index, Int64.min, limit, limit, 0)
    if result < 0 { result = av_seek_frame(file.format, index, limit, AVSEEK_FLAG_BACKWARD) }
    if result < 0, goal == nil { result = av_seek_frame(file.format, index, 0, AVSEEK_FLAG_BYTE) }
    if file.isOver { throw file.failure(result) }
    if goal == nil, codec.pointee.codec_id == AV_CODEC_ID_AAC {
      // Flushing keeps half a block for its successor, which is another one here.
      try reopenCodec()
    } else {
      avcodec_flush_buffers(codec)
    }
    isFlushing = false
    isAtEnd = false
    faults = DecodingFaults()
    if let frame { av_frame_unref(frame) }
    isHolding = false
    headSkip = 0
    faults.lastCode = min(0, result)
    return result >= 0
  }

  /// Decodes up to the block that holds `target`; false if the seek landed behind it.
  ///
  /// `from` is the number of the first frame of a block already in `frame`.
  func skip(
    to target: Int64, isFromStart: Bool = false, from: Int64? = nil
  ) throws(MediaError) -> Bool {
    var at = from
    var isReady = from != nil
    while true {
      if !isReady { guard try receive() else { break } }
      isReady = false
      guard let frame else { break }
      let length = Int64(frame.pointee.nb_samples)
      let start = at ?? frameNumber(of: timestamp ?? firstTimestamp)
      if at == nil, start > target, !isFromStart {
        av_frame_unref(frame)
        return false
      }
      if start + length > target {
        isHolding = true
        position = max(start, target)
        headSkip = Int(max(0, target - start))
        return true
      }
      at = start + length
      av_frame_unref(frame)
    }
    isAtEnd = true
    position = max(0, at ?? target)
    return true
  }
}
