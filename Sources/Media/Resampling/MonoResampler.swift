// Confined to one thread.
internal import CFFmpeg

/// Converts the rate of one channel, from its first sample to its last.
package final class MonoResampler {
  private var context: OpaquePointer?
  private var buffer: UnsafeMutableBufferPointer<Float>

  /// Nil if FFmpeg has no filter for these rates, in Hz.
  package init?(from sourceRate: Int, to rate: Int) {
    buffer = .allocate(capacity: 16384)
    guard ChannelPlanes.rates.contains(sourceRate), ChannelPlanes.rates.contains(rate) else {
      return nil
    }
    var mono = AVChannelLayout()
    av_channel_layout_default(&mono, 1)
    var same = mono
    guard
      swr_alloc_set_opts2(
        &context, &mono, AV_SAMPLE_FMT_FLTP, Int32(rate), &same, AV_SAMPLE_FMT_FLTP,
        Int32(sourceRate), 0, nil) >= 0, swr_init(context) >= 0
    else {
      swr_free(&context)
      return nil
    }
  }

  deinit {
    swr_free(&context)
    buffer.deallocate()
  }

  /// Resamples samples; `emit` receives the output.
  package func put(
    _ samples: UnsafeBufferPointer<Float>, _ emit: (UnsafeBufferPointer<Float>) -> Void
  ) {
    convert(samples, emit)
  }

  /// Flushes the filter.
  package func finish(_ emit: (UnsafeBufferPointer<Float>) -> Void) {
    convert(UnsafeBufferPointer(start: nil, count: 0), emit)
  }

  private func convert(
    _ samples: UnsafeBufferPointer<Float>, _ emit: (UnsafeBufferPointer<Float>) -> Void
  ) {
    let room = Int(swr_get_out_samples(context, Int32(samples.count)))
    guard room > 0 else { return }
    if room > buffer.count {
      buffer.deallocate()
      buffer = .allocate(capacity: room)
    }
    var output: UnsafeMutablePointer<UInt8>? = UnsafeMutableRawPointer(buffer.baseAddress)?
      .assumingMemoryBound(to: UInt8.self)
    var input: UnsafePointer<UInt8>? = UnsafeRawPointer(samples.baseAddress)?
      .assumingMemoryBound(to: UInt8.self)
    let made =
      samples.isEmpty
      ? swr_convert(context, &output, Int32(room), nil, 0)
      : swr_convert(context, &output, Int32(room), &input, Int32(samples.count))
    if made > 0 { emit(UnsafeBufferPointer(rebasing: buffer[..<Int(made)])) }
  }
}
