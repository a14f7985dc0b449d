import Analysis
import Foundation
import Music
import Testing

/// The signals of EBU Tech 3341 and 3342 with their required measurements.
@Suite("Loudness")
struct LoudnessTests {
  private func measure(
    _ signal: Signal, weights: [Double] = [1, 1]
  ) throws -> LoudnessMeasurement {
    let meter = try #require(LoudnessMeter(rate: signal.rate, weights: weights))
    signal.inBlocks { meter.consume($0, frames: $1) }
    return meter.measurement(truePeak: nil)
  }

  private func stereo(_ pieces: [(Double, Double)], rate: Int = 16_000) -> Signal {
    Signal(rate: rate, pieces.map { ($0.0, [$0.1, $0.1]) })
  }

  @Test(
    "a sine of 1 kHz in both channels is as loud as its peak",
    arguments: [8_000, 22_050, 44_100, 48_000, 96_000, 192_000], [-23.0, -33])
  func steady(rate: Int, level: Double) throws {
    let measured = try measure(stereo([(5, level)], rate: rate))
    #expect(abs(try #require(measured.integrated) - level) < 0.1)
  }

  /// Seconds and dBFS.
  typealias Piece = (Double, Double)

  static let gated: [[Piece]] = [
    [(10, -36), (60, -23), (10, -36)],
    [(10, -72), (10, -36), (60, -23), (10, -36), (10, -72)],
    [(20, -26), (20.1, -20), (20, -26)],
  ]

  @Test("quiet parts are gated out", arguments: gated)
  func gating(pieces: [Piece]) throws {
    let measured = try measure(stereo(pieces))
    #expect(abs(try #require(measured.integrated) + 23) < 0.1)
  }

  @Test("surround channels count half as much again")
  func surround() throws {
    let signal = Signal([(20, [-28, -28, -24, -30, -30])])
    let measured = try measure(signal, weights: [1, 1, 1, 1.41, 1.41])
    #expect(abs(try #require(measured.integrated) + 23) < 0.1)
  }

  @Test("one channel is 3 LU quieter than the same in two, and one of low frequencies is nothing")
  func fewerChannels() throws {
    let mono = try measure(Signal([(5, [-20])]), weights: [1])
    #expect(abs(try #require(mono.integrated) + 23.01) < 0.05)
    let low = try measure(Signal([(5, [-20, -10])]), weights: [1, 0])
    #expect(low.integrated == mono.integrated)
  }

  static let ranges: [([Piece], Double)] = [
    ([(20, -20), (20, -30)], 10),
    ([(20, -20), (20, -15)], 5),
    ([(20, -40), (20, -20)], 20),
    ([(20, -50), (20, -35), (20, -20), (20, -35), (20, -50)], 15),
  ]

  @Test("the loudness range is that of the levels in it", arguments: ranges)
  func range(pieces: [Piece], wanted: Double) throws {
    let measured = try measure(stereo(pieces))
    #expect(abs(try #require(measured.range) - wanted) < 1)
  }

  @Test("silence, and what is shorter than a block, has no loudness")
  func nothing() throws {
    let silent = try measure(
      Signal(rate: 44_100, planes: [[Float](repeating: 0, count: 90_000)]), weights: [1])
    #expect(silent.integrated == nil)
    #expect(silent.range == nil)
    #expect(try measure(stereo([(0.39, -20)])).integrated == nil)
    let second = try measure(stereo([(1, -20)]))
    #expect(abs(try #require(second.integrated) + 20) < 0.1)
    #expect(second.range == nil)
    #expect(LoudnessMeter(rate: 3000, weights: [1]) == nil)
  }

  @Test("silence behind sound leaves nothing that computing would slow down for")
  func traces() throws {
    let loud = stereo([(1, -10)])
    let silence = [Float](repeating: 0, count: 16_000 * 20)
    let whole = Signal(rate: 16_000, planes: loud.planes.map { $0 + silence })
    let meter = try #require(LoudnessMeter(rate: 16_000, weights: [1, 1]))
    whole.inBlocks { meter.consume($0, frames: $1) }
    #expect(meter.energies.count == 210)
    #expect(meter.energies.suffix(10).allSatisfy { $0 == 0 })
  }

  @Test("an album is as loud as all its blocks together, by their counts to 0.05 LU")
  func album() throws {
    var noise = Noise()
    var histograms: [LoudnessHistogram] = []
    var blocks: [Double] = []
    for level in [0.02, 0.3, 0.08, 0.001] as [Float] {
      // Loud and quiet in turns, so that blocks fall into many bins and some below the gate.
      let plane = (0..<16_000 * 12).map { frame in
        noise.next() * level * (0.02 + Float(frame % 40_000) / 40_000)
      }
      let meter = try #require(LoudnessMeter(rate: 16_000, weights: [1]))
      Signal(rate: 16_000, planes: [plane]).inBlocks { meter.consume($0, frames: $1) }
      let measured = meter.measurement(truePeak: nil)
      histograms.append(measured.blocks)
      let alone = try #require(LoudnessHistogram.integrated(of: [measured.blocks]))
      #expect(abs(alone - (try #require(measured.integrated))) < 0.05)
      for start in 0...(meter.energies.count - 4) {
        blocks.append(meter.energies[start..<start + 4].reduce(0, +) / 4)
      }
    }
    let loud = blocks.filter { LoudnessMeter.loudness(of: $0) >= -70 }
    let gate = loud.reduce(0, +) / Double(loud.count) / 10
    let louder = loud.filter { $0 >= gate }
    #expect(louder.count < loud.count && louder.count > loud.count / 10)
    let exact = LoudnessMeter.loudness(of: louder.reduce(0, +) / Double(louder.count))
    #expect(abs(try #require(LoudnessHistogram.integrated(of: histograms)) - exact) < 0.05)
    #expect(LoudnessHistogram.integrated(of: [LoudnessHistogram()]) == nil)
    #expect(LoudnessMeasurement.replayGain(ofLoudness: -23) == 5)
  }
}
