import Music
import Synchronization
import Testing

@testable import Playback

@Suite("Player when its output misbehaves")
struct OutputFaultTests {
  let sound: CodedSound
  let output: ScriptedOutput
  let player: Player
  let log: ReportLog

  init() throws {
    sound = try CodedSound()
    (player, output) = try ScriptedOutput.withPlayer()
    log = ReportLog(player)
  }

  private func playing(from position: Duration = .zero) async throws -> PlayItem {
    let item = try await sound.item(1, 0..<882_000)
    await player.play(item, from: position, paused: false)
    try await eventually("jump") { output.commands.last == .run }
    output.tick(0)
    try await log.waitForState("playing") { $0.isPlaying }
    return item
  }

  @Test("running dry in the middle of an item is no end: it goes on where it stopped")
  func underrun() async throws {
    let item = try await playing()
    try await output.receive(10000)
    let start = log.reports.count
    let jumps = output.jump?.serial
    output.report(.underrun(serial: jumps ?? 0))
    try await log.waitForState("standing", from: start) { $0.clock?.isAdvancing == false }
    try await eventually("jump") { output.jump?.serial != jumps && output.commands.last == .run }
    #expect(output.jump?.frame == 10000)
    output.tick(0)
    try await log.waitForState("playing", from: start) { $0.clock?.isAdvancing == true }
    #expect(log.finished.isEmpty && log.states.last?.item == item.id)
    await player.shutDown()
  }

  @Test("an output that runs dry before its first sound is heard is given more all the same")
  func underrunEarly() async throws {
    let item = try await sound.item(1, 0..<882_000)
    await player.play(item, from: .zero, paused: false)
    try await eventually("jump") { output.commands.last == .run }
    try await output.receive(5_000)
    let first = try #require(output.jump?.serial)
    output.report(.underrun(serial: first))
    output.tick(0)
    try await eventually("jump") { output.jump?.serial != first && output.commands.last == .run }
    #expect(output.jump?.frame == 5_000)
    await player.shutDown()
  }

  @Test("after half a day of sound, running dry is still no loss of the place")
  func underrunLate() async throws {
    // Frames are numbered modulo 2^32 in the ring, and here pass 2^31.
    let start = UInt32(0x7FFF_F000)
    output.ring.memory.pointee.ends.store(
      UInt64(start) << 32 | UInt64(start), ordering: .releasing)
    _ = try await playing()
    try await output.receive(30_000)
    output.tick(30_000)
    let jump = try #require(output.jump)
    let before = log.reports.count
    output.report(.underrun(serial: jump.serial))
    try await eventually("jump") { output.jump?.serial != jump.serial }
    #expect(output.jump?.frame == jump.frame + 30_000)
    output.tick(0)
    try await log.waitForState("playing", from: before) { $0.clock?.isAdvancing == true }
    let position = try #require(log.states.last?.clock?.position.seconds)
    #expect(abs(position - 30_000 / 44100.0) < 0.05)
    await player.shutDown()
  }

  @Test("a clock from before a seek is not believed")
  func staleClock() async throws {
    _ = try await playing()
    let old = output.jump?.serial
    let start = log.reports.count
    await player.seek(to: .seconds(10))
    try await eventually("jump") { output.jump?.serial != old }
    output.tick(44100, serial: old)
    output.tick(0)
    let landed = try await log.waitForState("landed", from: start) { _ in true }
    guard case .state(.playing(_, let clock)) = log.reports[landed] else {
      Issue.record("\(log.reports[landed])")
      return
    }
    #expect(abs((clock.position - .seconds(10)).seconds) < 0.001)
    await player.shutDown()
  }

  @Test("an output that comes back goes on at the frame that was heard last")
  func outputReturns() async throws {
    _ = try await playing(from: .seconds(5))
    try await output.receive(30000)
    output.tick(22050)
    try await eventually("clock") { await player.clock?.heard == 22050 }
    let start = log.reports.count
    let old = output.jump?.serial
    output.report(.unavailable(reason: "gone"))
    try await log.wait(for: "loss", from: start) { $0 == .output(.unavailable("gone")) }
    let held = try #require(log.states.last?.clock)
    #expect(!held.isAdvancing && held.position >= .seconds(5.5) && held.position < .seconds(7))
    await player.pause()
    output.report(.ready(rate: 44100, description: "back"))
    try await eventually("jump") { output.jump?.serial != old }
    let frame = try #require(output.jump?.frame)
    #expect(abs(Double(frame) / 44100 + 5 - held.position.seconds) < 0.001)
    #expect(output.commands.last != .run)
    await player.shutDown()
  }

  @Test("where a seek without an output goes is shown, and where the output goes on")
  func seekWithoutOutput() async throws {
    let item = try await playing(from: .seconds(5))
    let start = log.reports.count
    let old = try #require(output.jump)
    output.report(.unavailable(reason: "gone"))
    try await log.wait(for: "loss", from: start) { $0 == .output(.unavailable("gone")) }
    await player.seek(to: .seconds(12))
    try await log.waitForState("place", from: start) { $0.clock?.position == .seconds(12) }
    #expect(log.states.last?.clock?.isAdvancing == false && log.states.last?.item == item.id)
    // A late report on the sound before the loss.
    output.report(.heard(old.frame + 4410, serial: old.serial))
    output.report(.ready(rate: 44100, description: "back"))
    try await eventually("jump") { output.jump?.serial != old.serial }
    output.tick(0)
    try await log.waitForState("playing", from: start) { $0.clock?.isAdvancing == true }
    #expect((log.states.last?.clock?.position ?? .zero) >= .seconds(12))
    await player.shutDown()
  }

  @Test("a small drift of the clock is not worth a report, a large one is")
  func drift() async throws {
    _ = try await playing()
    let start = log.reports.count
    let clock = try #require(await player.clock)
    for (offset, heard) in [(220, 0), (-220, 0), (22050, 1)] {
      let now = SuspendingClock.now
      let drifted = OutputClock(
        serial: clock.serial, heard: clock.extrapolated(to: now, rate: 44100) + FrameNumber(offset),
        at: now, isAdvancing: true)
      output.report(.clock(drifted))
      try await eventually("clock") { await player.clock == drifted }
      #expect(log.reports.count - start <= heard)
    }
    let corrected = try await log.waitForState("correction", from: start) { _ in true }
    if case .state(.playing(_, let clock)) = log.reports[corrected] {
      #expect(clock.position > .seconds(0.5))
    }
    await player.shutDown()
  }
}
