import Foundation
import Testing

@testable import Media

@Suite("Linear prediction")
struct LinearPredictionTests {
  private func sines(_ frames: Range<Int>) -> [Double] {
    frames.map { frame in
      [(0.3, 997.0, 0.3), (0.2, 3331, 1), (0.1, 211, 2)].reduce(0) { sum, sine in
        sum + sine.0 * sin(2 * .pi * sine.1 * Double(frame) / 44100 + sine.2)
      }
    }
  }

  /// The largest error, in dBFS.
  private func error(_ heard: [Float], _ truth: [Double]) -> Double {
    20 * log10(zip(heard, truth).map { abs(Double($0) - $1) }.max() ?? 1)
  }

  @Test("continues a sum of sines by 512 samples", arguments: [400, 1024, 2048, 5000])
  func continuesSines(known: Int) {
    let next = LinearPrediction(after: sines(0..<known).map { Float($0) }).next(512)
    #expect(next.count == 512)
    #expect(error(next, sines(known..<known + 512)) < -120)
  }

  @Test("continues sines of 16 bits as well as these are known")
  func continuesRoundedSines() {
    let known = sines(0..<2048).map { Float(($0 * 32768).rounded() / 32768) }
    #expect(error(LinearPrediction(after: known).next(512), sines(2048..<2560)) < -95)
  }

  @Test("continues backwards what is turned round")
  func continuesBackwards() {
    let known = sines(1000..<2024).map { Float($0) }
    let before = Array(LinearPrediction(after: known.reversed()).next(1000).reversed())
    #expect(error(before, sines(0..<1000)) < -120)
  }

  @Test("goes on with a constant, and with silence exactly")
  func constants() {
    let next = LinearPrediction(after: [Float](repeating: 0.25, count: 1000)).next(1000)
    #expect(next.allSatisfy { abs($0 - 0.25) < 1e-5 })
    let silence = LinearPrediction(after: [Float](repeating: 0, count: 1000)).next(1000)
    #expect(silence == [Float](repeating: 0, count: 1000))
    let faded = sines(0..<1900).map { Float($0) } + [Float](repeating: 0, count: 148)
    #expect(LinearPrediction(after: faded).next(1000).allSatisfy { $0 == 0 })
  }

  /// Signals that no prediction gets right, and that could make one grow.
  private static let wild: [String: [Float]] = {
    var random = SystemRandomNumberGenerator()
    let noise = (0..<3000).map { _ in Float.random(in: -1...1, using: &random) }
    return [
      "noise": noise,
      "a swelling sine": (0..<2000).map { exp(Float($0) / 200 - 10) * sin(Float($0) / 10) },
      "a single click": (0..<2000).map { $0 == 1990 ? 1 : 0 },
      "a square wave": (0..<2000).map { $0 / 50 % 2 == 0 ? 1 : -1 },
      "the edge of the band": (0..<2000).map { $0 % 2 == 0 ? 1 : -1 },
      "nearly nothing": noise.map { $0 * 1e-38 },
      "far too much": noise.map { $0 * 1e30 },
      "a ramp": (0..<2000).map { Float($0) / 2000 },
    ]
  }()

  @Test("never goes far beyond the loudest sample", arguments: wild.keys.sorted())
  func staysBounded(name: String) throws {
    let known = try #require(Self.wild[name])
    for count in [0, 1, 2, 3, 7, 10, 63, 200, 1000, known.count] {
      let past = Array(known.suffix(count))
      let peak = past.map(abs).max() ?? 0
      let next = LinearPrediction(after: past).next(4000)
      #expect(next.count == 4000)
      let isBounded = next.allSatisfy { abs($0) <= peak * 1.26 }
      #expect(isBounded, "after \(count) samples")
    }
  }
}
