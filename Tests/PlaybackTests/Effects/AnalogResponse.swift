import Glibc
import Music

/// The analogue prototypes of the equalizer's sections and their response, computed without the
/// digital filters: the bilinear transform maps a frequency f to tan(pi f / rate).
struct AnalogResponse {
  enum Kind { case lowShelf, peak, highShelf, highPass }

  var kind: Kind
  var frequency: Double
  var quality: Double
  /// dB.
  var gain: Double

  /// The response at a frequency, in dB.
  func level(at frequency: Double, rate: Double) -> Double {
    let s = tan(.pi * frequency / rate) / tan(.pi * self.frequency / rate)
    let amplitude = pow(10, gain / 40)
    let root = amplitude.squareRoot() / quality
    switch kind {
    case .highPass: return decibels((-s * s, 0), (1 - s * s, s / quality))
    case .peak:
      return decibels(
        (1 - s * s, s * amplitude / quality), (1 - s * s, s / amplitude / quality))
    case .lowShelf:
      return decibels(
        (amplitude * (amplitude - s * s), amplitude * root * s),
        (1 - amplitude * s * s, root * s))
    case .highShelf:
      return decibels(
        (amplitude * (1 - amplitude * s * s), amplitude * root * s),
        (amplitude - s * s, root * s))
    }
  }

  private func decibels(_ top: (Double, Double), _ bottom: (Double, Double)) -> Double {
    20 * log10(hypot(top.0, top.1) / hypot(bottom.0, bottom.1))
  }

  /// The sections of all bands that are not at 0 dB.
  static func all(_ sound: SoundSettings) -> [Self] {
    sections(sound.tone, SoundSettings.toneFrequencies, quality: 0.707)
      + sections(sound.bands, EqualizerPreset.frequencies, quality: 1)
      + (sound.equalizer.highPass.map {
        [Self(kind: .highPass, frequency: $0, quality: 0.707, gain: 0)]
      } ?? [])
  }

  private static func sections(
    _ gains: [Double], _ frequencies: [Double], quality: Double
  ) -> [Self] {
    gains.indices.filter { gains[$0] != 0 }.map { index in
      let kind: Kind = index == 0 ? .lowShelf : index == gains.count - 1 ? .highShelf : .peak
      return Self(
        kind: kind, frequency: frequencies[index], quality: quality, gain: gains[index])
    }
  }
}

/// The level of an impulse response's spectrum at a frequency, in dB.
func level(of response: [Float], at frequency: Double, rate: Double) -> Double {
  let (turnCosine, turnSine) = (cos(2 * .pi * frequency / rate), sin(2 * .pi * frequency / rate))
  var (cosine, sine, real, imaginary) = (1.0, 0.0, 0.0, 0.0)
  for sample in response {
    real += Double(sample) * cosine
    imaginary += Double(sample) * sine
    (cosine, sine) = (
      cosine * turnCosine - sine * turnSine, sine * turnCosine + cosine * turnSine
    )
  }
  return 20 * log10(hypot(real, imaginary))
}
