import Music
import Testing

@testable import Playback

/// Sequences of events that a real output produces only now and then.
@Suite("Sleep timer at the edges of items")
struct SleepEdgeTests {
  let sound: CodedSound
  let output: ScriptedOutput
  let player: Player
  let log: ReportLog

  init() throws {
    sound = try CodedSound()
    (player, output) = try ScriptedOutput.withPlayer()
    log = ReportLog(player)
  }

  /// Plays an item of ten seconds, with another one behind it in the ring.
  private func playing(before next: PlayItem) async throws -> PlayItem {
    let item = try await sound.item(1, 0..<441_000)
    await player.play(item, from: .zero, paused: false)
    await player.setNext(next)
    try await eventually("jump") { output.commands.last == .run }
    output.tick(0)
    try await log.waitForState("playing") { $0.isPlaying }
    try await eventually("next decoded") { await player.timeline.hasNext }
    return item
  }

  /// Names another item after the output has taken frames of the wrong one.
  private func nameLate(_ other: PlayItem?, _ wrong: PlayItem) async throws {
    for _ in 0..<45 { try await output.receive(10_000) }
    await player.setNext(other)
    try await eventually("late answer") { await player.current?.successors.superseded == wrong.id }
    await player.sleep(.endOfTrack)
    output.tick(441_100)
  }

  @Test("at the end of the track it sleeps also where the next item was named too late")
  func lateNext() async throws {
    let wrong = try await sound.item(2, 500_000..<600_000)
    let other = try await sound.item(3, 700_000..<800_000)
    let item = try await playing(before: wrong)
    try await nameLate(other, wrong)
    try await log.wait(for: "sleep") { $0 == .sleep(.slept) }
    try await eventually("jump") { output.jump?.serial == 2 }
    #expect(output.commands.last != .run)
    output.tick(0)
    try await log.waitForState("paused") { $0.isPaused && $0.item == other.id }
    #expect(log.finished == [item.id])
    await player.shutDown()
  }

  @Test("where what followed was taken back too late, the timer is over at the end of the track")
  func lateNothing() async throws {
    let wrong = try await sound.item(2, 500_000..<600_000)
    _ = try await playing(before: wrong)
    try await nameLate(nil, wrong)
    try await log.waitForState("stopped") { $0.isStopped }
    #expect(log.reports.contains(.sleep(.off)))
    await player.shutDown()
  }

  @Test("paused at the last frame of the track, it shows the next item and asks what follows it")
  func pausedAtEnd() async throws {
    let next = try await sound.item(2, 500_000..<600_000)
    let item = try await playing(before: next)
    await player.sleep(.endOfTrack)
    await player.pause()
    output.tick(441_000)
    try await log.wait(for: "sleep") { $0 == .sleep(.slept) }
    try await log.waitForState("next") { $0.isPaused && $0.item == next.id }
    try await log.wait(for: "question") { $0 == .wantsNext(after: next.id) }
    #expect(log.finished == [item.id])
    await player.shutDown()
  }

  @Test("a track that was slept in the middle of and then gone on with was heard whole")
  func heardWhole() async throws {
    let next = try await sound.item(2, 500_000..<600_000)
    let item = try await playing(before: next)
    for _ in 0..<10 { try await output.receive(22_050) }
    output.tick(220_500)
    try await eventually("clock") { await player.clock?.heard == 220_500 }
    await player.sleep(.after(.zero))
    try await log.wait(for: "sleep") { $0 == .sleep(.slept) }
    try await eventually("jump") { output.jump?.serial == 2 }
    let frame = try #require(output.jump?.frame)
    output.tick(0)
    try await log.waitForState("paused") { $0.isPaused }
    await player.resume()
    output.tick(441_000 - frame)
    try await log.wait(for: "end") { $0 == .finished(item.id, heard: 1, reachedEnd: true) }
    await player.shutDown()
  }

  @Test("asleep before a seek is heard, it goes on there at full level, which comes with a jump")
  func jumping() async throws {
    let item = try await playing(before: try await sound.item(2, 500_000..<600_000))
    await player.seek(to: .seconds(5))
    try await eventually("jump") { output.jump?.serial == 2 }
    let sought = try #require(output.jump?.frame)
    await player.sleep(.after(.zero))
    try await log.wait(for: "sleep") { $0 == .sleep(.slept) }
    try await eventually("jump with the level") { output.jump?.serial == 3 }
    #expect(output.jump?.frame == sought && output.commands.last != .run)
    let level = await player.level
    #expect(level == (1, 0, true))
    output.tick(0)
    try await log.waitForState("paused") { $0.isPaused && $0.item == item.id }
    #expect(log.states.last?.clock?.position == .seconds(5))
    await player.shutDown()
  }
}
