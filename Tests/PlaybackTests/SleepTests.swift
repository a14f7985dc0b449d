import Music
import Testing

@testable import Playback

@Suite("Sleep timer", .serialized)
struct SleepTests {
  let sound: CodedSound
  let witness = FrameWitness(keepsSamples: true)
  let player: Player
  let log: ReportLog

  init() throws {
    let witness = witness
    sound = try CodedSound()
    player = Player { NullOutput(ring: $0, report: $1, listener: { witness.hear($0) }) }
    log = ReportLog(player)
  }

  private func steady(_ id: Int64, frames: Int) throws -> PlayItem {
    try sound.wave(id, [Int16](repeating: 16384, count: frames))
  }

  @Test("after its time the sound has faded, it is paused, and what was faded is heard again")
  func time() async throws {
    await player.play(try steady(1, frames: 600_000), from: .zero, paused: false)
    await player.setNext(nil)
    try await log.waitForState("playing") { $0.isPlaying }
    await player.sleep(.after(.seconds(1)))
    try await log.waitForState("paused") { $0.isPaused }
    let samples = witness.samples
    #expect((samples.first ?? 0) > 0.49)
    #expect(samples.suffix(100).allSatisfy { $0 < 0.01 })
    #expect(witness.slopes(outside: -0.001...0).isEmpty)
    await player.resume()
    try await eventually("full level") { witness.samples.last == 0.5 }
    #expect(log.reports.contains(.sleep(.slept)))
    await player.shutDown()
  }

  @Test("paused when its time is over it sleeps, and nothing fades when it is gone on with")
  func pausedOver() async throws {
    await player.play(try steady(1, frames: 600_000), from: .zero, paused: false)
    await player.setNext(nil)
    try await log.waitForState("playing") { $0.isPlaying }
    await player.pause()
    await player.sleep(.after(.seconds(1)))
    try await log.wait(for: "sleep") { $0 == .sleep(.slept) }
    let heard = witness.frames
    await player.resume()
    try await eventually("sound") { witness.frames > heard + 66_150 }
    #expect(witness.samples.dropFirst(1000).allSatisfy { $0 == 0.5 })
    await player.shutDown()
  }

  @Test("gone on with in its last seconds, the sound fades from there to its time")
  func resumedLate() async throws {
    await player.play(try steady(1, frames: 600_000), from: .zero, paused: false)
    await player.setNext(nil)
    try await log.waitForState("playing") { $0.isPlaying }
    await player.pause()
    try await Task.sleep(for: .milliseconds(200))
    let heard = witness.frames
    await player.sleep(.after(.seconds(3)))
    try await Task.sleep(for: .seconds(1))
    #expect(witness.frames == heard)
    await player.resume()
    let end = try await log.wait(for: "sleep") { $0 == .sleep(.slept) }
    try await log.waitForState("paused", from: end) { $0.isPaused }
    let samples = witness.samples.dropFirst(heard)
    #expect(samples.suffix(100).allSatisfy { $0 < 0.01 })
    #expect(witness.slopes(outside: -0.001...0, from: heard).isEmpty)
    await player.shutDown()
  }

  @Test("what is begun in its last seconds fades from there to its time")
  func begunLate() async throws {
    let item = try steady(1, frames: 600_000)
    await player.sleep(.after(.seconds(3)))
    try await eventually("last seconds") { await player.fadeEnd != nil }
    await player.play(item, from: .zero, paused: false)
    await player.setNext(nil)
    let end = try await log.wait(for: "sleep") { $0 == .sleep(.slept) }
    try await log.waitForState("paused", from: end) { $0.isPaused }
    #expect((witness.samples.first ?? 0) > 0.45)
    #expect(witness.samples.suffix(100).allSatisfy { $0 < 0.01 })
    #expect(witness.slopes(outside: -0.001...0).isEmpty)
    await player.shutDown()
  }

