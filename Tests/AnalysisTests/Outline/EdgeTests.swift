import Analysis
import Foundation
import Music
import Testing

@Suite("Edges of sound")
struct EdgeTests {
  private func edges(_ signal: Signal) throws -> SoundEdges? {
    let meter = EdgeMeter(rate: signal.rate, channels: signal.planes.count)
    let loudness = try #require(
      LoudnessMeter(rate: signal.rate, weights: signal.planes.map { _ in 1 }))
    signal.inBlocks {
      meter.consume($0, frames: $1)
      loudness.consume($0, frames: $1)
    }
    return meter.edges(
      tenths: loudness.energies,
      integrated: loudness.measurement(truePeak: nil).integrated)
  }

  private func isNear(_ time: Duration?, _ seconds: Double, _ slack: Double = 0.006) -> Bool {
    time.map { abs($0 / .seconds(1) - seconds) <= slack } ?? false
  }

  /// A tone of 500 Hz with an envelope over time in seconds.
  private func shaped(
    rate: Int = 44_100, seconds: Double, _ peak: (Double) -> Double
  ) -> [Float] {
    (0..<Int(seconds * Double(rate))).map { frame in
      let time = Double(frame) / Double(rate)
      return Float(peak(time) * cos(2 * .pi * 500 * time))
    }
  }

  @Test("silence at both ends is found to 5 ms", arguments: [8_000, 44_100, 48_000, 192_000])
  func silence(rate: Int) throws {
    let plane = shaped(rate: rate, seconds: 6) { (1.234..<4.5).contains($0) ? 0.3 : 0 }
    let found = try #require(try edges(Signal(rate: rate, planes: [plane, plane])))
    #expect(isNear(found.start, 1.234))
    #expect(isNear(found.end, 4.5))
    #expect(found.audibleStart == found.start)
    #expect(found.fadeOut == nil)
  }

  @Test("sound in one channel alone, or against the other, is sound")
  func channels() throws {
    let plane = shaped(seconds: 3) { $0 >= 1 ? 0.3 : 0 }
    let silent = plane.map { _ in Float(0) }
    for other in [silent, plane.map { -$0 }] {
      let found = try #require(try edges(Signal(rate: 44_100, planes: [plane, other])))
      #expect(isNear(found.start, 1))
    }
  }

  @Test("what is heard in a room begins behind what can be measured")
  func audible() throws {
    let plane = shaped(seconds: 6) {
      $0 < 1 ? 0 : $0 < 2 ? 0.002 : $0 < 4 ? 0.4 : $0 < 5 ? 0.002 : 0
    }
    let found = try #require(try edges(Signal(rate: 44_100, planes: [plane])))
    #expect(isNear(found.start, 1))
    #expect(isNear(found.audibleStart, 2))
    #expect(isNear(found.audibleEnd, 4))
    #expect(isNear(found.end, 5))
  }

  @Test("the noise of a recording is not sound, and loud music from end to end is not noise")
  func noise() throws {
    var noise = Noise()
    let plane = shaped(seconds: 8) { (2..<7).contains($0) ? 0.3 : 0 }
      .map { $0 + noise.next() * 0.006 }
    let found = try #require(try edges(Signal(rate: 44_100, planes: [plane])))
    #expect(isNear(found.start, 2))
    #expect(isNear(found.end, 7))
    let loud = shaped(seconds: 8) { $0 < 1 ? 0.05 : 0.5 }
    let whole = try #require(try edges(Signal(rate: 44_100, planes: [loud])))
    #expect(isNear(whole.start, 0))
    #expect(isNear(whole.end, 8))
  }

  @Test(
    "a tail that dies away is sound down to -60 dBFS, however long it takes", arguments: [0.3, 2.5])
  func tail(seconds: Double) throws {
    // A decay of 60 dB in `seconds` from -6 dBFS on: 54 dB of it are measurable.
    let plane = shaped(seconds: 8) {
      $0 < 1 ? 0 : 0.5 * pow(10, -max(0, $0 - 3) * 3 / seconds)
    }
    let found = try #require(try edges(Signal(rate: 44_100, planes: [plane])))
    #expect(isNear(found.start, 1))
    #expect(isNear(found.end, 3 + seconds * log10(0.5 / 0.001) / 3, 0.01))
  }

  @Test("music that fades in and out ends where it is below -60 dBFS")
  func fades() throws {
    // 10 dB a second, up and down, equally soft at both ends.
    let plane = shaped(seconds: 20) { 0.5 * pow(10, -max(0, 7 - $0, $0 - 13) / 2) }
    let found = try #require(try edges(Signal(rate: 44_100, planes: [plane])))
    let reach = 2 * log10(0.5 / 0.001)
    #expect(isNear(found.start, 7 - reach, 0.01))
    #expect(isNear(found.end, 13 + reach, 0.01))
  }

  @Test("soft music in front of the loud is no noise, nor is hiss that stands at one end alone")
  func softMusic() throws {
    let soft = shaped(seconds: 8) { $0 < 2 ? 0.005 : $0 < 6 ? 0.4 : 0 }
    let found = try #require(try edges(Signal(rate: 44_100, planes: [soft])))
    #expect(isNear(found.start, 0))
    #expect(isNear(found.end, 6))
    var noise = Noise()
    let hiss = shaped(seconds: 8) { $0 < 6 ? 0.4 : 0 }.enumerated()
      .map { $0.offset < 7 * 44_100 ? $0.element + noise.next() * 0.006 : 0 }
    #expect(isNear(try edges(Signal(rate: 44_100, planes: [hiss]))?.end, 7))
  }

  @Test("in tape hiss a fade ends where it sinks into the hiss")
  func hiss() throws {
    var noise = Noise()
    let plane = shaped(seconds: 20) { $0 < 1 ? 0 : 0.5 * pow(10, -max(0, $0 - 10) / 2) }
      .map { $0 + noise.next() * 0.004 }
    let found = try #require(try edges(Signal(rate: 44_100, planes: [plane])))
    #expect(isNear(found.start, 1))
    // The level of music and hiss together is twice that of the hiss.
    #expect(isNear(found.end, 10 + 2 * log10(0.5 / 0.004), 0.15))
  }

  @Test("the surface of a record, its rumble and its clicks, is not sound")
  func record() throws {
    var noise = Noise()
    let rate = 44_100
    var plane = shaped(seconds: 12) { (3..<9).contains($0) ? 0.3 : 0 }.enumerated().map {
      $0.element + noise.next() * 0.003
        + 0.003 * Float(sin(2 * .pi * 25 * Double($0.offset) / Double(rate)))
    }
    // A click of a millisecond every 0.37 s, and two close to each other.
    for time in Array(stride(from: 0.31, to: 12, by: 0.37)) + [1.5, 1.512] {
      for frame in Int(time * Double(rate))..<Int((time + 0.001) * Double(rate)) {
        plane[frame] += 0.2
      }
    }
    let found = try #require(try edges(Signal(rate: rate, planes: [plane])))
    #expect(isNear(found.start, 3))
    #expect(isNear(found.end, 9))
  }

  @Test("a bass that swings further to one side hides nothing of what dies away")
  func asymmetry() throws {
    // The mean is 0.05, and silence is at 0.
    let plane = shaped(seconds: 6) {
      $0 < 1 ? 0 : 0.5 * pow(10, -max(0, $0 - 3) * 1.5)
    }.map { abs($0) }
    let found = try #require(try edges(Signal(rate: 44_100, planes: [plane])))
    #expect(isNear(found.start, 1))
    #expect(isNear(found.end, 3 + log10(0.5 / 0.001) / 1.5, 0.01))
  }

  @Test("a fade begins where it is 10 LU below the track, and a short tail is none")
  func fade() throws {
    // 1 dB a second from 10 s on, to zero at the end.
    let plane = shaped(seconds: 30) { 0.5 * pow(10, -max(0, $0 - 10) / 20) }
    let found = try #require(try edges(Signal(rate: 44_100, planes: [plane])))
    let loudness = try #require(LoudnessMeter(rate: 44_100, weights: [1]))
    Signal(rate: 44_100, planes: [plane]).inBlocks { loudness.consume($0, frames: $1) }
    let integrated = try #require(loudness.measurement(truePeak: nil).integrated)
    let full = LoudnessMeter.loudness(of: loudness.energies[50])
    #expect(isNear(found.fadeOut, 10 + full - integrated + 10, 0.15))
    let tail = shaped(seconds: 10) { $0 < 9.3 ? 0.5 : 0.5 * pow(10, -($0 - 9.3) * 2) }
    #expect(try edges(Signal(rate: 44_100, planes: [tail]))?.fadeOut == nil)
  }

  @Test("digital silence and a constant have no edges, and an offset does not hide any")
  func constants() throws {
    #expect(try edges(Signal(rate: 44_100, planes: [[Float](repeating: 0, count: 50_000)])) == nil)
    #expect(
      try edges(Signal(rate: 44_100, planes: [[Float](repeating: 0.5, count: 50_000)])) == nil)
    #expect(try edges(Signal(rate: 44_100, planes: [[]])) == nil)
    let plane = shaped(seconds: 4) { (1..<3).contains($0) ? 0.3 : 0 }.map { $0 + 0.02 }
    let found = try #require(try edges(Signal(rate: 44_100, planes: [plane])))
    #expect(isNear(found.start, 1))
    #expect(isNear(found.end, 3))
  }
}
