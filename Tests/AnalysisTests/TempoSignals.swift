import Foundation
@testable import Analysis

/// Sound at 22 050 Hz with hits at known times.
struct TempoSignal {
  static let rate = 22_050
  private(set) var samples: [Float]
  private var noise = NoiseSource(seed: 1)

  init(seconds: Double) {
    samples = [Float](repeating: 0, count: Int(seconds * Double(Self.rate)))
  }

  var seconds: Double { Double(samples.count) / Double(Self.rate) }

  /// A short burst over the whole spectrum.
  mutating func click(at time: Double, level: Double = 0.5) {
    hit(at: time, seconds: 0.02) { index in
      level * exp(-Double(index) / 40) * sin(Double(index) * 0.3)
    }
  }

  /// A decaying tone of 55 Hz.
  mutating func kick(at time: Double, level: Double = 0.6) {
    hit(at: time, seconds: 0.15) { index in
      level * exp(-Double(index) / 900) * sin(2 * .pi * 55 * Double(index) / 22_050)
    }
  }

  /// Noise in the middle and high bands.
  mutating func snare(at time: Double, level: Double = 0.4) {
    burst(at: time, seconds: 0.1, level: level, decay: 600, difference: false)
  }

  /// Noise in the highest band.
  mutating func hat(at time: Double, level: Double = 0.2) {
    burst(at: time, seconds: 0.05, level: level, decay: 250, difference: true)
  }

  private mutating func burst(
    at time: Double, seconds: Double, level: Double, decay: Double, difference: Bool
  ) {
    var source = noise
    var before = 0.0
    hit(at: time, seconds: seconds) { index in
      let value = source.next()
      defer { before = value }
      return level * exp(-Double(index) / decay) * (difference ? value - before : value)
    }
    noise = source
  }

  private mutating func hit(at time: Double, seconds: Double, _ shape: (Int) -> Double) {
    let start = Int((time * Double(Self.rate)).rounded())
    for index in 0..<Int(seconds * Double(Self.rate)) {
      let value = shape(index)
      if samples.indices.contains(start + index) { samples[start + index] += Float(value) }
    }
  }

  mutating func scale(by factor: Float) {
    for index in samples.indices { samples[index] *= factor }
  }

  /// The spectrum, computed in blocks of this many samples.
  func spectrum(block: Int = 4096) -> OnsetSpectrum {
    Self.spectrum(of: samples, block: block)
  }

  static func spectrum(
    of samples: [Float], block: Int = 4096, into spectrum: OnsetSpectrum = OnsetSpectrum()
  ) -> OnsetSpectrum {
    samples.withUnsafeBufferPointer { samples in
      var start = 0
      while start < samples.count {
        let end = min(samples.count, start + block)
        spectrum.consume(UnsafeBufferPointer(rebasing: samples[start..<end]))
        start = end
      }
    }
    spectrum.finish()
    return spectrum
  }

  /// Clicks at a tempo, the first at `first` seconds.
  static func clicks(bpm: Double, seconds: Double, first: Double = 0.3) -> TempoSignal {
    var signal = TempoSignal(seconds: seconds)
    for time in stride(from: first, to: seconds - 0.05, by: 60 / bpm) { signal.click(at: time) }
    return signal
  }

  /// Bars of sixteen steps as strings, with `x` for a hit.
  static func pattern(
    bpm: Double, seconds: Double, kick: String, snare: String = "", hat: String = "",
    first: Double = 0.2
  ) -> TempoSignal {
    var signal = TempoSignal(seconds: seconds)
    let step = 15 / bpm
    for (number, time) in stride(from: first, to: seconds - 0.2, by: step).enumerated() {
      func isHit(_ row: String) -> Bool { Array(row.utf8).dropFirst(number % 16).first == 0x78 }
      if isHit(kick) { signal.kick(at: time) }
      if isHit(snare) { signal.snare(at: time) }
      if isHit(hat) { signal.hat(at: time) }
    }
    return signal
  }
}

/// Noise from -1 to 1, equal in every run.
struct NoiseSource {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(Int64(bitPattern: state) >> 11) / 4_503_599_627_370_496
  }
}
