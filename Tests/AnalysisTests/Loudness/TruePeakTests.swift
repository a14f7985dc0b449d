import Foundation
import Testing

@testable import Analysis

/// After the true-peak signals of EBU Tech 3341: within +0.2 and -0.4 dB.
@Suite("True peak")
struct TruePeakTests {
  private func decibels(_ plane: [Float], rate: Int = 48_000) -> Double {
    let meter = TruePeakMeter(rate: rate)
    Signal(rate: rate, planes: [plane]).inBlocks { meter.consume($0[0], count: $1) }
    meter.finish()
    return LoudnessMeter.decibels(ofPeak: meter.peak)
  }

  /// A sine at a share of the rate, with soft ends.
  private func sine(
    _ share: Double, degrees: Double, peak: Double, frames: Int = 9600
  ) -> [Float] {
    (0..<frames).map { frame in
      let fade = min(1, Double(min(frame, frames - 1 - frame)) / 480)
      let angle = 2 * .pi * (share * Double(frame) + degrees / 360)
      return Float(peak * fade * sin(angle))
    }
  }

  struct Sine: Sendable {
    /// Periods of the sine a sample.
    var share: Double
    var degrees: Double
    var peak: Double
    /// dBTP.
    var wanted: Double
  }

  static let sines = [
    Sine(share: 0.25, degrees: 0, peak: 0.5, wanted: -6.02),
    Sine(share: 0.25, degrees: 45, peak: 0.5, wanted: -6.02),
    Sine(share: 1 / 6.0, degrees: 60, peak: 0.5, wanted: -6.02),
    Sine(share: 0.125, degrees: 67.5, peak: 0.5, wanted: -6.02),
    Sine(share: 0.25, degrees: 45, peak: 1.41, wanted: 2.98),
  ]

  @Test("a sine between whose samples its crests lie is as high as it is", arguments: sines)
  func steady(_ test: Sine) {
    let found = decibels(sine(test.share, degrees: test.degrees, peak: test.peak))
    #expect(found < test.wanted + 0.2)
    #expect(found > test.wanted - 0.4)
  }

  @Test("it does not matter where between two samples a burst has its crest", arguments: 0..<4)
  func burst(quarter: Int) {
    let plane = (0..<960).map { frame in
      let index = (Double(frame) - 480 + Double(quarter) / 4) / 24
      return Float(0.5 * exp(-index * index) * cos(2 * .pi * index * 24 / 6))
    }
    let found = decibels(plane)
    #expect(found < -6.02 + 0.2)
    #expect(found > -6.02 - 0.4)
  }

  @Test("from 96 kHz on half as many places are looked at, and from 192 kHz on the samples alone")
  func highRates() {
    let crests = sine(0.25, degrees: 45, peak: 0.5)
    #expect(abs(decibels(crests, rate: 96_000) + 6.02) < 0.2)
    #expect(abs(decibels(crests, rate: 192_000) + 9.03) < 0.05)
  }

  @Test("a crest behind the last sample but one counts, and silence has no peak at all")
  func ends() {
    #expect(abs(decibels([0, 0, 0, 0, 0, 0, 0, 0, 0, 0.5]) + 6.02) < 0.3)
    #expect(decibels([Float](repeating: 0, count: 5000)) == -.infinity)
    let isolated = (0..<3).map { index in (0..<70).map { $0 == 62 + index ? Float(0.8) : 0 } }
    for plane in isolated { #expect(abs(decibels(plane) + 1.94) < 0.05) }
  }
}
