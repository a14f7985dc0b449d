import Glibc

/// One section of an equalizer, y = (b0 + b1/z + b2/z²) / (1 + a1/z + a2/z²) x.
///
/// Source: Robert Bristow-Johnson, "Cookbook formulae for audio equalizer biquad filter
/// coefficients" (W3C note, 2021). Frequencies and rates are in Hz, gains in dB.
struct BiquadCoefficients: BitwiseCopyable, Equatable, Sendable {
  var b0: Double
  var b1: Double
  var b2: Double
  var a1: Double
  var a2: Double

  /// Divides the coefficients by a0.
  private init(b0: Double, b1: Double, b2: Double, a0: Double, a1: Double, a2: Double) {
    self.b0 = b0 / a0
    self.b1 = b1 / a0
    self.b2 = b2 / a0
    self.a1 = a1 / a0
    self.a2 = a2 / a0
  }

  /// Boosts or cuts around the frequency.
  static func peak(frequency: Double, quality: Double, gain: Double, rate: Double) -> Self {
    let angle = 2 * Double.pi * frequency / rate
    let amplitude = pow(10, gain / 40)
    let width = sin(angle) / (2 * quality)
    return Self(
      b0: 1 + width * amplitude, b1: -2 * cos(angle), b2: 1 - width * amplitude,
      a0: 1 + width / amplitude, a1: -2 * cos(angle), a2: 1 - width / amplitude)
  }

  /// Removes what lies below the frequency, with 12 dB an octave.
  static func highPass(frequency: Double, quality: Double, rate: Double) -> Self {
    let angle = 2 * Double.pi * frequency / rate
    let width = sin(angle) / (2 * quality)
    let passing = 1 + cos(angle)
    return Self(
      b0: passing / 2, b1: -passing, b2: passing / 2,
      a0: 1 + width, a1: -2 * cos(angle), a2: 1 - width)
  }

  /// Boosts or cuts below the frequency.
  static func lowShelf(frequency: Double, quality: Double, gain: Double, rate: Double) -> Self {
    shelf(frequency, quality, gain, rate, side: 1)
  }

  /// Boosts or cuts above the frequency.
  static func highShelf(frequency: Double, quality: Double, gain: Double, rate: Double) -> Self {
    shelf(frequency, quality, gain, rate, side: -1)
  }

  /// The two shelves mirror each other at a quarter of the rate, which turns the cosine's sign and
  /// that of the odd coefficients.
  private static func shelf(
    _ frequency: Double, _ quality: Double, _ gain: Double, _ rate: Double, side: Double
  ) -> Self {
    let angle = 2 * Double.pi * frequency / rate
    let amplitude = pow(10, gain / 40)
    let width = sin(angle) / quality * amplitude.squareRoot()
    let (sum, difference) = (amplitude + 1, amplitude - 1)
    let cosine = side * cos(angle)
    return Self(
      b0: amplitude * (sum - difference * cosine + width),
      b1: side * 2 * amplitude * (difference - sum * cosine),
      b2: amplitude * (sum - difference * cosine - width),
      a0: sum + difference * cosine + width,
      a1: side * -2 * (difference + sum * cosine),
      a2: sum + difference * cosine - width)
  }

  @_noLocks @_noAllocation
  static func == (one: Self, other: Self) -> Bool {
    one.b0 == other.b0 && one.b1 == other.b1 && one.b2 == other.b2 && one.a1 == other.a1
      && one.a2 == other.a2
  }
}
