import Foundation
import Music
import Testing

@testable import Playback

/// An output that ignores every command.
private final class StuckOutput: Output {
  let isRealTime = true
  init(ring: Ring, report: @escaping @Sendable (OutputEvent) -> Void) {}
  func start() {}
  func jump(to frame: FrameNumber, serial: UInt64) {}
  func run() {}
  func hold() {}
  func clear() {}
  func setVolume(_ volume: Double, isMuted: Bool) {}
  func setRate(_ rate: Int) {}
  func refreshClock() {}
  func shutDown() {}
}

@Suite("Player without a sound device", .serialized)
struct NullOutputTests {
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

  /// The minimum position in seconds by a clock; a busy machine may have received fewer frames.
  private func least(_ clock: PlayClock, at now: ContinuousClock.Instant, given: Int) -> Double {
    min(clock.position(at: now).seconds, Double(given) / 44100)
  }

  @Test("the reports of two items come in the order in which they are heard")
  func story() async throws {
    let (one, two) = (try await sound.item(1, 0..<22050), try await sound.item(2, 0..<13230))
    await player.play(one, from: .zero, paused: false)
    await player.setNext(two)
    try await log.waitForState("end") { $0.isStopped }
    await player.shutDown()
    let story = log.story.map { report in
      switch report {
      case .state(.loading(let id)): "loading \(id.track.rawValue)"
      case .state(.playing(let id, _)): "playing \(id.track.rawValue)"
      case .state(.stopped): "stopped"
      case .finished(let id, let heard, let reachedEnd):
        "finished \(id.track.rawValue) \(heard) \(reachedEnd)"
      case let other: "\(other)"
      }
    }
    // After an underrun on a busy machine `playing` is reported once more.
    let told = story.filter { !$0.hasPrefix("wantsNext") }.reduce(into: [String]()) {
      if $0.last != $1 { $0.append($1) }
    }
    #expect(
      told == [
        "loading 1", "playing 1", "finished 1 1.0 true", "playing 2", "finished 2 1.0 true",
        "stopped",
      ])
  }

  @Test("the clock runs with time, and stands still while paused")
  func clock() async throws {
    let item = try await sound.item(1, 0..<441_000)
    await player.play(item, from: .seconds(1), paused: false)
    let first = try await log.waitForState("playing") { $0.isPlaying }
    await player.setNext(nil)
    try await Task.sleep(for: .milliseconds(300))
    let (beforePause, given) = (ContinuousClock.now, witness.frames)
    await player.pause()
    let afterPause = ContinuousClock.now
    let paused = try await log.waitForState("paused", from: first) { $0.isPaused }
    guard case .state(.playing(_, let playing)) = log.reports[first],
      case .state(.paused(_, let held)) = log.reports[paused]
    else { return }
    #expect(playing.isAdvancing && playing.duration == .seconds(10))
    // After an underrun on a busy machine a later clock counts.
    let last = log.reports[first..<paused].reduce(playing) {
      if case .state(.playing(_, let clock)) = $1 { clock } else { $0 }
    }
    // The drift of a clock that is not reported.
    let error = Duration.milliseconds(20)
    let reached = least(last, at: beforePause, given: 44_100 + given)
    #expect(held.position.seconds > reached - error.seconds)
    #expect(held.position < last.position(at: afterPause) + error)
    #expect(!held.isAdvancing)
    await player.seek(to: .seconds(4))
    let sought = try await log.waitForState("sought", from: paused + 1) {
      $0.isPaused && $0.clock?.position == .seconds(4)
    }
    let asked = ContinuousClock.now
    await player.resume()
    let resumed = try await log.waitForState("resumed", from: sought) { $0.isPlaying }
    if case .state(.playing(_, let clock)) = log.reports[resumed] {
      #expect(clock.position > .seconds(4) - error)
      #expect(clock.position < .seconds(4) + error + asked.duration(to: clock.at))
    }
    await player.stop()
    try await log.waitForState("stopped") { $0.isStopped }
    #expect(log.reports.contains { if case .finished(_, _, false) = $0 { true } else { false } })
    await player.shutDown()
  }

  @Test("playing another item says how much of the old one was heard")
  func interrupted() async throws {
    let (one, two) = (try await sound.item(1, 0..<441_000), try await sound.item(2, 0..<88200))
    await player.play(one, from: .zero, paused: false)
    try await log.waitForState("playing") { $0.isPlaying }
    try await Task.sleep(for: .milliseconds(500))
    let (before, given) = (ContinuousClock.now, witness.frames)
    await player.play(two, from: .zero, paused: false)
    let after = ContinuousClock.now
    try await log.waitForState("second") { $0.isPlaying && $0.item == two.id }
    let clocks = log.states.compactMap {
      if case .playing(one.id, let clock) = $0 { clock } else { nil }
    }
    let clock = try #require(clocks.last)
    let heard = log.reports.compactMap {
      if case .finished(one.id, let heard, false) = $0 { heard } else { nil }
    }
    #expect(heard.count == 1)
    let seconds = try #require(heard.first) * 10
    #expect(seconds > least(clock, at: before, given: given) - 0.02)
    #expect(seconds < clock.position(at: after).seconds + 0.02)
    await player.shutDown()
  }

  @Test("nothing old is reported after a seek")
  func staleReports() async throws {
    await player.play(try await sound.item(1, 0..<441_000), from: .zero, paused: false)
    try await log.waitForState("playing") { $0.isPlaying }
    for second in [8, 2, 9, 3, 7, 1, 6] {
      let (start, asked) = (log.reports.count, ContinuousClock.now)
      await player.seek(to: .seconds(second))
      let landed = try await log.waitForState("landed", from: start) { $0.isPlaying }
      if case .state(.playing(_, let clock)) = log.reports[landed] {
        let moved = (clock.position - .seconds(second)).seconds
        #expect(moved > -0.05 && moved < 0.05 + asked.duration(to: clock.at).seconds)
      }
    }
    await player.shutDown()
  }

  @Test("shutting down in the middle of a piece ends it, whatever time there would be")
  func shutDown() async throws {
    let item = try await sound.item(1, 0..<441_000)
    await player.play(item, from: .zero, paused: false)
    try await log.waitForState("playing") { $0.isPlaying }
    // A shutdown that used up its time limit would take an hour.
    await player.shutDown(within: .seconds(3600))
    let given = witness.frames
    #expect(given < 441_000)
    try await Task.sleep(for: .milliseconds(300))
    #expect(witness.frames == given)
  }

  @Test("an output that never lets go is given up when its time is over")
  func shutDownStuck() async throws {
    let player = Player { StuckOutput(ring: $0, report: $1) }
    let start = SuspendingClock.now
    await player.shutDown(within: .milliseconds(100))
    #expect(start.duration(to: .now) >= .milliseconds(100))
  }
}
