import Foundation
import Testing

@testable import Analysis

@Suite struct OnsetSpectrumTests {
  @Test("a frame is every 256 samples, the first and the last half in silence")
  func frames() {
    let spectrum = TempoSignal.spectrum(of: [Float](repeating: 0, count: 22_050))
    #expect(spectrum.frameCount == 1 + 22_050 / 256)
    #expect(spectrum.curves.count == spectrum.frameCount)
  }

  @Test("how the samples are cut into blocks changes nothing", arguments: [1, 333, 100_000])
  func blocks(size: Int) {
    let signal = TempoSignal.clicks(bpm: 100, seconds: 3)
    let (whole, cut) = (signal.spectrum(), signal.spectrum(block: size))
    #expect(whole.curves.values == cut.curves.values)
    #expect(whole.energies == cut.energies)
  }

  @Test("a tone is in its part of the spectrum", arguments: zip([60.0, 700, 6000], 0...2))
  func energies(hertz: Double, part: Int) {
    let samples = (0..<22_050).map { Float(sin(2 * .pi * hertz * Double($0) / 22_050)) }
    let middle = TempoSignal.spectrum(of: samples).energies[40]
    for other in 0...2 where other != part { #expect(middle[part] > 20 * middle[other]) }
    // The magnitudes of adjacent bins add up to twice the peak of a Hann window's main lobe.
    let bins = [6.0, 126, 355][part]
    #expect(abs(Double(middle[part]) * bins - 512) < 40)
  }

  @Test("a click is seen where it is, in all groups")
  func place() throws {
    var signal = TempoSignal(seconds: 3)
    signal.click(at: 1.5)
    let curves = signal.spectrum().curves
    let frame = 1.5 * OnsetSpectrum.framesPerSecond
    for curve in curves.values {
      let top = try #require(curve.indices.max { curve[$0] < curve[$1] })
      #expect(abs(Double(top) - frame) <= 1.5)
    }
  }

  @Test("onsets are counted by the second")
  func rate() {
    #expect(abs(TempoSignal.clicks(bpm: 150, seconds: 20).spectrum().onsetRate - 2.5) < 0.1)
    #expect(TempoSignal.spectrum(of: [Float](repeating: 0, count: 40_000)).onsetRate == 0)
  }

  @Test("a track of many sections is seen like one of a single section")
  func sections() {
    let signal = TempoSignal.pattern(
      bpm: 120, seconds: 16, kick: "x...x...x...x...", snare: "....x.......x...")
    let whole = signal.spectrum().curves
    let cut = TempoSignal.spectrum(
      of: signal.samples, into: OnsetSpectrum(sectionFrames: 300)
    ).curves
    #expect(whole.count == cut.count)
    for (one, other) in zip(whole.values, cut.values) {
      for (value, close) in zip(one, other) { #expect(abs(value - close) < 0.1 + 0.1 * value) }
    }
  }

  @Test("the logarithm is that of the library")
  func logarithm() {
    for step in 0..<2000 {
      let value = Float(exp(Double(step) / 100))
      #expect(abs(naturalLogarithm(value) - log(value)) < 1e-5)
    }
  }

  @Test("a magnitude is kept to a thousandth, and what is none is kept within bounds")
  func stored() {
    for step in -12...9 {
      let value = Float(exp2(Double(step)) * 1.37)
      let kept = StoredMagnitude.value(StoredMagnitude.stored(value))
      #expect(abs(kept / value - 1) < 0.001)
    }
    #expect(StoredMagnitude.stored(0) == 0)
    #expect(StoredMagnitude.stored(.nan) == .max)
    #expect(StoredMagnitude.stored(.infinity) == .max)
  }
}
