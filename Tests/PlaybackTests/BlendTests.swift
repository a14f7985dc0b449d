import Foundation
import Music
import Testing

@testable import Playback

/// Another item in place of the one that is heard, as A and B are compared.
@Suite("Sound that gives way to other sound", .serialized)
struct BlendTests {
  private static let rate = 44100

  /// Samples of a tone at half of full scale.
  private static func tone(_ frequency: Double, seconds: Double) -> [Int16] {
    (0..<Int(seconds * Double(rate))).map {
      Int16(16_384 * sin(2 * .pi * frequency * Double($0) / Double(rate)))
    }
  }

  /// The quietest 5 ms in decibels of the mean, and the greatest step between two samples.
  private static func measures(_ samples: some Collection<Float>) -> (least: Double, step: Float) {
    let samples = Array(samples)
    func power(_ part: ArraySlice<Float>) -> Double {
      part.reduce(0) { $0 + Double($1 * $1) } / Double(part.count)
    }
    let window = rate / 200
    let starts = stride(from: 0, to: samples.count - window, by: window / 5)
    let least = starts.map { power(samples[$0..<$0 + window]) }.min() ?? 0
    let step = zip(samples, samples.dropFirst()).map { abs($0 - $1) }.max() ?? 0
    return (10 * log10(least / power(samples[...])), step)
  }

  @Test("A and B take turns without a gap and without a click")
  func turns() async throws {
    let (sound, server) = (try CodedSound(), try PulseServer())
    let address = server.address
    let player = Player { PulseOutput(server: address, ring: $0, report: $1) }
    let log = ReportLog(player)
    try await server.start()
    try await log.wait(for: "output") { if case .output(.ready) = $0 { true } else { false } }
    let recording = try await Recording(of: server, keepsSound: true)
    let a = try sound.wave(1, BlendTests.tone(441, seconds: 20))
    let b = try sound.wave(2, BlendTests.tone(587.33, seconds: 20))
    await player.play(a, from: .zero, paused: false)
    await player.setNext(nil)
    try await log.waitForState("sound") { $0.clock?.isAdvancing == true }
    for turn in 1...8 {
      // At another phase each time.
      try await Task.sleep(for: .milliseconds(317 + turn))
      let start = log.reports.count
      await player.play(turn % 2 == 1 ? b : a, from: .seconds(turn), paused: false)
      await player.setNext(nil)
      try await log.waitForState("turn \(turn)", from: start) { $0.clock?.isAdvancing == true }
    }
    try await Task.sleep(for: .milliseconds(300))
    let samples = recording.samples.map(\.x)
    let first = try #require(samples.firstIndex { $0 != 0 })
    let last = try #require(samples.lastIndex { $0 != 0 })
    #expect(last - first > 2 * BlendTests.rate)
    let (least, step) = BlendTests.measures(samples[first...last])
    #expect(least > -30, "\(least) dB")
    // The greatest step of the higher tone, and some more where both are heard.
    #expect(step < 0.055, "\(step)")
    await player.shutDown()
  }

  @Test("old sound fades out under the fade-in of the new one, and their gains add up to 1")
  func gains() {
    let ring = Ring()
    ringAppend(ring.memory, [Float](repeating: 0.25, count: 2 * 20_000), 20_000)
    var session = RenderSession(ring: ring.memory, isRealTime: true)
    session.setRate(BlendTests.rate)
    let isMade = session.jump(to: 5_000, serial: 1)
    session.fadeOut { _ in SIMD2(0.25, -0.25) }
    var heard: [Float] = []
    // In pieces, as a server asks for them.
    for frames in [100, 7, 500, 393] {
      withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * frames) {
        // because a buffer with a capacity has a base address
        let got = session.render($0.baseAddress!, frames)
        heard += $0.prefix(2 * got)
      }
    }
    let (left, right) = (
      stride(from: 0, to: 2_000, by: 2).map { heard[$0] },
      stride(from: 1, to: 2_000, by: 2).map { heard[$0] }
    )
    #expect(isMade && left.allSatisfy { abs($0 - 0.25) < 1e-6 })
    let length = RenderState.entryFrames(rate: BlendTests.rate)
    let rising = right.indices.map { min(0.25, -0.25 + 0.5 * Float($0 + 1) / Float(length)) }
    #expect(zip(right, rising).allSatisfy { abs($0 - $1) < 1e-5 })
    let isMadeAgain = session.jump(to: 9_000, serial: 2)
    let next = withUnsafeTemporaryAllocation(of: Float.self, capacity: 2) {
      // because a buffer with a capacity has a base address
      _ = session.render($0.baseAddress!, 1)
      return $0[0]
    }
    // A fade that was cut short does not go on behind the next jump.
    #expect(isMadeAgain && next < 0.001)
  }

  @Test("a switch that is followed by a pause or another switch at once ends where the last one is")
  func inARow() async throws {
    let (sound, server) = (try CodedSound(), try PulseServer())
    let address = server.address
    let player = Player { PulseOutput(server: address, ring: $0, report: $1) }
    let log = ReportLog(player)
    try await server.start()
    try await log.wait(for: "output") { if case .output(.ready) = $0 { true } else { false } }
    let recording = try await Recording(of: server)
    let items = [
      try await sound.item(1, 0..<441_000), try await sound.item(2, 1_000_000..<1_441_000),
    ]
    await player.play(items[0], from: .zero, paused: false)
    await player.setNext(nil)
    try await log.waitForState("sound") { $0.clock?.isAdvancing == true }
    for turn in 1...5 {
      await player.play(items[turn % 2], from: .seconds(turn), paused: false)
      await player.setNext(nil)
    }
    let last = 1_000_000 + 5 * 44_100 + 9_000
    try await eventually("last switch") { recording.numbers.contains(last) }
    let start = log.reports.count
    await player.play(items[0], from: .seconds(7), paused: false)
    await player.setNext(nil)
    await player.pause()
    try await log.waitForState("pause", from: start) {
      if case .paused(let id, let clock) = $0 {
        id == items[0].id && clock.position >= .seconds(7)
      } else {
        false
      }
    }
    await player.resume()
    try await eventually("sound again") { recording.numbers.contains(7 * 44_100 + 9_000) }
    await player.shutDown()
  }
}
