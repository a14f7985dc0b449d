import Foundation
import Music
import Testing

@testable import Analysis

/// Detected tempos of sound with a known tempo.
@Suite struct TempoTests {
  @Test("clicks are found to a twentieth of a beat a minute", arguments: [60, 87, 100.5, 128, 174])
  func clicks(bpm: Double) throws {
    let signal = TempoSignal.clicks(bpm: bpm, seconds: 24)
    let found = try #require(TempoEstimator.estimate(signal.spectrum()))
    #expect(abs(found.bpm - bpm) < 0.05)
    #expect(found.isConstant)
    let truth = Array(stride(from: 0.3, to: 23.9, by: 60 / bpm))
    let beats = found.grid.beats(in: 0.2..<23.9)
    #expect(beats.count == truth.count)
    for (beat, time) in zip(beats, truth) { #expect(abs(beat - time) < 0.005) }
  }

  @Test("a tempo that is no round number stays as it is")
  func oddTempo() throws {
    let found = try #require(
      TempoEstimator.estimate(TempoSignal.clicks(bpm: 123.3, seconds: 40).spectrum()))
    #expect(abs(found.bpm - 123.3) < 0.05)
  }

  @Test("kick on every beat and a hat between gives the kick's tempo and place")
  func fourOnTheFloor() throws {
    let signal = TempoSignal.pattern(
      bpm: 124, seconds: 30, kick: "x...x...x...x...", snare: "....x.......x...",
      hat: "..x...x...x...x.")
    try expect(signal, bpm: 124, first: 0.2)
  }

  @Test("slow beats with hats twice as fast are not doubled")
  func notDoubled() throws {
    let signal = TempoSignal.pattern(
      bpm: 88, seconds: 40, kick: "x......x..x.....", snare: "....x.......x...",
      hat: "x.x.x.x.x.x.x.x.")
    try expect(signal, bpm: 88, first: 0.2)
  }

  @Test("fast beats with a snare on every other one are not halved")
  func notHalved() throws {
    let signal = TempoSignal.pattern(
      bpm: 174, seconds: 30, kick: "x.........x.....", snare: "....x.......x...",
      hat: "x.x.x.x.x.x.x.x.")
    try expect(signal, bpm: 174, first: 0.2)
  }

  @Test("beats are where the drums are, though what lies between is louder")
  func loudOffBeat() throws {
    var signal = TempoSignal.pattern(
      bpm: 112, seconds: 40, kick: "x...x...x...x...", snare: "....x.......x...")
    for time in stride(from: 0.2 + 30 / 112.0, to: 39.5, by: 60 / 112.0) {
      signal.hat(at: time, level: 0.5)
    }
    try expect(signal, bpm: 112, first: 0.2)
  }

  private func expect(
    _ signal: TempoSignal, bpm: Double, first: Double,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try #require(TempoEstimator.estimate(signal.spectrum()), sourceLocation: location)
    #expect(abs(found.bpm - bpm) < 0.05, sourceLocation: location)
    let beats = found.grid.beats(in: 2..<(signal.seconds - 2))
    #expect(beats.count > 10, sourceLocation: location)
    for beat in beats {
      let number = ((beat - first) * bpm / 60).rounded()
      #expect(abs(beat - first - number * 60 / bpm) < 0.02, sourceLocation: location)
    }
  }

  @Test("beats follow a tempo that drifts, which is not called constant")
  func drift() throws {
    var signal = TempoSignal(seconds: 60)
    var times = [0.3]
    while let last = times.last, last < 59 {
      let factor = 1 + 0.03 * sin(2 * Double.pi * last / 30)
      times.append(last + 60 / (118 * factor))
    }
    for time in times { signal.click(at: time) }
    let found = try #require(TempoEstimator.estimate(signal.spectrum()))
    #expect(!found.isConstant)
    #expect(abs(found.bpm - 118) < 1.5)
    let beats = found.grid.beats(in: 1..<58)
    let followed = beats.filter { beat in times.contains { abs($0 - beat) < 0.01 } }
    #expect(followed.count >= 105)
    #expect(followed.count == beats.count)
  }

  @Test("a track whose accents move to the off-beat for a while keeps one grid")
  func accentsThatMove() throws {
    var signal = TempoSignal(seconds: 60)
    let step = 30 / 126.0
    for (number, time) in stride(from: 0.25, to: 59.5, by: step).enumerated() {
      let isMoved = (20.0..<32).contains(time)
      if number.isMultiple(of: 2) != isMoved { signal.kick(at: time) }
      if number.isMultiple(of: 2) == isMoved { signal.hat(at: time) }
    }
    let found = try #require(TempoEstimator.estimate(signal.spectrum()))
    #expect(found.isConstant)
    #expect(abs(found.bpm - 126) < 0.05)
  }

  @Test("the same music 40 dB quieter has the same tempo and beats")
  func levels() throws {
    var signal = TempoSignal.pattern(
      bpm: 121, seconds: 30, kick: "x...x...x.x.x...", snare: "....x.......x...",
      hat: "x.x.x.x.x.x.x.x.")
    let loud = try #require(TempoEstimator.estimate(signal.spectrum()))
    signal.scale(by: 0.01)
    let quiet = try #require(TempoEstimator.estimate(signal.spectrum()))
    #expect(abs(loud.bpm - quiet.bpm) < 0.001)
    #expect(abs(loud.confidence - quiet.confidence) < 0.01)
    for (one, other) in zip(loud.grid.beats(in: 0..<30), quiet.grid.beats(in: 0..<30)) {
      #expect(abs(one - other) < 0.001)
    }
  }

  @Test("the other tempo it may be is told, as exact as the first")
  func alternatives() throws {
    let signal = TempoSignal.pattern(
      bpm: 88, seconds: 40, kick: "x......x..x.....", snare: "....x.......x...",
      hat: "x.x.x.x.x.x.x.x.")
    let found = try #require(TempoEstimator.estimate(signal.spectrum()))
    let alternative = try #require(found.alternative)
    let simple: [Double] = [0.5, 2, 1.5, 2 / 3, 4 / 3, 0.75]
    #expect(simple.contains { abs(alternative / 88 - $0) < 0.002 })
    #expect((0...1).contains(found.confidence))
  }
}
