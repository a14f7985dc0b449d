import Music
import Testing

@testable import Playback

@Suite("Player with several sinks", .serialized)
struct PulseDeviceTests {
  let scene: PulseScene

  init() throws { scene = try PulseScene() }

  private func devices(
    from start: Int = 0, until fits: @escaping ([OutputDevice], String?) -> Bool
  ) async throws {
    try await scene.log.wait(for: "devices", from: start) {
      if case .devices(let devices, let chosen) = $0 { fits(devices, chosen) } else { false }
    }
  }

  @Test("the sinks are listed, and again when one comes or goes or another is the default")
  func list() async throws {
    try await scene.server.start()
    try await scene.ready()
    let test = OutputDevice(name: "test", description: "The-test", isDefault: true)
    try await devices { devices, chosen in devices == [test] && chosen == nil }
    let module = try await scene.server.load(PulseServer.sink("other"))
    let other = OutputDevice(name: "other", description: "The-other")
    try await devices { devices, _ in devices == [test, other] }
    let start = scene.log.reports.count
    try await scene.server.control("set-default-sink", "other")
    try await devices(from: start) { devices, _ in devices.map(\.isDefault) == [false, true] }
    try await scene.server.control("unload-module", module)
    try await devices(from: start) { devices, _ in devices == [test] }
    await scene.player.chooseDevice(named: "elsewhere")
    try await devices(from: start) { devices, chosen in devices == [test] && chosen == "elsewhere" }
    let reports = scene.log.reports.filter { if case .devices = $0 { true } else { false } }
    #expect(zip(reports, reports.dropFirst()).allSatisfy { $0 != $1 })
    await scene.player.shutDown()
  }

