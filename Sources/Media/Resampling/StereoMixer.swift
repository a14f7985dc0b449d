// Decoded audio as float32 stereo of the same rate, without buffering.
import CFFmpeg

/// Converts sample formats and mixes channels.
final class StereoMixer {
  private var context: OpaquePointer?
  private var source: SourceFormat?
  private var isPlanar = false

  deinit { swr_free(&context) }

  /// Prepares for blocks like `frame`, with interleaved or planar output; false if FFmpeg cannot
  /// convert them.
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

  /// Writes frames `start..<start + length` of a block to `planes`, the second of which is unused
  /// if interleaved; returns their number, or a negative error.
  func convert(
    _ frame: UnsafeMutablePointer<AVFrame>, from start: Int, length: Int,
    to planes: UnsafeMutablePointer<Float>, _ other: UnsafeMutablePointer<Float>? = nil
  ) -> Int {
    guard let source else { return -1 }
    let made = withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<UInt8>?.self, capacity: 2) {
      out in
      out.initializeElement(at: 0, to: bytes(planes))
      out.initializeElement(at: 1, to: other.map(bytes))
      return source.withPlanes(of: frame, from: start) {
        Int(swr_convert(context, out.baseAddress, Int32(length), $0, Int32(length)))
      }
    }
    if made > 0, source.mayHoldAnything {
      SourceFormat.silenceWhatIsNoNumber(planes, isPlanar ? made : made * 2)
      if let other { SourceFormat.silenceWhatIsNoNumber(other, made) }
    }
    return made
  }

  private func bytes(_ samples: UnsafeMutablePointer<Float>) -> UnsafeMutablePointer<UInt8> {
    UnsafeMutableRawPointer(samples).assumingMemoryBound(to: UInt8.self)
  }

  private func open(
    _ format: SourceFormat, _ frame: UnsafeMutablePointer<AVFrame>, _ sample: AVSampleFormat
  ) -> Bool {
    var stereo = AVChannelLayout()
    av_channel_layout_default(&stereo, 2)
    var layout = AVChannelLayout()
    defer { av_channel_layout_uninit(&layout) }
    SourceFormat.copyLayout(of: frame, to: &layout)
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
      // FFmpeg's own matrix would attenuate by 3 dB.
      var unity: [Double] = [1, 1]
      swr_set_matrix(context, &unity, 1)
    }
    return swr_init(context) >= 0
  }
}
