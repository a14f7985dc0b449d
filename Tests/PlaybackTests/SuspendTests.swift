import Music
import Testing

@testable import Playback

/// Time without output: the machine sleeps, or the program is suspended.
@Suite("Player behind a standstill")
struct SuspendTests {
  let sound: CodedSound
  let output: ScriptedOutput
  let player: Player
  let log: ReportLog

  init() throws {
    sound = try CodedSound()
    (player, output) = try ScriptedOutput.withPlayer()
    log = ReportLog(player)
  }

  /// Plays ten seconds, of which one was taken, with an output clock that is an hour old.
  private func standing(before next: PlayItem?) async throws -> PlayItem {
    let item = try await sound.item(1, 0..<441_000)
    await player.play(item, from: .zero, paused: false)
    await player.setNext(next)
    try await eventually("jump") { output.commands.last == .run }
    try await eventually("end known") { await player.timeline.boundary != nil }
    for _ in 0..<2 { try await output.receive(22_050) }
    let jump = try #require(output.jump)
    output.report(
      .clock(
        OutputClock(
          serial: jump.serial, heard: jump.frame, at: .now - .seconds(3600), isAdvancing: true)))
    try await log.waitForState("playing") { $0.isPlaying }
    return item
  }

  /// Waits until the player has handled everything sent to it.
  private func handled() async throws {
    for mark in [0.25, 0.5] {
      output.report(.volume(mark, isMuted: false))
      try await log.wait(for: "mark") { $0 == .volume(mark, isMuted: false) }
    }
  }

  @Test("an item is not over before the output was given its end", arguments: [true, false])
  func notOver(isFollowed: Bool) async throws {
    let next = isFollowed ? try await sound.item(2, 500_000..<600_000) : nil
    let item = try await standing(before: next)
    try await handled()
    #expect(log.finished.isEmpty && log.states.last?.item == item.id)
    #expect(output.commands.last == .run)
    // The rest is taken; the item is over once the output reports it as heard.
    for _ in 0..<18 { try await output.receive(22_050) }
    output.tick(441_000)
    try await log.wait(for: "end") { $0 == .finished(item.id, heard: 1, reachedEnd: true) }
    if let next { try await log.waitForState("next") { $0.item == next.id } }
    await player.shutDown()
  }

  @Test("behind a sleep the position is reported anew, in the time that went on meanwhile")
  func slept() async throws {
    var made: ScriptedOutput?
    // As if the machine had slept for an hour since.
    let before = ReportTime(heard: .now, reported: .now - .seconds(3600))
    let player = Player(reportTime: before) {
      let output = ScriptedOutput(ring: $0, report: $1)
      made = output
      return output
    }
    let output = try #require(made)
    let log = ReportLog(player)
    let start = ContinuousClock.now
    await player.play(try await sound.item(1, 0..<441_000), from: .zero, paused: false)
    try await eventually("jump") { output.commands.last == .run }
    output.tick(0)
    let playing = try await log.waitForState("playing") { $0.isPlaying }
    guard case .state(let state) = log.reports[playing], let clock = state.clock else { return }
    #expect(clock.at > start && clock.at < .now)
    await player.shutDown()
  }

  @Test("whether the machine has slept is told by how far two clocks have come apart")
  func twoClocks() {
    let now = ReportTime.now
    let later = ReportTime(heard: now.heard + .seconds(5), reported: now.reported + .seconds(5))
    #expect(!now.hasSlept(until: now) && !now.hasSlept(until: later))
    let slept = ReportTime(heard: now.heard + .seconds(5), reported: now.reported + .seconds(8))
    #expect(now.hasSlept(until: slept))
    #expect(now.instant(now.heard + .seconds(5)) == later.reported)
    #expect(slept.instant(later.heard) == slept.reported)
  }

  @Test("the frame that is heard is never one that was not given out")
  func clock() {
    let start = SuspendingClock.now
    let clock = OutputClock(serial: 1, heard: 1_000, at: start, isAdvancing: true, speed: 2)
    #expect(clock.extrapolated(to: start + .seconds(3), rate: 44100) == 1_000 + 6 * 44_100)
    #expect(clock.heard(at: start + .seconds(3), rate: 44100, before: 40_000) == 40_000)
    #expect(clock.heard(at: start + .seconds(3), rate: 44100, before: 900_000) == 265_600)
    // A frame that the output itself reported is not limited.
    #expect(clock.heard(at: start, rate: 44100, before: 10) == 1_000)
    // Extrapolation over a very long sleep does not overflow.
    #expect(clock.heard(at: start + .seconds(1e12), rate: 192_000, before: 500) == 1_000)
  }

  @Test("paused then, it is where the sound that was given out ends")
  func paused() async throws {
    _ = try await standing(before: nil)
    await player.pause()
    let paused = try await log.waitForState("pause") { $0.isPaused }
    guard case .state(let state) = log.reports[paused] else { return }
    #expect(state.clock?.position == .seconds(1))
    await player.shutDown()
  }

  @Test("without an output then, it goes on where the sound that was given out ends")
  func lost() async throws {
    _ = try await standing(before: nil)
    output.report(.unavailable(reason: "asleep"))
    try await handled()
    #expect(log.states.last?.clock?.position == .seconds(1))
    let before = output.jump?.serial
    output.report(.ready(rate: 44100, description: "awake"))
    try await eventually("jump") { output.jump?.serial != before }
    #expect(output.jump?.frame == 44_100)
    await player.shutDown()
  }
}
