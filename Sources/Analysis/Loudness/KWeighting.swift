import Glibc

/// The two filters of ITU-R BS.1770-4 for one rate: a shelf for the head, then a high-pass.
///
/// The standard gives coefficients for 48 kHz alone; these are the analogue filters behind them,
/// transformed to any rate by the bilinear transform.
struct KWeighting: Equatable {
  /// Lower rates lack the band that the shelf weights.
  static let rates = 4_000...1_000_000

  /// b0, b1, b2, a1, a2.
  let shelf: (Double, Double, Double, Double, Double)
  /// a1 and a2; b is 1, -2, 1.
  let highPass: (Double, Double)

  init(rate: Int) {
    var tangent = tan(.pi * 1681.974450955533 / Double(rate))
    var quality = 0.7071752369554196
    let high = pow(10, 3.999843853973347 / 20)
    let band = pow(high, 0.4996667741545416)
    var scale = 1 + tangent / quality + tangent * tangent
    shelf = (
      (high + band * tangent / quality + tangent * tangent) / scale,
      2 * (tangent * tangent - high) / scale,
      (high - band * tangent / quality + tangent * tangent) / scale,
      2 * (tangent * tangent - 1) / scale,
      (1 - tangent / quality + tangent * tangent) / scale
    )
    tangent = tan(.pi * 38.13547087602444 / Double(rate))
    quality = 0.5003270373238773
    scale = 1 + tangent / quality + tangent * tangent
    highPass = (
      2 * (tangent * tangent - 1) / scale, (1 - tangent / quality + tangent * tangent) / scale
    )
  }

  static func == (left: KWeighting, right: KWeighting) -> Bool {
    left.shelf == right.shelf && left.highPass == right.highPass
  }

  /// The filter state of two channels.
  struct Memory {
    var first = SIMD2<Double>.zero
    var second = SIMD2<Double>.zero
    var third = SIMD2<Double>.zero
    var fourth = SIMD2<Double>.zero

    /// Flushes tiny numbers to zero: denormals are slow.
    mutating func forgetTraces() {
      let size =
        first * first + second * second + third * third + fourth * fourth
      if size.x < 1e-40 { (first.x, second.x, third.x, fourth.x) = (0, 0, 0, 0) }
      if size.y < 1e-40 { (first.y, second.y, third.y, fourth.y) = (0, 0, 0, 0) }
    }
  }

  /// The energies of two channels behind the filters.
  func energy(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, count: Int, _ memory: inout Memory
  ) -> SIMD2<Double> {
    typealias Pair = SIMD2<Double>
    let (b0, b1, b2) = (
      Pair(repeating: shelf.0), Pair(repeating: shelf.1), Pair(repeating: shelf.2)
    )
    let (a1, a2) = (Pair(repeating: shelf.3), Pair(repeating: shelf.4))
    let (c1, c2) = (Pair(repeating: highPass.0), Pair(repeating: highPass.1))
    var (first, second, third, fourth) = (
      memory.first, memory.second, memory.third, memory.fourth
    )
    var sum = Pair.zero
    for index in 0..<count {
      let sample = Pair(Double(left[index]), Double(right[index]))
      let shelved = b0 * sample + first
      first = b1 * sample - a1 * shelved + second
      second = b2 * sample - a2 * shelved
      let passed = shelved + third
      third = fourth - (shelved + shelved) - c1 * passed
      fourth = shelved - c2 * passed
      sum += passed * passed
    }
    memory.first = first
    memory.second = second
    memory.third = third
    memory.fourth = fourth
    memory.forgetTraces()
    return sum
  }
}
