import Foundation
import Glibc
import Music
import Testing

@testable import Playback

@Suite("Player with a sound server", .serialized)
struct PulseOutputTests {
  let sound: CodedSound
  let server: PulseServer
  let player: Player
  let log: ReportLog
  /// Threads that existed before the player.
  private let others: Set<String>

  init() throws {
    others = Self.threads
    sound = try CodedSound()
    server = try PulseServer()
    let address = server.address
    player = Player { PulseOutput(server: address, ring: $0, report: $1) }
    log = ReportLog(player)
  }

  private func ready(from start: Int = 0) async throws {
    try await log.wait(for: "output", from: start) {
      if case .output(.ready) = $0 { true } else { false }
    }
  }

  @Test("two items come out of the server bit for bit, without a gap, when the clock says so")
  func gapless() async throws {
    try await server.start()
    try await ready()
    let recording = try await Recording(of: server)
    let (one, two) = (
      try await sound.item(1, 0..<66001), try await sound.item(2, 66001..<120_000)
    )
    await player.play(one, from: .zero, paused: false)
    await player.setNext(two)
    try await log.wait(for: "question") { $0 == .wantsNext(after: two.id) }
    await player.setNext(nil, after: two.id)
    try await log.waitForState("end") { $0.isStopped }
    try await eventually("last frame") { recording.numbers.contains(119_999) }
    let numbers = recording.numbers
    #expect(numbers.compactMap { $0 } == Array(0..<120_000))
    let first = try #require(numbers.firstIndex(of: 0))
    #expect(numbers[first..<first + 120_000].allSatisfy { $0 != nil })
    #expect(log.finished == [one.id, two.id])
    try expectExactClocks(recording, numbers, starts: [one.id: 0, two.id: 66001])
    await player.shutDown()
  }

  /// Checks that every reported clock's frame was heard within 20 ms of its time.
  private func expectExactClocks(
    _ recording: Recording, _ numbers: [Int?], starts: [PlayID: Int], _ label: String = ""
  ) throws {
    for case .playing(let id, let clock) in log.states where clock.isAdvancing {
      let start = try #require(starts[id])
      let frame = start + Int((clock.position.seconds * 44100).rounded())
      guard let index = numbers.lastIndex(of: frame) else { continue }
      let error = Recording.seconds(clock.at) - recording.heard(at: index)
      #expect(abs(error) < 0.02, "\(label) at \(clock.position): \(error * 1000) ms")
    }
  }

  @Test("a pause is silent, corks the stream, clicks at neither end and loses nothing")
  func pause() async throws {
    try await server.start()
    try await ready()
    let recording = try await Recording(of: server)
    let item = try await sound.item(1, 0..<88200)
    await player.play(item, from: .zero, paused: false)
    await player.setNext(nil)
    try await eventually("sound") { recording.numbers.contains { $0 ?? 0 > 20000 } }
    await player.pause()
    try await log.waitForState("paused") { $0.isPaused }
    try await eventually("silence") { recording.numbers.suffix(11025).allSatisfy { $0 == nil } }
    #expect(try await server.control("list", "sink-inputs").contains("Corked: yes"))
    let last = try #require(recording.numbers.last { $0 != nil } ?? nil)
    let shown = try #require(log.states.last?.clock)
    #expect(abs(shown.position.seconds - Double(last) / 44100) < 0.02)
    await player.resume()
    try await log.waitForState("end") { $0.isStopped }
    try await eventually("last frame") { recording.numbers.contains(88199) }
    let numbers = recording.numbers
    // Faded frames included: the reader checks their number and their gain.
    #expect(numbers.compactMap { $0 } == Array(0..<88200))
    #expect(recording.ramps == (entries: 1, exits: 1))
    try expectExactClocks(recording, numbers, starts: [item.id: 0])
    await player.shutDown()
  }

  @Test("pauses that are taken back at once, in the middle of their fade and later lose nothing")
  func pauses() async throws {
    try await server.start()
    try await ready()
    let recording = try await Recording(of: server)
    let item = try await sound.item(1, 0..<220_500)
    await player.play(item, from: .zero, paused: false)
    await player.setNext(nil)
    try await log.waitForState("playing") { $0.isPlaying }
    for milliseconds in [0, 3, 11, 23, 37, 55, 80, 150, 1, 19] {
      try await Task.sleep(for: .milliseconds(173))
      await player.pause()
      try await Task.sleep(for: .milliseconds(milliseconds))
      await player.resume()
    }
    try await log.waitForState("end") { $0.isStopped }
    try await eventually("last frame") { recording.numbers.contains(220_499) }
    #expect(breaks(in: recording.frames) == [])
    #expect(recording.frames.count == 220_500)
    try expectExactClocks(recording, recording.numbers, starts: [item.id: 0])
    await player.shutDown()
  }

  @Test("a seek brings the frame that was asked for, without silence between")
  func seek() async throws {
    try await server.start()
    try await ready()
    let recording = try await Recording(of: server)
    let item = try await sound.item(1, 0..<882_000)
    await player.play(item, from: .zero, paused: false)
    try await log.waitForState("playing") { $0.isPlaying }
    // Seek latency is measured by the sound benchmark. On a busy machine a period of the sink can
    // pass in silence, though not each time.
    let places = [10, 3, 15, 6, 17]
    var silences: [Int] = []
    for position in places {
      try await Task.sleep(for: .milliseconds(300))
      let start = log.reports.count
      await player.seek(to: .seconds(position))
      try await log.waitForState("landed", from: start) { $0.isPlaying }
      let target = position * 44100
      try await eventually("new sound") { recording.numbers.contains(target + 2000) }
      let numbers = recording.numbers
      let index = try #require(numbers.firstIndex(of: target))
      silences.append(numbers[index - 2000..<index].count { $0 == nil })
      #expect(numbers[index..<index + 2000].compactMap { $0 } == Array(target..<target + 2000))
    }
    #expect(silences.contains(0), "\(silences)")
    // One more entry ramp for each underrun.
    let late = log.reports.count { if case .buffering = $0 { true } else { false } }
    #expect(recording.ramps.entries == places.count + late)
    try expectExactClocks(recording, recording.numbers, starts: [item.id: 0])
    await player.shutDown()
  }

