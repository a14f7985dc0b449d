import Foundation
import Music
import Testing

@testable import Analysis

/// The steps from an onset curve to a grid, one by one.
@Suite struct BeatTests {
  @Test("beats are found at the tops of a curve, however long it is")
  func longCurve() throws {
    // Forty minutes at 128 beats a minute.
    let period = framesPerBeat(128)
    var curve = [Float](repeating: 0, count: Int(40 * 60 * OnsetSpectrum.framesPerSecond))
    for beat in stride(from: 20, to: Double(curve.count) - 2, by: period) {
      let (whole, part) = (Int(beat), Float(beat - beat.rounded(.down)))
      curve[whole] += 3 * (1 - part)
      curve[whole + 1] += 3 * part
    }
    let beats = BeatTracker.beats(in: curve, framesPerBeat: period)
    #expect(abs(beats.count - 5120) <= 2)
    let seconds = BeatTracker.refined(beats, in: curve).map { $0 / OnsetSpectrum.framesPerSecond }
    var fit = try #require(GridFit(beats: seconds, heights: beats.map { Double(curve[$0]) }))
    #expect(fit.isConstant)
    fit.snap()
    #expect(fit.period == 60 / 128.0)
    #expect(abs(fit.anchor - 20 / OnsetSpectrum.framesPerSecond) < 0.005)
  }

  @Test("a track of forty minutes has the tempo of its loop")
  func longTrack() throws {
    let minute = TempoSignal.pattern(
      bpm: 120, seconds: 16, kick: "x...x...x...x...", snare: "....x.......x...",
      hat: "..x...x...x...x.", first: 0
    ).spectrum().curves
    var curves = OnsetCurves()
    // Eight seconds of sound are 16 beats, repeated frame by frame without a gap.
    let frames = 8 * OnsetSpectrum.framesPerSecond
    let count = Int(40 * 60 * OnsetSpectrum.framesPerSecond)
    for frame in 0..<count {
      let index =
        4 * OnsetSpectrum.framesPerSecond
        + Double(frame).truncatingRemainder(dividingBy: frames)
      let at = min(minute.count - 1, Int(index.rounded()))
      curves.append(
        SIMD4(
          minute.values[0][at], minute.values[1][at], minute.values[2][at], minute.values[3][at]))
    }
    let found = try #require(TempoEstimator.estimate(curves))
    #expect(abs(found.bpm - 120) < 0.01)
    #expect(found.isConstant)
  }

  @Test("a straight line goes through beats though some are wrong")
  func robustFit() throws {
    var source = NoiseSource(seed: 3)
    let beats = (0..<120).map { (number: Int) -> Double in
      let error = number % 9 == 4 ? 0.09 : 0.004 * source.next()
      return 1 + 0.5 * Double(number) + error
    }
    let fit = try #require(GridFit(beats: beats, heights: beats.map { _ in 1 }))
    #expect(abs(fit.period - 0.5) < 1e-4)
    #expect(abs(fit.anchor - 1) < 0.002)
    #expect(fit.deviation < 0.004)
  }

  @Test("a tempo close to a whole number is taken to be one, another is not")
  func snapping() throws {
    for (bpm, expected) in [(124.01, 124.0), (123.7, 123.7), (123.497, 123.5)] {
      var source = NoiseSource(seed: 9)
      let beats = (0..<150).map { 0.7 + 60 / bpm * Double($0) + 0.01 * source.next() }
      var fit = try #require(GridFit(beats: beats, heights: beats.map { _ in 1 }))
      fit.snap()
      #expect(abs(60 / fit.period - expected) < 0.02)
      if expected != bpm { #expect(abs(60 / fit.period - expected) < 1e-9) }
    }
  }

  @Test("too few beats have no line")
  func tooFew() {
    #expect(GridFit(beats: [1, 2, 3], heights: [1, 1, 1]) == nil)
    #expect(GridFit(beats: [1, 2, 3, 4, 5], heights: [0, 0, 0, 0, 0]) == nil)
    #expect(GridFit(beats: [1, 1, 1, 1, 1, 1], heights: [1, 1, 1, 1, 1, 1]) == nil)
    #expect(BeatTracker.beats(in: [], framesPerBeat: 40).isEmpty)
  }

  @Test("a quantile lies between the values next to it")
  func quantiles() {
    #expect(quantile([4, 1, 3, 2], 0.5) == 2.5)
    #expect(quantile([1, 2, 3], 1) == 3)
    #expect(quantile([], 0.3) == 0)
  }

  @Test("a moving mean sees nothing beyond the ends")
  func means() {
    #expect(movingMean([3, 3, 3, 3], width: 3) == [2, 3, 3, 2])
    #expect(movingMean([6], width: 5) == [1.2])
    #expect(movingMean([], width: 5).isEmpty)
  }
}