  @Test("set later in the middle of its fade, the sound comes back without a jump")
  func extended() async throws {
    await player.play(try steady(1, frames: 900_000), from: .zero, paused: false)
    await player.setNext(nil)
    try await log.waitForState("playing") { $0.isPlaying }
    await player.sleep(.after(.seconds(2)))
    try await eventually("fade") { (witness.samples.last ?? 1) < 0.4 }
    await player.sleep(.after(.seconds(600)))
    try await eventually("full level") { witness.samples.last == 0.5 }
    #expect(witness.slopes(outside: -0.001...0.001).isEmpty)
    await player.shutDown()
  }

  @Test("set off in the middle of its fade, the sound comes back")
  func takenBack() async throws {
    await player.play(try steady(1, frames: 600_000), from: .zero, paused: false)
    await player.setNext(nil)
    try await log.waitForState("playing") { $0.isPlaying }
    await player.sleep(.after(.seconds(2)))
    try await eventually("fade") { (witness.samples.last ?? 1) < 0.4 }
    await player.sleep(nil)
    try await eventually("full level") { witness.samples.last == 0.5 }
    try await Task.sleep(for: .milliseconds(1500))
    #expect(log.states.filter(\.isPaused).isEmpty)
    await player.shutDown()
  }

  @Test("at the end of the track it is paused at the start of the next")
  func endOfTrack() async throws {
    let next = try steady(2, frames: 200_000)
    await player.play(try steady(1, frames: 100_000), from: .zero, paused: false)
    await player.setNext(next)
    try await log.waitForState("playing") { $0.isPlaying }
    await player.sleep(.endOfTrack)
    try await log.waitForState("paused") {
      if case .paused(let id, let clock) = $0 {
        id == next.id && clock.position == .zero
      } else {
        false
      }
    }
    #expect(log.finished.count == 1)
    #expect((witness.samples.last ?? 1) < 0.01)
    await player.resume()
    try await eventually("full level") { witness.samples.last == 0.5 }
    await player.shutDown()
  }

  /// The frames heard up to the silence that ends them.
  private var audible: Int { (witness.samples.lastIndex { abs($0) > 0.0001 } ?? -1) + 1 }

  @Test("at a position it has faded and is paused exactly there", arguments: [1, 1.75])
  func position(speed: Double) async throws {
    var settings = SoundSettings()
    settings.speed = speed
    await player.setSound(settings)
    let item = try steady(1, frames: 900_000)
    await player.play(item, from: .seconds(3), paused: false)
    await player.setNext(nil)
    try await log.waitForState("playing") { $0.isPlaying }
    await player.sleep(.at(item.id.track, .seconds(7)))
    try await log.wait(for: "timer") { $0 == .sleep(.at(item.id.track, .seconds(7))) }
    try await log.waitForState("paused") { $0.isPaused && $0.clock?.position == .seconds(7) }
    #expect(log.reports.contains(.sleep(.slept)))
    // 50 ms of the sound that was heard.
    #expect(abs(Double(audible) - 4 * 44_100 / speed) < 0.05 * 44_100, "\(audible) frames")
    let whole = (witness.samples.lastIndex { $0 > 0.4999 } ?? 0) + 1
    #expect(abs(Double(whole) - (4 / speed - 3) * 44_100) < 0.15 * 44_100 || speed > 1.2)
    #expect(witness.slopes(outside: -0.001...0).isEmpty)
    await player.resume()
    try await eventually("full level") { witness.samples.last == 0.5 }
    await player.shutDown()
  }

  @Test("a position in a later item is awaited across the boundary")
  func positionInNext() async throws {
    let next = try steady(2, frames: 300_000)
    await player.play(try steady(1, frames: 66_150), from: .zero, paused: false)
    await player.setNext(next)
    try await log.waitForState("playing") { $0.isPlaying }
    await player.sleep(.at(next.id.track, .milliseconds(1500)))
    try await log.waitForState("paused") {
      $0.isPaused && $0.item == next.id && $0.clock?.position == .milliseconds(1500)
    }
    #expect(abs(audible - 132_300) < 2_205, "\(audible) frames")
    #expect(log.finished.count == 1)
    await player.shutDown()
  }

