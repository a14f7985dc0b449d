import Glibc
import Music

/// `SoundSettings` resolved for a sample rate: plain memory for the audio thread.
struct EffectSettings: BitwiseCopyable, Sendable {
  static let fadeSeconds = 0.01
  static let releaseSeconds = 0.1

  /// Three tone controls, ten equalizer bands and a high-pass; the first `bandCount` are in use.
  private(set) var bands: InlineArray<14, EqualizerBand>
  private(set) var bandCount = 0
  let matrix: StereoMatrix
  /// Input frames per output frame, for the `Stretcher`; the `EffectChain` ignores it.
  let speed: Double
  /// The length of the fade between settings.
  let fadeFrames: Int
  /// The limiter's release: the part of the way back to unity per frame.
  let limiterRelease: Double

  /// `rate` is in Hz. Bands at or above 0.49 of it are skipped: they are inaudible, and so near to
  /// half the rate the bilinear transform distorts them.
  init(_ sound: SoundSettings, rate: Double) {
    let none = BiquadCoefficients.peak(frequency: 1, quality: 1, gain: 0, rate: 8)
    bands = InlineArray(repeating: EqualizerBand(coefficients: none, slot: 0))
    matrix = StereoMatrix(
      balance: sound.balance, isMono: sound.isMono, gain: pow(10, sound.boost / 20))
    speed = sound.speed
    fadeFrames = max(1, Int((rate * Self.fadeSeconds).rounded()))
    limiterRelease = 1 - exp(-1 / (rate * Self.releaseSeconds))
    add(
      sound.tone, at: SoundSettings.toneFrequencies, quality: 0.707, rate: rate, firstSlot: 0)
    add(
      sound.bands, at: EqualizerPreset.frequencies, quality: 1, rate: rate,
      firstSlot: SoundSettings.toneFrequencies.count)
    if let frequency = sound.equalizer.highPass, frequency < 0.49 * rate {
      let filter = BiquadCoefficients.highPass(frequency: frequency, quality: 0.707, rate: rate)
      bands[bandCount] = EqualizerBand(coefficients: filter, slot: bands.count - 1)
      bandCount += 1
    }
  }

  /// Whether an `EffectChain` has nothing to do, whatever the speed.
  var isFlat: Bool {
    @_noLocks @_noAllocation get { bandCount == 0 && matrix.isIdentity }
  }

  /// Whether an `EffectChain` sounds the same with both.
  @_noLocks @_noAllocation
  func soundsLike(_ other: EffectSettings) -> Bool {
    guard bandCount == other.bandCount, matrix == other.matrix else { return false }
    var index = 0
    while index < bandCount {
      guard bands[index] == other.bands[index] else { return false }
      index &+= 1
    }
    return true
  }

  /// The first band is a low shelf, the last a high shelf, the others are peaks.
  private mutating func add(
    _ gains: [Double], at frequencies: [Double], quality: Double, rate: Double, firstSlot: Int
  ) {
    for (index, (gain, frequency)) in zip(gains, frequencies).enumerated()
    where gain != 0 && frequency < 0.49 * rate {
      let make =
        switch index {
        case 0: BiquadCoefficients.lowShelf
        case frequencies.count - 1: BiquadCoefficients.highShelf
        default: BiquadCoefficients.peak
        }
      bands[bandCount] = EqualizerBand(
        coefficients: make(frequency, quality, gain, rate), slot: firstSlot + index)
      bandCount += 1
    }
  }
}
