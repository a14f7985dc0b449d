// Whatever decoders give as float32 stereo of the same rate: no frame waits in here.
import CFFmpeg

/// Converts sample formats and mixes channels.
final class StereoMixer {
  private var context: OpaquePointer?
  private var source: SourceFormat?
  private var isPlanar = false

  deinit { swr_free(&context) }

  /// Gets ready for blocks like `frame`, to come out interleaved or in two planes; false where
  /// FFmpeg cannot.
  func prepare(for frame: UnsafeMutablePointer<AVFrame>, isPlanar: Bool) -> Bool {
    let format = SourceFormat(frame)
    if format == source, isPlanar == self.isPlanar { return true }
    swr_free(&context)
    source = nil
    guard open(format, frame, isPlanar ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_FLT) else {
      swr_free(&context)
      return false
    }
    source = format
    self.isPlanar = isPlanar
    return true
  }

  /// Writes frames `start..<start + length` of a block to `planes`, the second of which is not used
  /// where both sides are interleaved; how many there were, or below 0.
  func convert(
    _ frame: UnsafeMutablePointer<AVFrame>, from start: Int, length: Int,
    to planes: UnsafeMutablePointer<Float>, _ other: UnsafeMutablePointer<Float>? = nil
  ) -> Int {
    guard let source else { return -1 }
    let made = withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<UInt8>?.self, capacity: 2) {
      out in
      out.initializeElement(at: 0, to: bytes(planes))
      out.initializeElement(at: 1, to: other.map(bytes))
      return withPlanes(of: frame, source, from: start) {
        Int(swr_convert(context, out.baseAddress, Int32(length), $0, Int32(length)))
      }
    }
    if made > 0, source.mayHoldAnything {
      silenceWhatIsNoNumber(planes, isPlanar ? made : made * 2)
      if let other { silenceWhatIsNoNumber(other, made) }
    }
    return made
  }

  private func bytes(_ samples: UnsafeMutablePointer<Float>) -> UnsafeMutablePointer<UInt8> {
    UnsafeMutableRawPointer(samples).assumingMemoryBound(to: UInt8.self)
  }

  /// Makes zeros of what would stay in every filter behind this one for ever, or add up to it.
  private func silenceWhatIsNoNumber(_ samples: UnsafeMutablePointer<Float>, _ count: Int) {
    for index in 0..<count where !(abs(samples[index]) < 1e30) { samples[index] = 0 }
  }

  private func open(
    _ format: SourceFormat, _ frame: UnsafeMutablePointer<AVFrame>, _ sample: AVSampleFormat
  ) -> Bool {
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
        &context, &stereo, sample, Int32(format.rate), &layout,
        AVSampleFormat(rawValue: format.sample), Int32(format.rate), 0, nil) >= 0,
      let context
    else { return false }
    let options = UnsafeMutableRawPointer(context)
    av_opt_set_double(options, "center_mix_level", 0.707, 0)
    av_opt_set_double(options, "lfe_mix_level", 0, 0)
    av_opt_set_double(options, "rematrix_maxval", 1, 0)
    if format.channels == 1 {
      // FFmpeg's own matrix would take 3 dB off.
      var unity: [Double] = [1, 1]
      swr_set_matrix(context, &unity, 1)
    }
    return swr_init(context) >= 0
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
}

/// What must stay the same for a mixer to go on.
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
