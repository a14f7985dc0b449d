import Glibc
import Media
import Music

/// Reduces heard frames to the values of a display.
struct SoundAnalyzer: ~Copyable {
  /// Of the last length; nil before the first spectrum, and where FFmpeg is missing.
  private var transform: RealTransform?
  /// A Hann window of the same length.
  private var window: [Float] = []

  /// The length of a spectrum in seconds at least: it separates bands of some 12 Hz.
  private static let spectrumTime = 0.08
  private static let waveTime = 0.04
  /// A wave begins at a rise through zero within this time, so that a steady tone stands still.
  private static let triggerTime = 0.01
  private static let meterTime = 0.3
  /// Part of a meter's time whose peak counts: longer than a display's frame.
  private static let peakTime = 0.05
  /// Full scale of 16 bits.
  private static let fullScale: Float = 32_767 / 32_768

  /// The number of frames that a reading takes.
  static func frames(for request: HeardRequest, rate: Int) -> Int {
    switch request {
    case .spectrum: spectrumLength(rate: rate)
    case .wave: Int((waveTime + triggerTime) * Double(rate))
    case .meter: Int(meterTime * Double(rate))
    }
  }

  private static func spectrumLength(rate: Int) -> Int {
    var length = 1_024
    while Double(length) < spectrumTime * Double(rate), length < 1 << 18 { length *= 2 }
    return length
  }

  mutating func measure(
    _ request: HeardRequest, _ frames: [SIMD2<Float>], rate: Int
  ) -> HeardSound? {
    switch request {
    case .spectrum(let bands): spectrum(frames, rate: rate, bands: bands)
    case .wave(let parts): Self.wave(frames, rate: rate, parts: parts)
    case .meter: Self.meter(frames, rate: rate)
    }
  }

  // MARK: Spectrum

  private mutating func spectrum(
    _ frames: [SIMD2<Float>], rate: Int, bands: Int
  ) -> HeardSound? {
    let length = frames.count
    if transform?.length != length {
      transform = RealTransform(length: length)
      window = (0..<length).map { Float(0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(length))) }
    }
    guard let transform else { return nil }
    // The channels' powers are added: sound in opposite phase does not cancel.
    var powers = [Float](repeating: 0, count: length / 2 + 1)
    for channel in 0..<2 {
      for index in 0..<length {
        transform.input[index] = frames[index][channel] * window[index]
      }
      transform.forward()
      for bin in powers.indices {
        let (real, imaginary) = (transform.output[2 * bin], transform.output[2 * bin + 1])
        powers[bin] += real * real + imaginary * imaginary
      }
    }
    // A full-scale sine has 1 in all bins of its peak together: the window's gain is a half, and its
    // bandwidth one and a half bins.
    let scale = 8 / (Float(length) * Float(length) * 1.5)
    let bin = Double(rate) / Double(length)
    return .spectrum(
      (0..<bands).map { band in
        let low = HeardSound.edge(ofBand: band, of: bands) / bin
        let high = HeardSound.edge(ofBand: band + 1, of: bands) / bin
        return Self.decibels(power: scale * Self.power(of: powers, low, high))
      })
  }

  /// The sum of the powers between two bins and their parts; of at least one and a half bins.
  private static func power(of powers: [Float], _ low: Double, _ high: Double) -> Float {
    let widening = max(0, 1.5 - (high - low)) / 2
    // A bin reaches half a bin to both sides.
    let (low, high) = (max(0, low - widening + 0.5), high + widening + 0.5)
    var sum: Float = 0
    for bin in Int(low)...max(Int(low), Int(high)) where powers.indices.contains(bin) {
      let part = min(high, Double(bin + 1)) - max(low, Double(bin))
      sum += powers[bin] * Float(max(0, part))
    }
    return sum
  }

  private static func decibels(power: Float) -> Float {
    power > 0 ? max(HeardSound.silence, 10 * log10(power)) : HeardSound.silence
  }

  // MARK: Wave

  private static func wave(_ frames: [SIMD2<Float>], rate: Int, parts: Int) -> HeardSound {
    let samples = frames.map { ($0.x + $0.y) / 2 }
    let length = min(samples.count, Int(waveTime * Double(rate)))
    let latest = samples.count - length
    let start = (1...max(1, latest)).last {
      $0 < samples.count && samples[$0 - 1] < 0 && samples[$0] >= 0
    }
    let first = min(start ?? latest, latest)
    return .wave(
      (0..<max(0, parts)).map { part in
        // A part begins with the last sample of the one before, so that the line has no gaps.
        let from = first + max(0, length * part / parts - 1)
        let to = max(from + 1, first + length * (part + 1) / parts)
        return samples[from..<min(to, samples.count)].reduce(samples[from]...samples[from]) {
          min($0.lowerBound, $1)...max($0.upperBound, $1)
        }
      })
  }

  // MARK: Meter

  private static func meter(_ frames: [SIMD2<Float>], rate: Int) -> HeardSound {
    let recent = frames.suffix(Int(peakTime * Double(rate)))
    func level(_ channel: Int) -> ChannelLevel {
      let peak = recent.reduce(Float(0)) { max($0, abs($1[channel])) }
      let power = frames.reduce(Float(0)) { $0 + $1[channel] * $1[channel] }
      return ChannelLevel(
        peak: decibels(power: peak * peak),
        rms: decibels(power: power / Float(max(1, frames.count))), isClipped: peak >= fullScale)
    }
    return .meter(left: level(0), right: level(1))
  }
}
