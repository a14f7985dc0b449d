// Float32 stereo at one rate out of whatever decoders give. It outlives them: two files of one
// format that follow each other go through it without a seam. Confined to one thread.
import CFFmpeg

/// Converts decoded audio to interleaved float32 stereo and holds it until it is taken.
package final class Resampler {
  /// Hz, of what comes out.
  package let rate: Int
  /// Where all that was put in ends, in frames of `rate` since the start or the last reset.
  ///
  /// What comes out lags behind it until `finish()`.
  package private(set) var endOfInput: Int64 = 0

  private var source: SourceFormat?
  private var context: OpaquePointer?
  /// Of the present context alone, in frames of the source and of `rate`.
  private var framesIn: Int64 = 0
  private var contextStart: Int64 = 0
  private var framesOut: Int64 = 0

  private var samples: UnsafeMutablePointer<Float>
  private var capacity: Int
  private var first = 0
  private var count = 0

  package init(rate: Int) {
    self.rate = rate
    capacity = 16384
    samples = .allocate(capacity: capacity * 2)
  }

  deinit {
    swr_free(&context)
    samples.deallocate()
  }

  /// The frames that came out and were not taken yet, interleaved.
  package var pending: UnsafeBufferPointer<Float> {
    UnsafeBufferPointer(start: samples + first * 2, count: count * 2)
  }

  package var pendingFrames: Int { count }

  /// Whether the filter owes frames that only more input or `finish()` brings out.
  package var isHolding: Bool { context != nil && contextStart + framesOut < endOfInput }

  /// Forgets the first frames of `pending`.
  package func take(_ frames: Int) {
    first += frames
    count -= frames
    if count == 0 { first = 0 }
  }

  /// Forgets everything, as after a seek.
  package func reset() {
    swr_free(&context)
    source = nil
    (framesIn, contextStart, framesOut, endOfInput) = (0, 0, 0, 0)
    (first, count) = (0, 0)
  }

  /// Lets out what the filter still holds; what is put in afterwards starts a filter of its own.
  package func finish() {
    guard context != nil else { return }
    drain()
    swr_free(&context)
    source = nil
  }

  /// Puts in frames `start..<start + length` of a decoded block.
  func put(
    _ frame: UnsafeMutablePointer<AVFrame>, from start: Int, length: Int
  ) -> Bool {
    let format = SourceFormat(frame)
    if format != source {
      finish()
      guard open(format, frame) else { return false }
    }
    framesIn += Int64(length)
    endOfInput =
      contextStart
      + av_rescale_rnd(framesIn, Int64(rate), Int64(format.rate), AV_ROUND_NEAR_INF)
    let room = Int(swr_get_out_samples(context, Int32(length)))
    makeRoom(max(room, 32))
    let made = withPlanes(of: frame, format, from: start) { planes in
      convert(planes, Int32(length), room: max(room, 32))
    }
    guard made >= 0 else { return false }
    if format.mayHoldAnything { silenceWhatIsNoNumber(made) }
    count += made
    framesOut += Int64(made)
    return true
  }

  /// Makes zeros of what would stay in every filter behind this one for ever.
  private func silenceWhatIsNoNumber(_ frames: Int) {
    let made = UnsafeMutableBufferPointer(start: samples + (first + count) * 2, count: frames * 2)
    for index in made.indices where !made[index].isFinite { made[index] = 0 }
  }

  private func open(_ format: SourceFormat, _ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
    var stereo = AVChannelLayout()
    av_channel_layout_default(&stereo, 2)
    var layout = AVChannelLayout()
    defer { av_channel_layout_uninit(&layout) }
    if frame.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC {
      av_channel_layout_default(&layout, frame.pointee.ch_layout.nb_channels)
    } else {
      av_channel_layout_copy(&layout, &frame.pointee.ch_layout)
    }
    guard
      swr_alloc_set_opts2(
        &context, &stereo, AV_SAMPLE_FMT_FLT, Int32(rate), &layout,
        AVSampleFormat(rawValue: format.sample), Int32(format.rate), 0, nil) >= 0,
      let context
    else { return false }
    let options = UnsafeMutableRawPointer(context)
    if format.rate != rate {
      // soxr is the better filter; where FFmpeg was built without it, its own does.
      av_opt_set_int(options, "resampler", Int64(SWR_ENGINE_SOXR.rawValue), 0)
    }
    av_opt_set_double(options, "center_mix_level", 0.707, 0)
    av_opt_set_double(options, "lfe_mix_level", 0, 0)
    av_opt_set_double(options, "rematrix_maxval", 1, 0)
    if format.channels == 1 {
      // FFmpeg's own matrix would take 3 dB off.
      var unity: [Double] = [1, 1]
      swr_set_matrix(context, &unity, 1)
    }
    if swr_init(context) < 0 {
      av_opt_set_int(options, "resampler", Int64(SWR_ENGINE_SWR.rawValue), 0)
      guard swr_init(context) >= 0 else {
        swr_free(&self.context)
        return false
      }
    }
    source = format
    contextStart = endOfInput
    framesIn = 0
    framesOut = 0
    return true
  }

  /// As many frames as went in come out, no matter how the filter rounds.
  private func drain() {
    var owed = endOfInput - contextStart - framesOut
    while owed > 0 {
      makeRoom(4096)
      let made = convert(nil, 0, room: 4096)
      guard made > 0 else { break }
      let kept = min(Int64(made), owed)
      count += Int(kept)
      framesOut += kept
      owed -= kept
    }
    endOfInput = contextStart + framesOut
  }

  private func convert(
    _ planes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ length: Int32, room: Int
  ) -> Int {
    let end = UnsafeMutableRawPointer(samples + (first + count) * 2)
    var out: UnsafeMutablePointer<UInt8>? = end.assumingMemoryBound(to: UInt8.self)
    return Int(swr_convert(context, &out, Int32(room), planes, length))
  }

  private func withPlanes<Result>(
    of frame: UnsafeMutablePointer<AVFrame>, _ format: SourceFormat, from start: Int,
    _ body: (UnsafeMutablePointer<UnsafePointer<UInt8>?>) -> Result
  ) -> Result {
    let sample = AVSampleFormat(rawValue: format.sample)
    let isPlanar = av_sample_fmt_is_planar(sample) != 0
    let width = Int(av_get_bytes_per_sample(sample))
    let skipped = start * width * (isPlanar ? 1 : format.channels)
    let planeCount = isPlanar ? format.channels : 1
    return withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>?.self, capacity: planeCount) {
      planes in
      for index in 0..<planeCount {
        planes.initializeElement(
          at: index, to: frame.pointee.extended_data[index].map { UnsafePointer($0 + skipped) })
      }
      return body(planes.baseAddress!)  // because there is at least one plane
    }
  }

  private func makeRoom(_ frames: Int) {
    guard first + count + frames > capacity else { return }
    let needed = max(capacity, (count + frames) * 2)
    let moved = UnsafeMutablePointer<Float>.allocate(capacity: needed * 2)
    moved.update(from: samples + first * 2, count: count * 2)
    samples.deallocate()
    (samples, capacity, first) = (moved, needed, 0)
  }
}

/// What must stay the same for a filter to go on.
private struct SourceFormat: Equatable {
  var rate: Int
  var channels: Int
  var sample: Int32
  var mask: UInt64

  /// Whether the samples are as somebody wrote them, and not what a codec made.
  var mayHoldAnything: Bool {
    sample == AV_SAMPLE_FMT_FLT.rawValue || sample == AV_SAMPLE_FMT_DBL.rawValue
  }

  init(_ frame: UnsafeMutablePointer<AVFrame>) {
    rate = Int(frame.pointee.sample_rate)
    channels = Int(frame.pointee.ch_layout.nb_channels)
    sample = frame.pointee.format
    mask =
      frame.pointee.ch_layout.order == AV_CHANNEL_ORDER_NATIVE ? frame.pointee.ch_layout.u.mask : 0
  }
}
