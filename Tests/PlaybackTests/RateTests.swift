import Foundation
import Music
import Testing

@testable import Playback

/// Items whose rate differs from the output's.
@Suite("Rates that differ", .serialized)
struct RateTests {
  private func sine(_ frames: Range<Int>, rate: Int) -> [Int16] {
    frames.map { Int16((16_000 * sin(2 * .pi * 997 * Double($0) / Double(rate))).rounded()) }
  }

  /// The level of the loudest 64 frames of `heard` without its 997 Hz sine, in dBFS.
  private func residual(_ heard: ArraySlice<Float>, rate: Double) -> Double {
    let angles = heard.indices.map { 2 * .pi * 997 * Double($0) / rate }
    var (ss, sc, cc, ys, yc) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (angle, value) in zip(angles, heard) {
      let (s, c, y) = (sin(angle), cos(angle), Double(value))
      ss += s * s
      sc += s * c
      cc += c * c
      ys += y * s
      yc += y * c
    }
    let whole = ss * cc - sc * sc
    let (a, b) = ((ys * cc - yc * sc) / whole, (yc * ss - ys * sc) / whole)
    let rest = zip(angles, heard).map { Double($1) - a * sin($0) - b * cos($0) }
    let powers = stride(from: 0, to: rest.count - 64, by: 32).map { start in
      rest[start..<start + 64].reduce(0) { $0 + $1 * $1 } / 64
    }
    return 10 * log10(powers.max() ?? 1)
  }

  private func maximumSilence(_ heard: ArraySlice<Float>) -> Int {
    heard.split(whereSeparator: { $0 != 0 }).map(\.count).max() ?? 0
  }

  /// Two halves of a sine at 44.1 kHz.
  private func halves(_ sound: CodedSound) throws -> [PlayItem] {
    [
      try sound.wave(11, sine(0..<60_011, rate: 44100)),
      try sound.wave(12, sine(60_011..<120_000, rate: 44100)),
    ]
  }

  @Test("halves of a sine join without a click at another rate")
  func rendered() async throws {
    let rendering = try Rendering()
    let lead = try rendering.sound.wave(1, sine(0..<9_600, rate: 48000), rate: 48000)
    let heard = try await rendering.play([lead] + halves(rendering.sound)).left
    #expect(abs(heard.count - 9_600 - 130_612) <= 1)
    let join = 9_600 + 60_011 * 48_000 / 44_100
    #expect(residual(heard[join - 9_000..<join + 9_000], rate: 48000) < -90)
    #expect(maximumSilence(heard[...]) <= 1)
  }

  @Test(
    "parts of a sine at different rates are written as one sine",
    arguments: [
      [(44100, 44_247), (48000, 40_000)], [(48000, 30_000), (44100, 44_247), (48000, 30_000)],
      [(44100, 30_011), (96000, 96_000), (44100, 30_011)], [(44100, 30_011), (48000, 48_000)],
      [(48000, 20_000), (44100, 6_000), (88200, 70_560), (44100, 26_487), (48000, 20_000)],
    ])
  func changesOfRate(_ parts: [(rate: Int, frames: Int)]) async throws {
    let rendering = try Rendering()
    let output = parts[0].rate
    var items: [PlayItem] = []
    var (time, joins) = (0.0, [Int]())
    for (index, part) in parts.enumerated() {
      // Each part starts at a time that need not be one of its own frames.
      let samples = (0..<part.frames).map { frame in
        let angle = 2 * .pi * 997 * (time + Double(frame) / Double(part.rate))
        return Int16((16_000 * sin(angle)).rounded())
      }
      items.append(try rendering.sound.wave(Int64(index + 1), samples, rate: part.rate))
      time += Double(part.frames) / Double(part.rate)
      joins.append(Int((time * Double(output)).rounded()))
    }
    let heard = try await rendering.play(items).left
    #expect(heard.count == joins.last)
    #expect(residual(heard[...], rate: Double(output)) < -90)
    for join in joins.dropLast() {
      let around = max(0, join - output / 10)..<min(heard.count, join + output / 10)
      #expect(residual(heard[around], rate: Double(output)) < -90)
    }
  }

  @Test("short items join without a click at another rate, each named when it is asked for")
  func namedLate() async throws {
    let lengths = [0.6, 0.9, 0.7, 0.8].map { Int($0 * 44100) + 7 }
    let heard = try await played { sound in
      var end = 0
      return try lengths.enumerated().map { index, length in
        end += length
        return try sound.wave(Int64(index + 1), sine(end - length..<end, rate: 44100))
      }
    }
    #expect(abs(heard.count - lengths.reduce(0, +) * 160 / 147) < 20)
    #expect(residual(heard[20..<heard.count - 20], rate: 48000) < -90)
    #expect(maximumSilence(heard[...]) <= 1)
  }

