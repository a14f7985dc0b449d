import Foundation
import Glibc
import Music
import Synchronization
import Testing

@testable import Playback

/// Blocks the pulse thread once, as a busy machine would.
private final class Stall: Sendable {
  private let isDue = Atomic<Bool>(false)
  func order() { isDue.store(true, ordering: .relaxed) }
  func receive() {
    if isDue.exchange(false, ordering: .relaxed) { usleep(600_000) }
  }
}

@Suite("Player that is late", .serialized)
struct PulseUnderrunTests {
  @Test("when sound was handed over too late, the server is told to hold more, and none is lost")
  func late() async throws {
    let stall = Stall()
    let scene = try PulseScene { _ in stall.receive() }
    try await scene.server.start()
    try await scene.ready()
    let recording = try await Recording(of: scene.server)
    try await scene.playing()
    try await eventually("sound") { recording.frames.count > 20000 }
    let before = try await buffer(scene)
    #expect(scene.output.tally.underruns.load(ordering: .relaxed) == 0)
    try await hold(scene, stall)
    let reached = recording.frames.count
    try await eventually("sound") { recording.frames.count > reached + 40000 }
    try await eventually("a larger buffer") {
      // Absent until the server reports the latency.
      ((try? await buffer(scene)) ?? 0) > before * 1.5
    }
    // The server itself loses a few frames when it resumes.
    let frames = recording.frames
    #expect(zip(frames, frames.dropFirst()).allSatisfy { (1...100).contains($1 - $0) })
    #expect(scene.output.tally.underruns.load(ordering: .relaxed) == 1)
    await scene.player.shutDown()
  }

  /// Causes an underrun in the server by blocking the pulse thread.
  private func hold(_ scene: PulseScene, _ stall: Stall) async throws {
    let before = scene.output.tally.underruns.load(ordering: .relaxed)
    stall.order()
    let list = try await scene.server.control("list", "short", "sink-inputs")
    let index = try #require(list.split(separator: "\t").first.map(String.init))
    try await scene.server.control("set-sink-input-volume", index, "100%")
    await scene.player.setVolume(1)
    try await eventually("underrun") {
      scene.output.tally.underruns.load(ordering: .relaxed) > before
    }
  }

  @Test("of the last item, too, what follows an underrun is heard to its end")
  func lateInTheEnd() async throws {
    let stall = Stall()
    let scene = try PulseScene { _ in stall.receive() }
    try await scene.server.start()
    try await scene.ready()
    let recording = try await Recording(of: scene.server)
    // The whole item is decoded at once, and no other follows.
    let item = try await scene.sound.item(1, 0..<176_400)
    await scene.player.play(item, from: .zero, paused: false)
    await scene.player.setNext(nil)
    try await scene.advancing(from: 0)
    try await eventually("sound") { recording.frames.count > 20_000 }
    #expect(await scene.player.timeline.end != nil)
    try await hold(scene, stall)
    try await eventually("last frame") { recording.frames.last == 176_399 }
    let frames = recording.frames
    #expect(zip(frames, frames.dropFirst()).allSatisfy { (1...100).contains($1 - $0) })
    try await scene.log.waitForState("end") { $0.isStopped }
    #expect(scene.log.finished == [item.id])
    await scene.player.shutDown()
  }

  @Test("at another speed an underrun does not go back to what was heard long ago")
  func lateAtSpeed() async throws {
    let stall = Stall()
    let scene = try PulseScene { _ in stall.receive() }
    try await scene.server.start()
    try await scene.ready()
    try await scene.playing(at: 1.5, until: .seconds(5))
    let held = try #require(scene.log.states.last?.clock)
    let start = scene.log.reports.count
    let heard = held.position(at: .now)
    try await hold(scene, stall)
    let stood = try await scene.standing(from: start)
    #expect(try scene.position(stood) > heard - .milliseconds(300))
    let back = try await scene.advancing(from: stood)
    #expect(try scene.position(back) > heard - .milliseconds(300))
    await scene.player.shutDown()
  }

  /// The buffer latency of the stream, in microseconds.
  private func buffer(_ scene: PulseScene) async throws -> Double {
    let list = try await scene.server.control("list", "sink-inputs")
    let line = try #require(
      list.split(separator: "\n").first { $0.contains("Buffer Latency: ") })
    return try #require(line.split(separator: " ").dropLast().last.flatMap { Double($0) })
  }
}
