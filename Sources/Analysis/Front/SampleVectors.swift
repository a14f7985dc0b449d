// Vector operations for the loops over samples.

extension SIMD8<Float> {
  /// The larger of both in each lane; one instruction, unlike the standard library's.
  @inline(__always)
  func larger(_ other: Self) -> Self { replacing(with: other, where: other .> self) }

  @inline(__always)
  func smaller(_ other: Self) -> Self { replacing(with: other, where: other .< self) }

  @inline(__always)
  var magnitudes: Self {
    unsafeBitCast(unsafeBitCast(self, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF, to: Self.self)
  }
}

extension UnsafePointer<Float> {
  /// Eight samples from `index` on.
  @inline(__always)
  func eight(_ index: Int) -> SIMD8<Float> {
    UnsafeRawPointer(self + index).loadUnaligned(as: SIMD8<Float>.self)
  }

  /// The highest absolute value of so many samples.
  func highest(_ count: Int) -> Float {
    var eights = SIMD8<Float>.zero
    var index = 0
    while index &+ 8 <= count {
      eights = eights.larger(eight(index).magnitudes)
      index &+= 8
    }
    var highest = eights.max()
    while index < count {
      highest = Swift.max(highest, abs(self[index]))
      index &+= 1
    }
    return highest
  }

  /// The sum of so many samples.
  func sum(_ count: Int) -> Double {
    var eights = SIMD8<Float>.zero
    var index = 0
    while index &+ 8 <= count {
      eights += eight(index)
      index &+= 8
    }
    var sum = Double(eights.sum())
    while index < count {
      sum += Double(self[index])
      index &+= 1
    }
    return sum
  }
}
