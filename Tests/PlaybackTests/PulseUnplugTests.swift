import Music
import Testing

@testable import Playback

@Suite("Player whose output is unplugged", .serialized)
struct PulseUnplugTests {
  let scene: PulseScene

  init() throws { scene = try PulseScene() }

  /// Plays on a sink beside the default one; returns its module.
  private func playing(_ unplugging: Unplugging, rescues: Bool) async throws -> String {
    try await scene.server.start(
      modules: (rescues ? ["module-rescue-streams"] : []) + [PulseServer.sink()])
    let module = try await scene.server.load(PulseServer.sink("usb"))
    try await scene.server.control("set-default-sink", "test")
    await scene.player.setUnplugging(unplugging)
    await scene.player.chooseDevice(named: "usb")
    try await scene.ready("The-usb")
    try await scene.playing()
    return module
  }

  private func unplug(_ module: String) async throws -> Int {
    let start = scene.log.reports.count
    try await scene.server.control("unload-module", module)
    try await scene.ready("The-test (The-usb is not there)", from: start)
    return start
  }

  @Test(
    "a sink that goes pauses the music, whether the server ends the stream or moves it",
    arguments: [false, true])
  func pauses(rescues: Bool) async throws {
    let module = try await playing(.pause, rescues: rescues)
    let start = try await unplug(module)
    try await scene.log.wait(for: "the pause", from: start) { $0 == .unplugged("The-usb") }
    #expect(scene.log.states.last?.isPaused == true)
    let held = try #require(scene.log.states.last?.clock?.position)
    // Back again, it stays paused.
    let back = scene.log.reports.count
    try await scene.server.load(PulseServer.sink("usb"))
    try await scene.ready("The-usb", from: back)
    try await Task.sleep(for: .milliseconds(300))
    #expect(scene.log.states.last?.isPaused == true)
    await scene.player.resume()
    let on = try await scene.advancing(from: back)
    #expect(abs((try scene.position(on) - held).seconds) < 0.3)
    await scene.player.shutDown()
  }

  @Test(
    "the music goes on when the sink is back, where that is wanted", arguments: [false, true])
  func resumes(rescues: Bool) async throws {
    let module = try await playing(.resume, rescues: rescues)
    var start = try await unplug(module)
    try await scene.log.wait(for: "the pause", from: start) { $0 == .unplugged("The-usb") }
    start = scene.log.reports.count
    try await scene.server.load(PulseServer.sink("usb"))
    try await scene.log.wait(for: "the way back", from: start) { $0 == .pluggedIn("The-usb") }
    try await scene.advancing(from: start)
    #expect(try await scene.isStream(on: "usb"))
    await scene.player.shutDown()
  }

  @Test("who pauses or resumes meanwhile is not overruled when the sink is back")
  func overruled() async throws {
    let module = try await playing(.resume, rescues: true)
    var start = try await unplug(module)
    try await scene.log.wait(for: "the pause", from: start) { $0 == .unplugged("The-usb") }
    await scene.player.pause()
    start = scene.log.reports.count
    try await scene.server.load(PulseServer.sink("usb"))
    try await scene.ready("The-usb", from: start)
    try await Task.sleep(for: .milliseconds(300))
    #expect(scene.log.states.last?.isPaused == true)
    #expect(!scene.log.reports.contains(.pluggedIn("The-usb")))
    await scene.player.shutDown()
  }

  @Test("where it is to be ignored the music goes on through the other sink")
  func ignored() async throws {
    let module = try await playing(.ignore, rescues: true)
    let recording = try await Recording(of: scene.server)
    let start = try await unplug(module)
    try await eventually("sound") { recording.frames.count > 20_000 }
    #expect(
      !scene.log.reports[start...].contains {
        switch $0 {
        case .unplugged, .state(.paused): true
        default: false
        }
      })
    await scene.player.shutDown()
  }
}
