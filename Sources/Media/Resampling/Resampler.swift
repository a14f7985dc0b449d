// Float32 stereo at one rate out of whatever decoders give. It outlives them: two files of one
// rate that follow each other go through it without a seam, and two of different rates meet where
// one filter ends and another begins as if neither did. Confined to one thread.
import CFFmpeg

/// Converts decoded audio to interleaved float32 stereo and holds it until it is taken.
package final class Resampler {
  /// Hz, of what comes out.
  package let rate: Int
  /// Where all that was put in ends, in frames of `rate` since the start or the last reset.
  ///
  /// What comes out lags behind it until `finish()`.
  package private(set) var endOfInput: Int64 = 0

  private let mixer = StereoMixer()
  /// There is none while the source has the rate of what comes out.
  private var filter: RateFilter?
  /// Where the filter's first frame is.
  private var filterStart: Int64 = 0
  /// By how much of a frame what was put in really ends behind `endOfInput`.
  private var fractionalDelay = 0.0
  private var frames = StereoFrames()

  package init(rate: Int) { self.rate = rate }

  /// The frames that came out and were not taken yet, interleaved.
  package var pending: UnsafeBufferPointer<Float> { frames.waiting }

  package var pendingFrames: Int { frames.count }

  /// Whether the filter owes frames that only more input or `finish()` brings out.
  package var isHolding: Bool {
    filter.map { filterStart + $0.framesOut < endOfInput } ?? false
  }

  /// Forgets the first frames of `pending`.
  package func consume(_ frames: Int) { self.frames.consume(frames) }

  /// Forgets everything, as after a seek.
  package func reset() {
    filter = nil
    (filterStart, endOfInput, fractionalDelay) = (0, 0, 0)
    frames.removeAll()
  }

  /// Lets out what the filter still holds; what is put in afterwards starts a filter of its own.
  package func finish() {
    guard let filter else { return }
    filter.finish(into: &frames)
    endOfInput = filterStart + filter.framesOut
    fractionalDelay = filter.fractionalDelay
    self.filter = nil
  }

  /// Puts in frames `start..<start + length` of a decoded block.
  func put(
    _ frame: UnsafeMutablePointer<AVFrame>, from start: Int, length: Int
  ) -> Bool {
    let sourceRate = Int(frame.pointee.sample_rate)
    if filter?.sourceRate != sourceRate { finish() }
    guard sourceRate != rate else { return pass(frame, from: start, length: length) }
    if filter == nil {
      filter = RateFilter(from: sourceRate, to: rate, lead: fractionalDelay)
      filterStart = endOfInput
    }
    guard let filter, mixer.prepare(for: frame, isPlanar: true) else { return false }
    let isDone = filter.put(room: length, into: &frames) { left, right in
      mixer.convert(frame, from: start, length: length, to: left, right)
    }
    endOfInput = filterStart + filter.end
    return isDone
  }

  /// The same where the rate is right: every bit of float32 stays as it is.
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
