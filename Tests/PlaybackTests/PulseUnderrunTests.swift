import Foundation
import Glibc
import Music
import Synchronization
import Testing

@testable import Playback

/// Holds up the pulse thread once, as a busy machine would.
private final class Stall: Sendable {
  private let isDue = Atomic<Bool>(false)
  func order() { isDue.store(true, ordering: .relaxed) }
  func take() {
    if isDue.exchange(false, ordering: .relaxed) { usleep(600_000) }
  }
}

@Suite("Player that is late", .serialized)
struct PulseUnderrunTests {
  @Test("when sound was handed over too late, the server is told to hold more, and none is lost")
  func late() async throws {
    let stall = Stall()
    let scene = try PulseScene { _ in stall.take() }
    try await scene.server.start()
    try await scene.ready()
    let recording = try await Recording(of: scene.server)
    try await scene.playing()
    try await eventually("sound") { recording.frames.count > 20000 }
    let before = try await buffer(scene)
    #expect(scene.output.tally.underruns.load(ordering: .relaxed) == 0)
    stall.order()
    let list = try await scene.server.control("list", "short", "sink-inputs")
    let index = try #require(list.split(separator: "\t").first.map(String.init))
    try await scene.server.control("set-sink-input-volume", index, "100%")
    await scene.player.setVolume(1)
    try await eventually("underrun") { scene.output.tally.underruns.load(ordering: .relaxed) > 0 }
    let reached = recording.frames.count
    try await eventually("sound") { recording.frames.count > reached + 40000 }
    try await eventually("a larger buffer") {
      // Absent where the server says nothing of it yet.
      ((try? await buffer(scene)) ?? 0) > before * 1.5
    }
    // The server itself loses a few frames where it goes on.
    let frames = recording.frames
    #expect(zip(frames, frames.dropFirst()).allSatisfy { (1...100).contains($1 - $0) })
    #expect(scene.output.tally.underruns.load(ordering: .relaxed) == 1)
    await scene.player.shutDown()
  }

  /// Microseconds that the server holds and its sink is behind.
  private func buffer(_ scene: PulseScene) async throws -> Double {
    let list = try await scene.server.control("list", "sink-inputs")
    let line = try #require(
      list.split(separator: "\n").first { $0.contains("Buffer Latency: ") })
    return try #require(line.split(separator: " ").dropLast().last.flatMap { Double($0) })
  }
}
