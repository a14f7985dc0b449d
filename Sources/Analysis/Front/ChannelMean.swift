// Confined to one thread.

/// The mean of a file's channels except LFE.
final class ChannelMean {
  private let channels: [Int]
  private var mean: UnsafeMutableBufferPointer<Float>

  /// Uses the channels of nonzero weight, or all if there are none.
  init(weights: [Double]) {
    let counted = weights.indices.filter { weights[$0] > 0 }
    channels = counted.isEmpty ? Array(weights.indices) : counted
    mean = .allocate(capacity: 0)
  }

  deinit { mean.deallocate() }

  /// The mean of a block, valid until the next one.
  func of(
    _ planes: UnsafeBufferPointer<UnsafePointer<Float>>, frames count: Int
  ) -> UnsafeBufferPointer<Float> {
    guard channels.count > 1 else {
      return UnsafeBufferPointer(start: planes[channels[0]], count: count)
    }
    if mean.count < count + 8 {
      mean.deallocate()
      mean = .allocate(capacity: count + 8)
      mean.initialize(repeating: 0)
    }
    let share = 1 / Float(channels.count)
    let (left, right) = (planes[channels[0]], planes[channels[1]])
    write(count) {
      (left.eight($0) + right.eight($0)) * share
    } one: {
      (left[$0] + right[$0]) * share
    }
    for channel in channels.dropFirst(2) {
      let plane = planes[channel]
      let sum = UnsafePointer(mean.baseAddress!)  // because it was just made larger than nothing
      write(count) {
        sum.eight($0) + plane.eight($0) * share
      } one: {
        sum[$0] + plane[$0] * share
      }
    }
    return UnsafeBufferPointer(rebasing: mean[..<count])
  }

  @inline(__always)
  private func write(
    _ count: Int, _ eight: (Int) -> SIMD8<Float>, one: (Int) -> Float
  ) {
    let raw = UnsafeMutableRawPointer(mean.baseAddress!)  // because it holds `count` samples
    var index = 0
    while index + 8 <= count {
      raw.advanced(by: index &* 4).storeBytes(of: eight(index), as: SIMD8<Float>.self)
      index += 8
    }
    while index < count {
      raw.advanced(by: index &* 4).storeBytes(of: one(index), as: Float.self)
      index += 1
    }
  }
}
