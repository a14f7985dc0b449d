internal import Glibc

// Vector operations for the inner loops of this folder.

@inline(__always) func load8(_ pointer: UnsafePointer<Float>) -> SIMD8<Float> {
  UnsafeRawPointer(pointer).loadUnaligned(as: SIMD8<Float>.self)
}

@inline(__always) func load8(_ pointer: UnsafeMutablePointer<Float>) -> SIMD8<Float> {
  UnsafeRawPointer(pointer).loadUnaligned(as: SIMD8<Float>.self)
}

@inline(__always) func load16(_ pointer: UnsafeMutablePointer<Float>) -> SIMD16<Float> {
  UnsafeRawPointer(pointer).loadUnaligned(as: SIMD16<Float>.self)
}

@inline(__always) func store(_ values: SIMD8<Float>, at pointer: UnsafeMutablePointer<Float>) {
  UnsafeMutableRawPointer(pointer).storeBytes(of: values, as: SIMD8<Float>.self)
}

func cosine(_ angle: Double) -> Double { cos(angle) }

/// The natural logarithm of a number of at least 1, to 2e-6.
///
/// The exponent is taken from the bits; `log2(1 + x)` between 0 and 1 is x plus a minimax
/// polynomial that is 0 at both ends.
@inline(__always) func naturalLogarithm(_ value: Float) -> Float {
  let bits = value.bitPattern
  let exponent = Float(Int32(truncatingIfNeeded: bits &>> 23) &- 127)
  let x = Float(bitPattern: (bits & 0x7F_FFFF) | 0x3F80_0000) - 1
  var sum: Float = 0.025_841_36
  sum = sum * x - 0.095_956_29
  sum = sum * x + 0.181_948_76
  sum = sum * x - 0.275_600_28
  sum = sum * x + 0.442_544_94
  return (exponent + x + x * (1 - x) * sum) * 0.693_147_18
}