  /// Plays items on a sink at 48 kHz; returns the recording from its first sound to its last.
  private func played(_ make: (CodedSound) throws -> [PlayItem]) async throws -> [Float] {
    let scene = try PulseScene()
    try await scene.server.start(modules: [PulseServer.sink(rate: 48000)])
    try await scene.ready()
    let recording = try await Recording(of: scene.server, rate: 48000, keepsSound: true)
    let items = try make(scene.sound)
    await scene.player.play(items[0], from: .zero, paused: false)
    for (index, item) in items.enumerated() {
      try await scene.log.wait(for: "question") { $0 == .wantsNext(after: item.id) }
      await scene.player.setNext(index + 1 < items.count ? items[index + 1] : nil, after: item.id)
    }
    try await scene.log.waitForState("end") { $0.isStopped }
    try await eventually("silence") { recording.samples.suffix(4_800).allSatisfy { $0 == .zero } }
    await scene.player.shutDown()
    let samples = recording.samples.left
    let first = try #require(samples.firstIndex { $0 != 0 })
    let last = try #require(samples.lastIndex { $0 != 0 })
    return Array(samples[first...last])
  }

  @Test("halves of a sine join without a click on a sink of another rate")
  func sink() async throws {
    let heard = try await played { try halves($0) }
    #expect(abs(heard.count - 130_612) < 20)
    #expect(residual(heard[55_000..<75_000], rate: 48000) < -90)
    #expect(maximumSilence(heard[...]) <= 1)
  }

  /// The rate of the one stream in the server, in Hz.
  private func streamRate(_ scene: PulseScene) async throws -> String? {
    let list = try await scene.server.control("list", "sink-inputs")
    return list.split(separator: "\n").first { $0.contains("Sample Specification") }?
      .split(separator: " ").last.map(String.init)
  }

  @Test("a sink of another rate is played to at its own rate once nothing plays")
  func otherSink() async throws {
    let scene = try PulseScene()
    try await scene.server.start(
      modules: [PulseServer.sink(), PulseServer.sink("other", rate: 96000)])
    try await scene.server.control("set-default-sink", "test")
    try await scene.ready("The-test")
    let item = try scene.sound.wave(1, sine(0..<60_011, rate: 44100))
    await scene.player.play(try await scene.sound.item(2, 0..<882_000), from: .zero, paused: false)
    try await scene.advancing(from: 0)
    #expect(try await streamRate(scene) == "44100Hz")
    var start = scene.log.reports.count
    try await scene.server.control("set-default-sink", "other")
    try await scene.ready("The-other", from: start)
    await scene.player.pause()
    try await scene.log.waitForState("paused", from: start) { $0.isPaused }
    #expect(try await streamRate(scene) == "44100Hz")
    start = scene.log.reports.count
    await scene.player.stop()
    try await scene.ready("The-other", from: start)
    #expect(try await streamRate(scene) == "96000Hz")
    let recording = try await Recording(
      of: scene.server, sink: "other", rate: 96000, keepsSound: true)
    start = scene.log.reports.count
    await scene.player.play(item, from: .zero, paused: false)
    await scene.player.setNext(nil)
    try await scene.log.waitForState("end", from: start) { $0.isStopped }
    try await eventually("silence") { recording.samples.suffix(9_600).allSatisfy { $0 == .zero } }
    #expect(try await streamRate(scene) == "96000Hz")
    let samples = recording.samples.left
    let first = try #require(samples.firstIndex { $0 != 0 })
    let last = try #require(samples.lastIndex { $0 != 0 })
    let heard = Array(samples[first...last])
    #expect(abs(heard.count - 60_011 * 320 / 147) < 40)
    #expect(residual(heard[200..<heard.count - 200], rate: 96000) < -90)
    await scene.player.shutDown()
  }

  @Test("what is begun while the output changes its rate goes on at the new one, where it was")
  func begunMeanwhile() async throws {
    let sound = try CodedSound()
    let (player, output) = try ScriptedOutput.withPlayer()
    let log = ReportLog(player)
    let item = try await sound.item(1, 0..<441_000)
    output.report(.reopening)
    await player.play(item, from: .seconds(2), paused: false)
    try await log.waitForState("standing") { $0.clock?.isAdvancing == false }
    output.report(.ready(rate: 96000, description: "here"))
    try await eventually("jump") { output.jump != nil }
    output.tick(96_000)
    let landed = try await log.waitForState("sound") { $0.clock?.isAdvancing == true }
    guard case .state(let state) = log.reports[landed] else { return }
    #expect(state.item == item.id && state.clock?.position == .seconds(3))
    #expect(!log.reports.contains { if case .output(.unavailable) = $0 { true } else { false } })
    await player.shutDown()
  }

  @Test("files of 44.1, 48 and 96 kHz follow each other on one sink without a silent frame")
  func changes() async throws {
    let heard = try await played { sound in
      try [(1, 44100), (2, 48000), (3, 96000)].map { (id: Int64, rate: Int) in
        try sound.wave(id, [Int16](repeating: 8_000, count: rate), rate: rate)
      }
    }
    #expect(abs(heard.count - 144_000) <= 20)
    let isLoud = heard[20..<heard.count - 20].allSatisfy { $0 > 0.1 }
    #expect(isLoud)
  }
}
