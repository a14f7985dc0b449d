// One file's audio as blocks of PCM, head and tail trimmed, on a timeline of counted frames.
// Confined to one thread; only the cancellation it was given may be used from others.
import CFFmpeg
import Glibc
package import Music

/// Decodes a file from any frame on to its end.
package final class Decoder {
  package var path: FilePath { file.path }
  package var cancellation: Cancellation { file.cancellation }
  /// Hz, of the file.
  package private(set) var rate = 0
  /// The next frame that `decode` gives, in frames of the file's rate.
  package private(set) var position: Int64 = 0
  /// Where `decode` stops, in frames of the file's rate; moved further, it goes on without a seam.
  package var endFrame: Int64?
  /// Whether `decode` has given the last frame of the file.
  package private(set) var isAtEnd = false

  let file: MediaFile
  let stream: UnsafeMutablePointer<AVStream>
  var codec: UnsafeMutablePointer<AVCodecContext>
  var packet: UnsafeMutablePointer<AVPacket>?
  var frame: UnsafeMutablePointer<AVFrame>?
  /// The frame number to stop at, where the container knows better than the decoder.
  private var cut: Int64?
  /// The stamp of the file's first decoded frame, from which seeking counts.
  private var firstStamp: Int64 = 0
  /// Whether `frame` is a block that was decoded and not given out yet.
  private var isHolding = false
  /// How much of that block lies before where a seek went.
  private var headSkip = 0
  var isFlushing = false
  var faults = DecodingFaults()

  /// Opens the file and decodes its first block, so that what opens can also be heard.
  package init(_ path: FilePath, cancellation: Cancellation = Cancellation()) throws(MediaError) {
    file = try MediaFile(path, cancellation: cancellation)
    let (stream, decoder) = try file.selectAudio()
    self.stream = stream
    guard let context = avcodec_alloc_context3(decoder) else {
      throw .undecodable(path, code: tritone_averror(ENOMEM))
    }
    codec = context
    packet = av_packet_alloc()
    frame = av_frame_alloc()
    avcodec_parameters_to_context(context, stream.pointee.codecpar)
    // Without it the stamps of trimmed blocks are wrong.
    context.pointee.pkt_timebase = stream.pointee.time_base
    context.pointee.thread_count = 1
    let opened = avcodec_open2(context, decoder, nil)
    guard opened >= 0 else { throw .undecodable(path, code: opened) }
    isHolding = try cancellation.limited(to: MediaFile.openingTime) { () throws(MediaError) in
      try receive()
    }
    guard isHolding, let frame, frame.pointee.sample_rate > 0 else {
      throw .undecodable(path, code: faults.lastCode)
    }
    // Of the block, not of the container: the two differ where AAC carries half its band.
    rate = Int(frame.pointee.sample_rate)
    cut = TailCut.frames(of: file, stream, rate: rate)
    firstStamp = stamp ?? 0
  }

  deinit {
    av_frame_free(&frame)
    av_packet_free(&packet)
    var closing: UnsafeMutablePointer<AVCodecContext>? = codec
    avcodec_free_context(&closing)
  }

  /// How long the file is by its own account, which may be an estimate; nil where it says nothing.
  package var duration: Duration? {
    if let cut { return .seconds(Double(cut) / Double(rate)) }
    let own = stream.pointee.duration
    if own > 0 {
      let base = stream.pointee.time_base
      return .seconds(Double(own) * Double(base.num) / Double(base.den))
    }
    let whole = file.format.pointee.duration
    return whole > 0 ? .seconds(Double(whole) / Double(AV_TIME_BASE)) : nil
  }

  /// The position as time.
  package var time: Duration { .seconds(Double(position) / Double(rate)) }

  /// Puts the next block into `resampler`; false at the end of the file or at `endFrame`.
  package func decode(into resampler: Resampler) throws(MediaError) -> Bool {
    while !isAtEnd {
      if let endFrame, position >= endFrame { return false }
      if !isHolding { isHolding = try receive() }
      guard isHolding, let frame, cut.map({ position < $0 }) ?? true else { break }
      let start = headSkip
      let whole = Int(frame.pointee.nb_samples) - start
      let limit = min(cut ?? .max, endFrame ?? .max)
      let length = min(whole, Int(min(Int64(Int32.max), limit - position)))
      // What lies behind `endFrame` is kept for when that moves.
      isHolding = length > 0 && length < whole
      headSkip = isHolding ? start + length : 0
      defer { if !isHolding { av_frame_unref(frame) } }
      guard length > 0 else { continue }
      guard resampler.put(frame, from: start, length: length) else {
        throw .undecodable(path, code: tritone_averror(EINVAL))
      }
      let blockRate = Int(frame.pointee.sample_rate)
      position += blockRate == rate ? Int64(length) : Int64(length * rate / max(1, blockRate))
      return true
    }
    isAtEnd = true
    return false
  }

  /// Goes to a frame of the file's rate, exactly; past the end there is nothing more to decode.
  package func seek(to target: Int64) throws(MediaError) {
    let target = max(0, target)
    let near = SeekPreroll.frames(codec.pointee.codec_id, rate: rate)
    // Some containers cannot be entered everywhere, and some land behind what was asked for.
    for early in [near, near + Int64(rate), near + 10 * Int64(rate)] where target > early {
      if try jump(to: target - early), try skip(to: target) { return }
    }
    guard try jump(to: nil) else { throw .undecodable(path, code: faults.lastCode) }
    _ = try skip(to: target, isFromStart: true)
  }

  /// The number of the frame that a stamp belongs to.
  private func frameNumber(of stamp: Int64) -> Int64 {
    av_rescale_q(
      stamp - firstStamp, stream.pointee.time_base, AVRational(num: 1, den: Int32(rate)))
  }

  private func stamp(of frame: Int64) -> Int64 {
    firstStamp
      + av_rescale_q(frame, AVRational(num: 1, den: Int32(rate)), stream.pointee.time_base)
  }

  /// Goes to a place at or before a frame, or to the start; false if the container refuses.
  private func jump(to goal: Int64?) throws(MediaError) -> Bool {
    let limit = goal.map(stamp(of:)) ?? firstStamp
    let index = stream.pointee.index
    var result = avformat_seek_file(file.format, index, Int64.min, limit, limit, 0)
    if result < 0 { result = av_seek_frame(file.format, index, limit, AVSEEK_FLAG_BACKWARD) }
    if result < 0, goal == nil { result = av_seek_frame(file.format, index, 0, AVSEEK_FLAG_BYTE) }
    if file.cancellation.isOver { throw file.failure(result) }
    avcodec_flush_buffers(codec)
    isFlushing = false
    isAtEnd = false
    faults = DecodingFaults()
    if let frame { av_frame_unref(frame) }
    isHolding = false
    headSkip = 0
    faults.lastCode = min(0, result)
    return result >= 0
  }

  /// Decodes up to the block that holds `target`; false where the seek landed behind it.
  private func skip(
    to target: Int64, isFromStart: Bool = false
  ) throws(MediaError) -> Bool {
    var at: Int64?
    while try receive() {
      guard let frame else { break }
      let length = Int64(frame.pointee.nb_samples)
      let start = at ?? frameNumber(of: stamp ?? firstStamp)
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
    position = at ?? target
    return true
  }
}
