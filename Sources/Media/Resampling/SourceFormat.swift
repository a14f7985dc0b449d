import CFFmpeg

/// The format that must not change between blocks for a conversion to go on.
struct SourceFormat: Equatable {
  let rate: Int
  let channels: Int
  let sample: Int32
  let mask: UInt64

  init(_ frame: UnsafeMutablePointer<AVFrame>) {
    rate = Int(frame.pointee.sample_rate)
    channels = Int(frame.pointee.ch_layout.nb_channels)
    sample = frame.pointee.format
    mask =
      frame.pointee.ch_layout.order == AV_CHANNEL_ORDER_NATIVE ? frame.pointee.ch_layout.u.mask : 0
  }

  /// Whether samples may be NaN: in floating-point files, which WavPack decodes to planes as lossy
  /// codecs do.
  var mayHoldAnything: Bool {
    [AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_DBL, AV_SAMPLE_FMT_FLTP, AV_SAMPLE_FMT_DBLP]
      .contains { $0.rawValue == sample }
  }

  /// Sets `layout` to the block's, or to the default for its channels.
  static func copyLayout(
    of frame: UnsafeMutablePointer<AVFrame>, to layout: inout AVChannelLayout
  ) {
    if frame.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC {
      av_channel_layout_default(&layout, frame.pointee.ch_layout.nb_channels)
    } else {
      av_channel_layout_copy(&layout, &frame.pointee.ch_layout)
    }
  }

  /// Calls `body` with pointers to the samples from frame `start` on, as FFmpeg takes them.
  func withPlanes<Result>(
    of frame: UnsafeMutablePointer<AVFrame>, from start: Int,
    _ body: (UnsafeMutablePointer<UnsafePointer<UInt8>?>) -> Result
  ) -> Result {
    let format = AVSampleFormat(rawValue: sample)
    let isPlanar = av_sample_fmt_is_planar(format) != 0
    let width = Int(av_get_bytes_per_sample(format))
    let skipped = start * width * (isPlanar ? 1 : channels)
    let planeCount = isPlanar ? channels : 1
    return withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>?.self, capacity: planeCount) {
      planes in
      for index in 0..<planeCount {
        planes.initializeElement(
          at: index, to: frame.pointee.extended_data[index].map { UnsafePointer($0 + skipped) })
      }
      return body(planes.baseAddress!)  // because there is at least one plane
    }
  }

  /// Silences samples that would stay in every later filter for ever, or add up to it.
  static func silenceWhatIsNoNumber(_ samples: UnsafeMutablePointer<Float>, _ count: Int) {
    for index in 0..<count where !(abs(samples[index]) < 1e30) { samples[index] = 0 }
  }
}
