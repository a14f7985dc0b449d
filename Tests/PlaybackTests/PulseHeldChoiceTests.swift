import Glibc
import Music
import Synchronization
import Testing

@testable import Playback

/// Changes of the sinks while the pulse thread is blocked.
@Suite("Player whose sinks change unseen", .serialized)
struct PulseHeldChoiceTests {
  @Test("a sink that is chosen while the server makes the stream is where it plays")
  func chosenMeanwhile() async throws {
    let threshold = Threshold()
    // The sinks are reported right before the stream is requested.
    let scene = try PulseScene {
      if case .devices(_, chosen: nil) = $0 { threshold.wait() }
    }
    try await scene.server.start(modules: [PulseServer.sink(), PulseServer.sink("other")])
    try await scene.server.control("set-default-sink", "test")
    try await eventually("devices") { threshold.isReached.load(ordering: .relaxed) }
    await scene.player.chooseDevice(named: "other")
    threshold.isOpen.store(true, ordering: .relaxed)
    try await scene.ready("The-other")
    try await scene.playing()
    #expect(try await scene.isStream(on: "other"))
    await scene.player.shutDown()
  }

  @Test("a chosen sink that is reloaded before anyone has looked is returned to")
  func reloaded() async throws {
    let (threshold, isDue) = (Threshold(), Flag())
    let scene = try PulseScene {
      if case .volume = $0, isDue.isSet.load(ordering: .relaxed) { threshold.wait() }
    }
    // Chosen before the stream is created: a stream moved there is returned by the server itself.
    await scene.player.chooseDevice(named: "other")
    try await scene.server.start(modules: [PulseServer.sink(), PulseServer.sink("other")])
    try await scene.ready("The-other")
    #expect(try await scene.server.control("get-default-sink") == "test\n")
    try await scene.playing()
    isDue.isSet.store(true, ordering: .relaxed)
    await scene.player.setVolume(0.9)
    try await eventually("hold") { threshold.isReached.load(ordering: .relaxed) }
    let modules = try await scene.server.control("list", "short", "modules")
    let module = try #require(modules.split(separator: "\n").first { $0.contains("=other ") })
    try await scene.server.control("unload-module", String(module.prefix { $0 != "\t" }))
    try await scene.server.load(PulseServer.sink("other"))
    #expect(try await scene.isStream(on: "test"))
    threshold.isOpen.store(true, ordering: .relaxed)
    try await eventually("return") {
      (try? await scene.isStream(on: "other")) == true
    }
    await scene.player.shutDown()
  }
}

private final class Flag: Sendable { let isSet = Atomic(false) }

/// Blocks a thread until it is opened.
private final class Threshold: Sendable {
  let isReached = Atomic(false)
  let isOpen = Atomic(false)

  func wait() {
    isReached.store(true, ordering: .relaxed)
    for _ in 0..<10_000 where !isOpen.load(ordering: .relaxed) { usleep(2_000) }
  }
}
