// Confined to one thread.
import Glibc

/// Decimates one channel by four behind a low-pass filter of 48 taps, with a pass band up to a
/// fifth of the output rate.
final class QuarterBand {
  private static let taps = 48
  /// As a share of the input's band.
  private static let cutoff = 2300.0 / 11025

  private let weights: UnsafeMutableBufferPointer<Float>
  private var stage: UnsafeMutableBufferPointer<Float>
  private var output: UnsafeMutableBufferPointer<Float>
  private var count = QuarterBand.taps / 2

  init() {
    let taps = (0..<Self.taps).map { tap in
      let distance = (Double(tap) - Double(Self.taps - 1) / 2) * Self.cutoff
      let phase = 2 * .pi * (Double(tap) + 0.5) / Double(Self.taps)
      let window = 0.42 - 0.5 * cos(phase) + 0.08 * cos(2 * phase)
      return sin(.pi * distance) / (.pi * distance) * window
    }
    let sum = taps.reduce(0, +)
    weights = .allocate(capacity: Self.taps)
    for (tap, weight) in taps.enumerated() {
      weights.initializeElement(at: tap, to: Float(weight / sum))
    }
    stage = .allocate(capacity: 4096)
    stage.initialize(repeating: 0)
    output = .allocate(capacity: 1024)
  }

  deinit {
    weights.deallocate()
    stage.deallocate()
    output.deallocate()
  }

  func consume(
    _ samples: UnsafeBufferPointer<Float>, _ emit: (UnsafeBufferPointer<Float>) -> Void
  ) {
    guard let source = samples.baseAddress, !samples.isEmpty else { return }
    makeRoom(samples.count)
    guard let start = stage.baseAddress else { return }
    (start + count).update(from: source, count: samples.count)
    count += samples.count
    guard count >= Self.taps else { return }
    let outputs = (count - Self.taps) / 4 + 1
    for index in 0..<outputs { output[index] = sample(at: UnsafePointer(start + 4 * index)) }
    count -= 4 * outputs
    start.update(from: start + 4 * outputs, count: count)
    emit(UnsafeBufferPointer(rebasing: output[..<outputs]))
  }

  /// Flushes the filter, with zeros behind the end.
  func finish(_ emit: (UnsafeBufferPointer<Float>) -> Void) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.taps / 2) { silence in
      silence.initialize(repeating: 0)
      consume(UnsafeBufferPointer(silence), emit)
    }
  }

  private func makeRoom(_ more: Int) {
    guard count + more > stage.count else { return }
    let moved = UnsafeMutableBufferPointer<Float>.allocate(capacity: count + more)
    moved.baseAddress?.update(from: stage.baseAddress!, count: count)  // because it is not empty
    stage.deallocate()
    stage = moved
    output.deallocate()
    output = .allocate(capacity: stage.count / 4 + 1)
  }

  private func sample(at samples: UnsafePointer<Float>) -> Float {
    guard let weights = UnsafePointer(weights.baseAddress) else { return 0 }
    var sum = SIMD8<Float>.zero
    var index = 0
    while index < Self.taps {
      sum += samples.eight(index) * weights.eight(index)
      index &+= 8
    }
    return sum.sum()
  }
}