  @Test("a stream that is moved, by hand or by choice, goes on there with its next frame")
  func move() async throws {
    try await scene.server.start(modules: [PulseServer.sink(), PulseServer.sink("other")])
    try await scene.server.control("set-default-sink", "test")
    try await scene.ready("The-test")
    let (one, two) = (
      try await Recording(of: scene.server), try await Recording(of: scene.server, sink: "other")
    )
    try await scene.playing()
    try await eventually("sound") { one.frames.count > 20000 }
    var start = scene.log.reports.count
    try await scene.server.control("move-sink-input", try await stream(), "other")
    try await scene.ready("The-other", from: start)
    try await eventually("sound there") { two.frames.count > 40000 }
    scene.expectExactClocks(two, from: start)
    try await expect(one, toEndBefore: try #require(two.frames.first))
    start = scene.log.reports.count
    await scene.player.chooseDevice(named: "test")
    try await scene.ready("The-test", from: start)
    let back = try #require(two.frames.last)
    try await eventually("sound back") { (one.frames.last ?? 0) > back + 40000 }
    scene.expectExactClocks(one, from: start)
    let frames = one.frames
    let gaps = zip(frames, frames.dropFirst()).filter { $0 + 1 != $1 }
    #expect(gaps.count == 1)
    try await expect(two, toEndBefore: try #require(gaps.first?.1))
    #expect(breaks(in: two.frames).isEmpty)
    await scene.player.shutDown()
  }

  /// The server itself loses frames that the old sink has taken and not passed on: up to 16 were
  /// seen, and 2,000 where other programs used both processors; nothing is heard twice.
  ///
  /// Polled, since each sink has a recorder of its own and none is always up to date.
  private func expect(_ recording: Recording, toEndBefore first: Int) async throws {
    try await eventually("the end, less than 4,410 frames before \(first)") {
      recording.frames.last.map { (1..<4_410).contains(first - $0) } ?? false
    }
  }

  private func stream() async throws -> String {
    let list = try await scene.server.control("list", "short", "sink-inputs")
    return try #require(list.split(separator: "\t").first.map(String.init))
  }

  @Test("without a choice the sound follows the default, with one it stays")
  func followDefault() async throws {
    try await scene.server.start(modules: [PulseServer.sink(), PulseServer.sink("other")])
    try await scene.server.control("set-default-sink", "test")
    try await scene.ready("The-test")
    try await scene.playing()
    var start = scene.log.reports.count
    try await scene.server.control("set-default-sink", "other")
    try await scene.ready("The-other", from: start)
    // A choice of the current default holds when the default changes.
    start = scene.log.reports.count
    await scene.player.chooseDevice(named: "other")
    try await scene.server.control("set-default-sink", "test")
    try await devices(from: start) { devices, chosen in
      chosen == "other" && devices.map(\.isDefault) == [true, false]
    }
    try await eventually("stay") { (try? await scene.isStream(on: "other")) == true }
    // Without a choice the sound follows the default again.
    start = scene.log.reports.count
    await scene.player.chooseDevice(named: nil)
    try await scene.ready("The-test", from: start)
    start = scene.log.reports.count
    try await scene.server.control("set-default-sink", "other")
    try await scene.ready("The-other", from: start)
    await scene.player.shutDown()
  }

  @Test("a chosen sink that goes away is stood in for, and returned to when it is back")
  func chosenSinkReturns() async throws {
    try await scene.server.start()
    let module = try await scene.server.load(PulseServer.sink("other"))
    try await scene.server.control("set-default-sink", "test")
    await scene.player.chooseDevice(named: "other")
    let first = try await scene.ready("The-other")
    try await scene.playing()
    let recording = try await Recording(of: scene.server)
    var start = scene.log.reports.count
    try await scene.server.control("unload-module", module)
    try await scene.ready("The-test (The-other is not there)", from: start)
    try await eventually("sound") { recording.frames.count > 20000 }
    #expect(breaks(in: recording.frames).isEmpty)
    scene.expectExactClocks(recording, from: start)
    start = scene.log.reports.count
    try await scene.server.load(PulseServer.sink("other"))
    try await scene.ready("The-other", from: start)
    #expect(
      !scene.log.reports[first...].contains {
        if case .output(.unavailable) = $0 { true } else { false }
      })
    await scene.player.shutDown()
  }

  @Test(
    "of choices that follow each other at once the last one counts",
    arguments: [["other", "test"], ["other", "third", "test"], ["other", "test", "third"]])
  func quickChoices(names: [String]) async throws {
    let modules = ["test", "other", "third"].map { PulseServer.sink($0) }
    try await scene.server.start(modules: modules)
    try await scene.server.control("set-default-sink", "test")
    try await scene.ready("The-test")
    try await scene.playing()
    let start = scene.log.reports.count
    for name in names { await scene.player.chooseDevice(named: name) }
    let last = try #require(names.last)
    try await devices(from: start) { _, chosen in chosen == last }
    // Before the server's first move the stream is on the right sink as well.
    try await Task.sleep(for: .milliseconds(500))
    try await eventually("sound on \(last)") {
      (try? await scene.isStream(on: last)) == true
    }
    // The next choice is not mistaken for a pending move.
    await scene.player.chooseDevice(named: "other")
    try await eventually("sound on other") {
      (try? await scene.isStream(on: "other")) == true
    }
    await scene.player.shutDown()
  }

  @Test("with no sink left it says so, and goes on where it was heard when there is one")
  func noneLeft() async throws {
    try await scene.server.start(modules: ["module-always-sink", PulseServer.sink()])
    try await scene.ready("The-test")
    let recording = try await Recording(of: scene.server)
    try await scene.playing()
    try await eventually("sound") { recording.frames.count > 20000 }
    var start = scene.log.reports.count
    try await scene.server.control("unload-module", "module-null-sink")
    let lost = try await scene.unavailable("no sound device; waiting for one", from: start)
    let held = try #require(scene.log.states.last?.clock)
    #expect(!held.isAdvancing)
    // The recording and the server lag a little behind the player's report.
    try await eventually("the sound to end where the position is") {
      abs(held.position.seconds - Double(recording.frames.last ?? 0) / 44100) < 0.1
    }
    try await eventually("the stream to go") {
      let list = try? await scene.server.control("list", "short", "sink-inputs")
      return list?.contains("float32le") == false
    }
    start = scene.log.reports.count
    let began = ContinuousClock.now
    try await scene.server.load(PulseServer.sink())
    let again = try await Recording(of: scene.server)
    let back = try await scene.advancing(from: lost)
    try scene.expectReturn(back, to: held.position, since: began, within: 0.1)
    try await eventually("sound") { again.frames.count > 20000 }
    scene.expectExactClocks(again, from: start)
    #expect(breaks(in: again.frames).isEmpty)
    await scene.player.shutDown()
  }
}
