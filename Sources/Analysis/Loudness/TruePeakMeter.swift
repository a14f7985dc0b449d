// The highest point of the curve through the samples, after ITU-R BS.1770-4, annex 2.
// Confined to one thread.
import Glibc

/// Measures the true peak of one channel.
///
/// Between samples it looks only where they are above half of the highest sample so far: a higher
/// point elsewhere would need a curve that no music has.
final class TruePeakMeter {
  /// Linear, of the samples and what is between them.
  private(set) var peak: Float = 0
  private var samplePeak: Float = 0

  /// Four more to a phase than the standard's own filter, which reads lower near half the rate.
  private static let taps = 16
  /// Behind the sample before the gap.
  private static let ahead = 8
  /// The samples of a block that are looked at together before each of them is.
  private static let span = 64

  /// For each place between two samples the weights of the samples around, one after the other.
  private let phases: Int
  private let weights: UnsafeMutableBufferPointer<Float>
  /// The last samples of the block before, then those of this one.
  private var stage: UnsafeMutablePointer<Float>
  private var capacity = 4096

  /// Looks at three places between samples, at one from 96 kHz, and at none from 192 kHz.
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

  /// Looks at the last places of all.
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

  /// Looks at as many samples as have come, each of them as late as it needs others ahead of it.
  private func look(at count: Int) {
    // The last vector may reach behind what has come.
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

  /// The highest of each of eight gaps, of which only those count whose sample has come.
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
