// Float32 stereo at one rate from any decoders, which it outlives: two files of one rate follow
// each other through it without a gap, and at a change of rate one filter ends and another begins
// without an audible edge. Confined to one thread.
import CFFmpeg

/// Converts decoded audio to interleaved float32 stereo and buffers it.
package final class Resampler {
  /// Output rate in Hz.
  package let rate: Int
  /// The end of the input, in frames of `rate` since the start or the last reset.
  ///
  /// The output lags behind until `finish()`.
  package private(set) var endOfInput: Int64 = 0

  private let mixer = StereoMixer()
  /// Nil while input and output have the same rate.
  private var filter: RateFilter?
  /// The position of the filter's first frame.
  private var filterStart: Int64 = 0
  /// The distance of the input's true end behind `endOfInput`, in frames.
  private var fractionalDelay = 0.0
  private var frames = StereoFrames()

  package init(rate: Int) { self.rate = rate }

  /// Output frames not consumed yet, interleaved.
  package var pending: UnsafeBufferPointer<Float> { frames.waiting }

  package var pendingFrames: Int { frames.count }

  /// Whether the filter holds frames that need more input or `finish()`.
  package var isHolding: Bool {
    filter.map { filterStart + $0.framesOut < endOfInput } ?? false
  }

  /// Removes the first frames of `pending`.
  package func consume(_ frames: Int) { self.frames.consume(frames) }

  /// Clears all state, as after a seek.
  package func reset() {
    filter = nil
    (filterStart, endOfInput, fractionalDelay) = (0, 0, 0)
    frames.removeAll()
  }

  /// Flushes the filter; later input starts a new one.
  package func finish() {
    guard let filter else { return }
    filter.finish(into: &frames)
    endOfInput = filterStart + filter.framesOut
    fractionalDelay = filter.fractionalDelay
    self.filter = nil
  }

  /// Resamples frames `start..<start + length` of a decoded block.
  func put(
    _ frame: UnsafeMutablePointer<AVFrame>, from start: Int, length: Int
  ) -> Bool {
    let sourceRate = Int(frame.pointee.sample_rate)
    if filter?.sourceRate != sourceRate { finish() }
    guard sourceRate != rate else { return pass(frame, from: start, length: length) }
    if filter == nil {
      filter = RateFilter(from: sourceRate, to: rate, delay: fractionalDelay)
      filterStart = endOfInput
    }
    guard let filter, mixer.prepare(for: frame, isPlanar: true) else { return false }
    let isDone = filter.put(room: length, into: &frames) { left, right in
      mixer.convert(frame, from: start, length: length, to: left, right)
    }
    endOfInput = filterStart + filter.end
    return isDone
  }

  /// The same at equal rates: every bit of float32 stays as it is.
  private func pass(
    _ frame: UnsafeMutablePointer<AVFrame>, from start: Int, length: Int
  ) -> Bool {
    guard mixer.prepare(for: frame, isPlanar: false) else { return false }
    let made = frames.append(room: length) {
      mixer.convert(frame, from: start, length: length, to: $0)
    }
    endOfInput += Int64(max(0, made))
    // A frame cannot begin between two others here.
    fractionalDelay = 0
    return made >= 0
  }
}
