// The true peak between samples, after ITU-R BS.1770-4, annex 2. Confined to one thread.
import Glibc

/// Measures the true peak of one channel.
///
/// Interpolates only next to samples above half of the highest so far: a higher point elsewhere
/// would need a curve that does not occur in music.
final class TruePeakMeter {
  /// Linear, of the samples and the interpolated points.
  private(set) var peak: Float = 0
  private var samplePeak: Float = 0

  /// Four more per phase than the standard's own filter, which reads low near half the rate.
  private static let taps = 16
  /// Taps behind the sample before the gap.
  private static let ahead = 8
  /// Samples checked together before each one.
  private static let span = 64

  /// Phases between two samples, with the weights of the samples around for each.
  private let phases: Int
  private let weights: UnsafeMutableBufferPointer<Float>
  /// The last samples of the previous block, then those of this one.
  private var stage: UnsafeMutablePointer<Float>
  private var capacity = 4096

  /// Interpolates three points between samples, one from 96 kHz on, and none from 192 kHz on.
  init(rate: Int) {
    let places: [Double] = rate >= 192_000 ? [] : rate >= 96_000 ? [0.5] : [0.25, 0.5, 0.75]
    phases = places.count
    weights = .allocate(capacity: places.count * Self.taps)
    for (phase, index) in places.enumerated() {
      let taps = (0..<Self.taps).map { tap in
        let distance = Double(tap - (Self.ahead - 1)) - index
        let window = 0.5 + 0.5 * cos(.pi * distance / (Double(Self.taps) / 2 + 0.5))
        return window * (distance == 0 ? 1 : sin(.pi * distance) / (.pi * distance))
      }
      let sum = taps.reduce(0, +)
      for (tap, weight) in taps.enumerated() {
        weights.initializeElement(at: phase * Self.taps + tap, to: Float(weight / sum))
      }
    }
    stage = .allocate(capacity: capacity + Self.taps + 8)
    stage.update(repeating: 0, count: Self.taps)
  }

  deinit {
    stage.deallocate()
    weights.deallocate()
  }

  func consume(_ samples: UnsafePointer<Float>, count: Int) {
    makeRoom(count)
    stage.advanced(by: Self.taps).update(from: samples, count: count)
    look(at: count)
    stage.update(from: stage + count, count: Self.taps)
  }

  /// Interpolates the last gaps.
  func finish() {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.taps) { silence in
      silence.initialize(repeating: 0)
      if let base = silence.baseAddress { consume(base, count: Self.taps) }
    }
  }

  private func makeRoom(_ count: Int) {
    guard count > capacity else { return }
    capacity = count
    let moved = UnsafeMutablePointer<Float>.allocate(capacity: capacity + Self.taps + 8)
    moved.update(from: stage, count: Self.taps)
    stage.deallocate()
    stage = moved
  }

  /// Processes `count` samples, each delayed by the look-ahead of the filter.
  private func look(at count: Int) {
    // The last vector may reach behind the samples.
    (stage + Self.taps + count).update(repeating: 0, count: 8)
    let first = stage + Self.taps - Self.ahead
    var start = 0
    while start < count {
      let length = min(Self.span, count - start)
      let highest = UnsafePointer(first + start).highest(length)
      if highest > samplePeak { samplePeak = highest }
      if highest > samplePeak / 2 { lookBetween(first + start, count: length) }
      start += length
    }
    peak = max(peak, samplePeak)
  }

  private func lookBetween(_ samples: UnsafePointer<Float>, count: Int) {
    let limit = SIMD8<Float>(repeating: samplePeak / 2)
    var highest = SIMD8<Float>.zero
    var index = 0
    while index < count {
      if any(samples.eight(index).magnitudes .>= limit) {
        highest = highest.larger(between(samples + index, left: count &- index))
      }
      index &+= 8
    }
    peak = max(peak, highest.max())
  }

  /// The maximum of eight gaps, counting only complete ones.
  @inline(__always)
  private func between(_ samples: UnsafePointer<Float>, left: Int) -> SIMD8<Float> {
    let start = samples - (Self.ahead - 1)
    var highest = SIMD8<Float>.zero
    guard var weight = UnsafePointer(weights.baseAddress) else { return highest }
    for _ in 0..<phases {
      var sum = SIMD8<Float>.zero
      for tap in 0..<Self.taps { sum += weight[tap] * start.eight(tap) }
      highest = highest.larger(sum.magnitudes)
      weight += Self.taps
    }
    guard left < 8 else { return highest }
    let lanes: SIMD8<Float> = [0, 1, 2, 3, 4, 5, 6, 7]
    return highest.replacing(with: 0, where: lanes .>= Float(left))
  }
}
