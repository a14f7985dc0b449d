// Confined to one thread.
import Glibc

/// Halves the rate of one channel by a symmetrical filter of 31 taps, half of which are zero.
///
/// Output samples coincide with every other input sample, without delay.
final class HalfBand {
  /// Weights of the samples 1, 3, 5, … before and behind the middle one, whose weight is a half.
  private static let weights: [Float] = (0..<8).map { tap in
    let distance = Double(2 * tap + 1)
    let window = 0.42 + 0.5 * cos(.pi * distance / 16) + 0.08 * cos(2 * .pi * distance / 16)
    return Float(0.5 * sin(.pi * distance / 2) / (.pi * distance / 2) * window)
  }
  /// Samples before and behind the middle one.
  private static let reach = 15

  /// The filter's history, then the new samples.
  private var stage: UnsafeMutableBufferPointer<Float>
  private var count = HalfBand.reach
  /// The even samples of the stage, the odd ones, and the output.
  private var parts: UnsafeMutableBufferPointer<Float>
  private let weights: UnsafeMutableBufferPointer<Float>

  init() {
    stage = .allocate(capacity: 4096)
    stage.initialize(repeating: 0)
    parts = .allocate(capacity: 0)
    weights = .allocate(capacity: Self.weights.count)
    _ = weights.initialize(from: Self.weights)
  }

  deinit {
    stage.deallocate()
    parts.deallocate()
    weights.deallocate()
  }

  func consume(
    _ samples: UnsafeBufferPointer<Float>, _ emit: (UnsafeBufferPointer<Float>) -> Void
  ) {
    guard let source = samples.baseAddress, !samples.isEmpty else { return }
    makeRoom(samples.count)
    guard let start = stage.baseAddress, let parts = parts.baseAddress else { return }
    (start + count).update(from: source, count: samples.count)
    count += samples.count
    let outputs = (count - 2 * Self.reach - 1) / 2 + 1
    guard count > 2 * Self.reach, outputs > 0 else { return }
    let room = self.parts.count / 3
    filter(start, outputs, even: parts, odd: parts + room, to: parts + 2 * room)
    count -= 2 * outputs
    start.update(from: start + 2 * outputs, count: count)
    emit(UnsafeBufferPointer(start: parts + 2 * room, count: outputs))
  }

  /// Flushes the filter, with zeros behind the end.
  func finish(_ emit: (UnsafeBufferPointer<Float>) -> Void) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.reach) { silence in
      silence.initialize(repeating: 0)
      consume(UnsafeBufferPointer(silence), emit)
    }
  }

  private func makeRoom(_ more: Int) {
    // Vectors reach up to fifteen samples behind the end.
    let needed = count + more + 64
    if needed > stage.count {
      let moved = UnsafeMutableBufferPointer<Float>.allocate(capacity: needed)
      moved.initialize(repeating: 0)
      moved.baseAddress?.update(from: stage.baseAddress!, count: count)  // because it is not empty
      stage.deallocate()
      stage = moved
    }
    let room = stage.count / 2 + 32
    guard parts.count < 3 * room else { return }
    parts.deallocate()
    parts = .allocate(capacity: 3 * room)
    parts.initialize(repeating: 0)
  }

  private func filter(
    _ samples: UnsafePointer<Float>, _ outputs: Int, even: UnsafeMutablePointer<Float>,
    odd: UnsafeMutablePointer<Float>, to output: UnsafeMutablePointer<Float>
  ) {
    var index = 0
    while index < outputs &+ Self.reach &+ 1 {
      let both = UnsafeRawPointer(samples + 2 &* index).loadUnaligned(as: SIMD16<Float>.self)
      UnsafeMutableRawPointer(even + index).storeBytes(of: both.evenHalf, as: SIMD8<Float>.self)
      UnsafeMutableRawPointer(odd + index).storeBytes(of: both.oddHalf, as: SIMD8<Float>.self)
      index &+= 8
    }
    let (before, middle) = (UnsafePointer(even), UnsafePointer(odd))
    guard let weights = UnsafePointer(weights.baseAddress) else { return }
    index = 0
    while index < outputs {
      var sum = 0.5 * middle.eight(index &+ 7)
      for tap in 0..<8 {
        sum += weights[tap] * (before.eight(index &+ 7 &- tap) + before.eight(index &+ 8 &+ tap))
      }
      UnsafeMutableRawPointer(output + index).storeBytes(of: sum, as: SIMD8<Float>.self)
      index &+= 8
    }
  }
}
