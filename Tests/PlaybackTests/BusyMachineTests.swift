import Foundation
import Glibc
import Music
import Testing

@testable import Playback

/// Processes that keep every core busy; gone with their last reference, or after 20 seconds.
private final class BusyProcesses {
  private let processes: [Process]

  init(_ count: Int) throws {
    processes = try (0..<count).map { _ in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
      process.arguments = ["-s", "KILL", "20", "/bin/sh", "-c", "while :; do :; done"]
      try process.run()
      return process
    }
  }

  deinit {
    // timeout(1) passes the signal on to its child.
    for process in processes { kill(process.processIdentifier, SIGTERM) }
  }
}

@Suite("Player on a busy machine", .serialized)
struct BusyMachineTests {
  @Test("with sixteen processes in the way, what a server plays is what was decoded")
  func busy() async throws {
    let rendering = try Rendering()
    let sound = rendering.sound
    let wave = try sound.wave(3, rising(48_000 * 3, rate: 48000), rate: 48000)
    try await sound.encode("1.opus", from: wave, ["-b:a", "128k"])
    let items = [
      sound.item(1, at: sound.path("1.opus")),
      try await sound.item(2, 0..<48_000 * 3, rate: 48000),
    ]
    let expected = try await rendering.play(items)
    // The recorder can lose frames as well: then another attempt follows.
    for attempt in 1... {
      let heard = try await recorded(items)
      let first = heard.firstIndex { $0 != .zero } ?? 0
      // Opus may begin with silent frames.
      let lead = expected.firstIndex { $0 != .zero } ?? 0
      let isWhole = heard[first...].starts(with: expected[lead...])
      guard !isWhole, attempt < 3 else { return #expect(isWhole) }
    }
  }

  private func recorded(_ items: [PlayItem]) async throws -> [SIMD2<Float>] {
    let scene = try PulseScene()
    try await scene.server.start(modules: [PulseServer.sink(rate: 48000)])
    try await scene.ready()
    let recording = try await Recording(of: scene.server, rate: 48000, keepsSound: true)
    let others = try BusyProcesses(16)
    defer { withExtendedLifetime(others) {} }
    await scene.player.play(items[0], from: .zero, paused: false)
    await scene.player.setNext(items[1])
    try await scene.log.wait(for: "question") { $0 == .wantsNext(after: items[1].id) }
    await scene.player.setNext(nil, after: items[1].id)
    try await scene.log.waitForState("end") { $0.isStopped }
    try await eventually("silence") { recording.samples.suffix(4_800).allSatisfy { $0 == .zero } }
    await scene.player.shutDown()
    return recording.samples
  }
}