  @Test("a position behind the track's end is its end, and one at once is now")
  func positionAtEnd() async throws {
    let next = try steady(2, frames: 300_000)
    let item = try steady(1, frames: 66_150)
    await player.play(item, from: .zero, paused: false)
    await player.setNext(next)
    try await log.waitForState("playing") { $0.isPlaying }
    await player.sleep(.at(item.id.track, .milliseconds(1510)))
    try await log.waitForState("paused") {
      $0.isPaused && $0.item == next.id && $0.clock?.position == .zero
    }
    let seen = log.reports.count
    await player.resume()
    try await log.waitForState("playing again", from: seen) { $0.isPlaying }
    try await eventually("full level") { witness.samples.last == 0.5 }
    await player.sleep(.at(next.id.track, .zero))
    try await log.waitForState("paused", from: seen) { $0.isPaused && $0.item == next.id }
    await player.shutDown()
  }

  @Test("given a later position in the middle of its fade, the sound comes back without a jump")
  func laterPosition() async throws {
    let item = try steady(1, frames: 900_000)
    await player.play(item, from: .zero, paused: false)
    await player.setNext(nil)
    try await log.waitForState("playing") { $0.isPlaying }
    await player.sleep(.at(item.id.track, .seconds(2)))
    try await eventually("fade") { (witness.samples.last ?? 1) < 0.4 }
    await player.sleep(.at(item.id.track, .seconds(19)))
    try await eventually("full level") { witness.samples.last == 0.5 }
    #expect(witness.slopes(outside: -0.001...0.001).isEmpty)
    await player.sleep(nil)
    #expect(log.states.filter(\.isPaused).isEmpty)
    await player.shutDown()
  }

  @Test("a seek past the position plays on at full level, and one back is put to sleep there")
  func seekPast() async throws {
    let item = try steady(1, frames: 900_000)
    await player.play(item, from: .zero, paused: false)
    await player.setNext(nil)
    try await log.waitForState("playing") { $0.isPlaying }
    await player.sleep(.at(item.id.track, .seconds(2)))
    try await eventually("fade") { (witness.samples.last ?? 1) < 0.4 }
    await player.seek(to: .seconds(10))
    try await eventually("jump") { witness.jumps == 1 }
    try await eventually("full level") { witness.samples.last == 0.5 }
    #expect(log.states.filter(\.isPaused).isEmpty)
    await player.seek(to: .seconds(1))
    try await log.waitForState("paused") { $0.isPaused && $0.clock?.position == .seconds(2) }
    await player.shutDown()
  }

  @Test("going back while the end of the track fades brings the sound back")
  func backInFade() async throws {
    await player.play(try steady(1, frames: 300_000), from: .seconds(3), paused: false)
    await player.setNext(try steady(2, frames: 200_000))
    try await log.waitForState("playing") { $0.isPlaying }
    await player.sleep(.endOfTrack)
    try await eventually("fade") { (witness.samples.last ?? 1) < 0.4 }
    await player.seek(to: .zero)
    try await eventually("full level") { witness.samples.last == 0.5 }
    #expect(log.states.filter(\.isPaused).isEmpty && !log.reports.contains(.sleep(.off)))
    await player.shutDown()
  }

  @Test("when the last track ends, the timer is over and what is played next is heard")
  func endOfLastTrack() async throws {
    await player.play(try steady(1, frames: 60_000), from: .zero, paused: false)
    await player.setNext(nil)
    try await log.waitForState("playing") { $0.isPlaying }
    await player.sleep(.endOfTrack)
    try await log.waitForState("stopped") { $0 == .stopped }
    #expect(log.reports.contains(.sleep(.off)))
    await player.play(try steady(2, frames: 300_000), from: .zero, paused: false)
    try await eventually("full level") { witness.samples.last == 0.5 }
    await player.shutDown()
  }
}
