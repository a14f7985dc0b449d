import AudioServing
import Foundation
import Glibc
import Music
import Synchronization
import Testing

@testable import Playback

private final class Flag: Sendable { let isSet = Atomic(false) }

/// Network streams, as they are heard.
@Suite("Streams in playing", .serialized)
struct StreamPlayingTests {
  let sound: CodedSound
  let witness = FrameWitness()
  let player: Player
  let log: ReportLog

  init() throws {
    let witness = witness
    sound = try CodedSound()
    player = Player { NullOutput(ring: $0, report: $1, listener: { witness.hear($0) }) }
    log = ReportLog(player)
  }

  /// The bytes of a file of coded sound.
  private func coded(_ frames: Int) async throws -> [UInt8] {
    _ = try await sound.item(9, 0..<frames)
    return try sound.bytes(of: "9.flac")
  }

  private func end(from start: Int = 0) async throws {
    try await log.waitForState("end", from: start) { $0.isStopped }
  }

  @Test("a file on a server is heard bit for bit, and can be sought in")
  func file() async throws {
    let rendering = try Rendering()
    let bytes = try await coded(200_000)
    let server = try AudioServer { $0.serve(bytes, type: "audio/flac") }
    let item = sound.item(1, at: server.source("a.flac"))
    await rendering.player.play(item, from: .zero, paused: true)
    try await rendering.log.waitForState("paused") { $0.isPaused }
    await rendering.player.seek(to: .seconds(1))
    try await rendering.log.waitForState("sought") { $0.clock?.position == .seconds(1) }
    let duration = try #require(rendering.log.states.last?.clock?.duration)
    #expect(abs(duration.seconds - 200_000 / 44100.0) < 0.01)
    await rendering.player.resume()
    let heard = try await rendering.continuePlaying(with: [])
    let isWhole = heard.numbers == Array(44_100..<200_000)
    #expect(isWhole)
  }

  @Test("a connection that is lost is taken up again, and nothing of the file is lost")
  func drop() async throws {
    let rendering = try Rendering()
    let bytes = try await coded(300_000)
    let server = try AudioServer { connection in
      connection.serve(bytes, limit: connection.number <= 2 ? bytes.count / 2 : nil)
    }
    let heard = try await rendering.play([
      sound.item(1, at: server.source("a.flac")), try await sound.item(2, 300_000..<310_000),
    ])
    let isWhole = heard.numbers == Array(0..<310_000)
    #expect(isWhole)
    #expect(!rendering.log.reports.contains { if case .failed = $0 { true } else { false } })
  }

  @Test("a server that stops in the middle is waited for, and then it goes on")
  func stall() async throws {
    let bytes = try await coded(44_100 * 4)
    let mayGoOn = Flag()
    let server = try AudioServer { connection in
      guard connection.rangeStart ?? 0 == 0 else { return connection.serve(bytes) }
      let half = bytes.count * 5 / 10
      connection.serve(bytes, type: "audio/flac", limit: half)
      while !mayGoOn.isSet.load(ordering: .relaxed) { usleep(5_000) }
      connection.send(bytes[half...])
    }
    let item = sound.item(1, at: server.source("a.flac"))
    await player.play(item, from: .zero, paused: false)
    await player.setNext(nil)
    // The clock stops where all sent and decoded sound has been heard.
    try await log.wait(for: "buffering") { $0 == .buffering(item.id) }
    var held = Duration.zero
    try await eventually("a standstill at the last frame heard") {
      guard let clock = log.states.last?.clock, !clock.isAdvancing else { return false }
      held = clock.position
      return witness.frames > 0 && abs(held.seconds - Double(witness.frames) / 44100) < 0.02
    }
    let (dry, opened) = (log.reports.count, ContinuousClock.now)
    mayGoOn.isSet.store(true, ordering: .relaxed)
    let back = try await log.waitForState("sound", from: dry) { $0.clock?.isAdvancing == true }
    if case .state(.playing(_, let clock)) = log.reports[back] {
      let moved = (clock.position - held).seconds
      #expect(moved > -0.001 && moved < 0.001 + opened.duration(to: clock.at).seconds)
    }
    try await end(from: back)
    #expect(witness.frames == 44_100 * 4 && witness.breaks.isEmpty && witness.silent == 0)
    // To the listener, playback continues with the next frame.
    #expect(witness.jumps == 1 && witness.framesSinceJump == 44_100 * 4)
    #expect(log.reports.contains(.finished(item.id, heard: 1, reachedEnd: true)))
    await player.shutDown()
  }

