import Foundation

/// A sine across two files, and the residual of a recording.
enum SineSignal {
  /// Hz.
  static let frequency = 997.0

  /// Samples for 32-bit PCM, of which files keep 24 bits: the noise of 16 bits would mask the
  /// residual.
  static func frames(_ numbers: Range<Int>, rate: Int) -> [SIMD2<Int32>] {
    numbers.map {
      let value = 0.5 * sin(2 * .pi * frequency * Double($0) / Double(rate))
      // The lowest 8 bits are 0, so that nothing is rounded on the way.
      let sample = Int32((value * 8_388_608).rounded()) << 8
      return SIMD2(sample, sample)
    }
  }

  /// The greatest distance, in dB below full scale, of `checked` from the sine through `fitted`.
  static func residual(_ sound: [Float], rate: Int, fitted: Range<Int>, checked: Range<Int>)
    -> Double
  {
    let step = 2 * .pi * frequency / Double(rate)
    var (ss, sc, cc, xs, xc) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for frame in fitted {
      let (s, c, x) = (sin(step * Double(frame)), cos(step * Double(frame)), Double(sound[frame]))
      ss += s * s
      sc += s * c
      cc += c * c
      xs += x * s
      xc += x * c
    }
    let determinant = ss * cc - sc * sc
    let (a, b) = ((xs * cc - xc * sc) / determinant, (xc * ss - xs * sc) / determinant)
    let worst = checked.reduce(0.0) { worst, frame in
      let fit = a * sin(step * Double(frame)) + b * cos(step * Double(frame))
      return max(worst, abs(Double(sound[frame]) - fit))
    }
    return 20 * log10(max(worst, 1e-9))
  }
}
