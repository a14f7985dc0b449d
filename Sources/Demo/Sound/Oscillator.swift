/// A wavetable oscillator with linear interpolation.
struct Oscillator {
  var phase: UInt32
  var increment: UInt32
  let table: UnsafeMutablePointer<Float>

  @inline(__always)
  mutating func next() -> Float {
    let index = Int(phase &>> 21)
    let rest = Float(phase & 0x1F_FFFF) * (1 / 2_097_152)
    let value = table[index]
    phase = phase &+ increment
    return value + (table[index &+ 1] - value) * rest
  }

  /// The next value with the phase shifted by `bend` radians (phase modulation).
  @inline(__always)
  mutating func next(bentBy bend: Float) -> Float {
    let base = phase
    phase = base &+ UInt32(truncatingIfNeeded: Int(bend * (4_294_967_296 / (2 * .pi))))
    let value = next()
    phase = base &+ increment
    return value
  }
}