  @Test("after the server is killed and comes back, the sound goes on where it stopped")
  func serverKilled() async throws {
    try await server.start()
    try await ready()
    let item = try await sound.item(1, 0..<882_000)
    let played = ContinuousClock.now
    await player.play(item, from: .seconds(2), paused: false)
    try await log.waitForState("playing") { $0.isPlaying }
    try await eventually("half a second") {
      log.states.last?.clock.map { $0.position(at: .now) > .seconds(2.5) } ?? false
    }
    let start = log.reports.count
    server.kill()
    let lost = try await log.wait(for: "loss", from: start) {
      $0 == .output(.unavailable("the sound server went away; retrying"))
    }
    let held = try #require(log.states.last?.clock)
    #expect(!held.isAdvancing)
    #expect(held.position > .seconds(2.3))
    #expect(held.position < .seconds(2.1) + played.duration(to: .now))
    let began = ContinuousClock.now
    try await server.start()
    let recording = try await Recording(of: server)
    try await log.waitForState("return", from: lost) { $0.clock?.isAdvancing == true }
    try await eventually("sound") { recording.numbers.contains { $0 != nil } }
    let first = try #require(recording.numbers.first { $0 != nil } ?? nil)
    // The recording may have started after the sound.
    #expect(Double(first) / 44100 > held.position.seconds - 0.1)
    #expect(Double(first) / 44100 < held.position.seconds + 0.1 + began.duration(to: .now).seconds)
    try await Task.sleep(for: .milliseconds(300))
    let numbers = recording.numbers
    try expectExactClocks(recording, numbers, starts: [item.id: 0])
    #expect(breaks(in: numbers.compactMap { $0 }).isEmpty)
    await player.shutDown()
  }

  @Test("without a server it says so, and plays when one comes up")
  func lateServer() async throws {
    try await log.wait(for: "no server") {
      if case .output(.unavailable) = $0 { true } else { false }
    }
    let item = try await sound.item(1, 0..<44100)
    await player.play(item, from: .zero, paused: false)
    await player.setNext(nil)
    #expect(!log.states.contains { $0.isPlaying })
    try await server.start()
    try await log.waitForState("playing") { $0.isPlaying }
    try await log.waitForState("end") { $0.isStopped }
    #expect(log.finished == [item.id])
    #expect(
      log.reports.filter { if case .output(.unavailable) = $0 { true } else { false } }.count == 1)
    await player.shutDown()
  }

  @Test("when the device is taken away and another appears, the sound goes on there")
  func sinkRemoved() async throws {
    try await server.start()
    try await ready()
    let item = try await sound.item(1, 0..<882_000)
    await player.play(item, from: .zero, paused: false)
    try await log.waitForState("playing") { $0.isPlaying }
    let start = log.reports.count
    try await server.control("unload-module", "module-null-sink")
    let lost = try await log.wait(for: "loss", from: start) {
      $0 == .output(.unavailable("the sound device went away; retrying"))
    }
    try await server.control(
      "load-module", "module-null-sink", "sink_name=test", "format=float32le", "rate=44100",
      "norewinds=1")
    try await log.waitForState("return", from: lost) { $0.clock?.isAdvancing == true }
    await player.shutDown()
  }

  @Test("the volume is the program's own, and a change from outside is reported")
  func volume() async throws {
    try await server.start()
    try await ready()
    await player.setVolume(0.5)
    try await eventually("volume") {
      (try? await self.server.control("list", "sink-inputs"))?.contains(" 50%") == true
    }
    let list = try await server.control("list", "short", "sink-inputs")
    let index = try #require(list.split(separator: "\t").first.map(String.init))
    try await server.control("set-sink-input-mute", index, "1")
    try await log.wait(for: "mute") { $0 == .volume(0.5, isMuted: true) }
    await player.shutDown()
  }

  @Test("nothing is woken while paused")
  func sleepsWhilePaused() async throws {
    try await server.start()
    try await ready()
    await player.play(try await sound.item(1, 0..<882_000), from: .zero, paused: false)
    try await log.waitForState("playing") { $0.isPlaying }
    await player.pause()
    try await log.waitForState("paused") { $0.isPaused }
    // Pending work ends before the count.
    try await eventually("rest") {
      let before = wakeUps()
      try? await Task.sleep(for: .milliseconds(200))
      return wakeUps() == before
    }
    let before = wakeUps()
    try await Task.sleep(for: .seconds(2))
    #expect(wakeUps() - before <= 1)
    await player.shutDown()
  }

  private static var threads: Set<String> {
    Set((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? [])
  }

  /// The total number of wake-ups of the player's threads.
  private func wakeUps() -> Int {
    Self.threads.subtracting(others).reduce(0) { sum, task in
      let folder = "/proc/self/task/\(task)"
      guard let name = try? String(contentsOfFile: folder + "/comm", encoding: .utf8),
        ["pa-audio\n", "decode\n"].contains(name),
        let status = try? String(contentsOfFile: folder + "/status", encoding: .utf8),
        let line = status.split(separator: "\n").first(where: {
          $0.hasPrefix("voluntary_ctxt_switches")
        })
      else { return sum }
      return sum + (Int(line.split(separator: "\t").last ?? "0") ?? 0)
    }
  }
}
