import Foundation
import Media
import Music
import Testing

@testable import Analysis

/// Sound without a tempo has none detected.
@Suite struct NoTempoTests {
  private func estimate(_ samples: [Float]) -> TempoEstimate? {
    TempoEstimator.estimate(TempoSignal.spectrum(of: samples))
  }

  private func sound(seconds: Int = 20, _ value: (Double) -> Double) -> [Float] {
    (0..<(seconds * TempoSignal.rate)).map { Float(value(Double($0) / Double(TempoSignal.rate))) }
  }

  @Test("silence has no tempo")
  func silence() {
    #expect(estimate([Float](repeating: 0, count: 20 * TempoSignal.rate)) == nil)
    #expect(estimate([]) == nil)
  }

  @Test("a constant voltage has no tempo")
  func directCurrent() {
    #expect(estimate([Float](repeating: 0.5, count: 20 * TempoSignal.rate)) == nil)
  }

  @Test("a steady tone has no tempo", arguments: [50, 440, 3000])
  func tone(hertz: Double) {
    #expect(estimate(sound { 0.5 * sin(2 * .pi * hertz * $0) }) == nil)
  }

  @Test("a tone that swells has no tempo")
  func tremolo() {
    let samples = sound { (time: Double) -> Double in
      let level = 1 + 0.5 * sin(2 * .pi * 5.3 * time)
      return 0.3 * level * sin(2 * .pi * 330 * time)
    }
    #expect(estimate(samples) == nil)
  }

  @Test("noise has no tempo, loud or as quiet as dither", arguments: [0.3, 1 / 32_768.0])
  func noise(level: Double) {
    for seed in 1...3 {
      var source = NoiseSource(seed: UInt64(seed))
      #expect(estimate(sound { _ in level * source.next() }) == nil)
    }
  }

  @Test("clicks at random have no tempo")
  func randomClicks() {
    var source = NoiseSource(seed: 5)
    var signal = TempoSignal(seconds: 40)
    for _ in 0..<110 { signal.click(at: 20 + 19.5 * source.next()) }
    #expect(TempoEstimator.estimate(signal.spectrum()) == nil)
  }

  @Test("less than three seconds have no tempo, whatever they hold")
  func short() {
    #expect(TempoEstimator.estimate(TempoSignal.clicks(bpm: 180, seconds: 2.9).spectrum()) == nil)
    #expect(TempoEstimator.estimate(TempoSignal.clicks(bpm: 120, seconds: 0.4).spectrum()) == nil)
    #expect(estimate([1]) == nil)
  }

  @Test("samples that are no numbers do not hide the beat")
  func notNumbers() throws {
    let signal = TempoSignal.clicks(bpm: 120, seconds: 20)
    var samples = signal.samples
    samples[100_000] = .nan
    samples[200_000] = .infinity
    samples[300_000] = 1e30
    let spectrum = TempoSignal.spectrum(of: samples)
    #expect(spectrum.energies.allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite })
    if let found = TempoEstimator.estimate(spectrum) {
      #expect(found.bpm.isFinite)
      #expect((0...1).contains(found.confidence))
    }
  }

  @Test("work that is cancelled finds nothing")
  func cancelled() {
    let cancellation = Cancellation()
    cancellation.cancel()
    let spectrum = TempoSignal.clicks(bpm: 120, seconds: 20).spectrum()
    #expect(TempoEstimator.estimate(spectrum, cancellation: cancellation) == nil)
  }
}