  @Test("a station tells its titles, has no length and no other places, and is stopped at once")
  func station() async throws {
    let wave = try sound.wave(9, rising(44_100 * 12, rate: 44100))
    try await sound.encode("a.mp3", from: wave, ["-b:a", "128k"])
    let bytes = try sound.bytes(of: "a.mp3")
    let isLeft = Flag()
    let server = try AudioServer { connection in
      connection.send(
        head: "ICY 200 OK", "icy-name: Radio", "icy-metaint: 8000", "Content-Type: audio/mpeg")
      for (number, start) in stride(from: 0, to: bytes.count - 8000, by: 8000).enumerated() {
        guard connection.send(bytes[start..<start + 8000]) else { return }
        let title = number % 10 == 0 ? "StreamTitle='Song \(number / 10)';" : ""
        let length = (title.utf8.count + 15) / 16
        let block = [UInt8(length)] + Array(title.utf8)
        connection.send(block + [UInt8](repeating: 0, count: 1 + length * 16 - block.count))
      }
      // From here on the server sends nothing.
      connection.wait(seconds: 600)
      isLeft.isSet.store(true, ordering: .relaxed)
    }
    var item = sound.item(1, at: server.source("live"))
    item.duration = .seconds(100)
    await player.play(item, from: .seconds(30), paused: false)
    try await log.waitForState("playing") { $0.clock?.isAdvancing == true }
    let clock = try #require(log.states.last?.clock)
    #expect(clock.duration == nil && clock.position < .seconds(12))
    for number in 0...1 {
      try await log.wait(for: "title") { $0 == .streamTitle(item.id, "Song \(number)") }
    }
    let start = log.reports.count
    await player.seek(to: .seconds(50))
    try await eventually("sound") { witness.frames > 88_200 }
    // No jump and no change of state, except for underruns on a busy machine.
    try await eventually("no jump") {
      let late = log.reports.count { $0 == .buffering(item.id) }
      let lateSince = log.reports[start...].count { $0 == .buffering(item.id) }
      let states = log.reports[start...].count { if case .state = $0 { true } else { false } }
      return witness.jumps == 1 + late && states <= 2 * lateSince
    }
    // By now the decode thread waits for the server, which sends nothing more.
    try await Task.sleep(for: .milliseconds(300))
    let isLeftEarly = isLeft.isSet.load(ordering: .relaxed)
    #expect(!isLeftEarly)
    await player.stop()
    try await end()
    try await eventually("the server to be left") { isLeft.isSet.load(ordering: .relaxed) }
    let (heard, after) = (witness.frames, log.reports.count)
    await player.play(try await sound.item(2, 0..<22_050), from: .zero, paused: false)
    await player.setNext(nil)
    try await end(from: after)
    #expect(witness.frames == heard + 22_050)
    await player.shutDown()
  }

  @Test("what a server refuses with is said, and the player goes on with another item")
  func refused() async throws {
    let server = try AudioServer { $0.send(head: "HTTP/1.1 404 No", "Content-Length: 0") }
    let gone = sound.item(1, at: server.source("a.mp3"))
    await player.play(gone, from: .zero, paused: false)
    let failed = try await log.wait(for: "fault") {
      $0 == .failed(gone.id, reason: "the server has no such stream (404)")
    }
    try await end(from: failed)
    await player.play(try await sound.item(2, 0..<4_410), from: .zero, paused: false)
    let asked = try await log.wait(for: "question", from: failed) {
      if case .wantsNext = $0 { true } else { false }
    }
    await player.setNext(gone)
    let again = try await log.wait(for: "fault", from: asked) {
      $0 == .failed(gone.id, reason: "the server has no such stream (404)")
    }
    try await end(from: again)
    #expect(witness.frames == 4_410)
    await player.shutDown()
  }
}
