import Foundation
import Music
import Testing

@testable import Playback

/// A player, a sound server of its own that is not started yet, and the player's reports.
struct PulseScene {
  let sound: CodedSound
  let server: PulseServer
  let player: Player
  let log: ReportLog
  let output: PulseOutput

  /// - Parameter stall: called on the pulse thread before each report.
  init(stall: @escaping @Sendable (OutputEvent) -> Void = { _ in }) throws {
    sound = try CodedSound()
    server = try PulseServer()
    let address = server.address
    var made: PulseOutput?
    player = Player { ring, report in
      let output = PulseOutput(server: address, ring: ring) {
        stall($0)
        report($0)
      }
      made = output
      return output
    }
    output = try #require(made)
    log = ReportLog(player)
  }

  /// Waits until the output is ready.
  @discardableResult
  func ready(_ description: String? = nil, from start: Int = 0) async throws -> Int {
    try await log.wait(for: "output \(description ?? "")", from: start) {
      if case .output(.ready(let text)) = $0 {
        description == nil || text == description
      } else {
        false
      }
    }
  }

  @discardableResult
  func unavailable(_ reason: String? = nil, from start: Int = 0) async throws -> Int {
    try await log.wait(for: "loss \(reason ?? "")", from: start) {
      if case .output(.unavailable(let text)) = $0 {
        reason == nil || text == reason
      } else {
        false
      }
    }
  }

  /// Plays twenty seconds of sound, whose frames are numbered from 0.
  @discardableResult
  func playing() async throws -> PlayItem {
    let item = try await sound.item(1, 0..<882_000)
    await player.play(item, from: .zero, paused: false)
    await player.setNext(nil)
    try await advancing(from: 0)
    return item
  }

  /// Plays the same at another speed, up to a position.
  func playing(at speed: Double, until position: Duration) async throws {
    var settings = SoundSettings()
    settings.speed = speed
    await player.setSound(settings)
    try await playing()
    try await log.waitForState("speed") { $0.clock?.speed == speed }
    try await eventually("place") {
      log.states.last?.clock.map { $0.position(at: .now) > position } ?? false
    }
  }

  @discardableResult
  func advancing(from start: Int) async throws -> Int {
    try await log.waitForState("sound", from: start) { $0.clock?.isAdvancing == true }
  }

  @discardableResult
  func standing(from start: Int) async throws -> Int {
    try await log.waitForState("standstill", from: start) { $0.clock?.isAdvancing == false }
  }

  /// Whether the server plays the one stream to a sink.
  func isStream(on sink: String) async throws -> Bool {
    let inputs = try await server.control("list", "sink-inputs")
    let sinks = try await server.control("list", "short", "sinks")
    let index = sinks.split(separator: "\n").first { $0.contains("\t\(sink)\t") }?
      .split(separator: "\t").first
    return inputs.contains("Sink: \(index ?? "none")\n")
  }

  /// The position in a state report.
  func position(_ number: Int) throws -> Duration {
    guard case .state(let state) = log.reports[number], let clock = state.clock else {
      throw SoundFault.command("no position in \(log.reports[number])")
    }
    return clock.position
  }

  /// Checks that the first clock after a standstill continues at the held position: ahead of it by
  /// no more than the time since `began`, before which there was no sound.
  func expectReturn(
    _ number: Int, to held: Duration, since began: ContinuousClock.Instant, within error: Double
  ) throws {
    guard case .state(let state) = log.reports[number], let clock = state.clock else {
      throw SoundFault.command("no clock in \(log.reports[number])")
    }
    let moved = (clock.position - held).seconds
    #expect(moved > -error && moved < error + began.duration(to: clock.at).seconds)
  }

  /// Checks that the frame of every clock reported from `start` on was heard within 30 ms of its
  /// time, as far as recorded, and so was the last frame by the last clock.
  func expectExactClocks(_ recording: Recording, from start: Int = 0) {
    let numbers = recording.numbers
    let reports = log.reports
    for case .state(.playing(_, let clock)) in reports[start...] where clock.isAdvancing {
      let frame = Int((clock.position.seconds * 44100).rounded())
      guard let index = numbers.lastIndex(of: frame) else { continue }
      let error = Recording.seconds(clock.at) - recording.heard(at: index)
      #expect(abs(error) < 0.03, "at \(clock.position): \(error * 1000) ms")
    }
    guard let index = numbers.lastIndex(where: { $0 != nil }), let frame = numbers[index],
      let clock = log.states.last?.clock
    else {
      Issue.record("nothing was recorded")
      return
    }
    if !clock.isAdvancing {
      // After an underrun the clock stands still until there is sound.
      let isLate = reports[start...].contains { if case .buffering = $0 { true } else { false } }
      #expect(isLate, "the last clock stands still")
      return
    }
    let passed = recording.heard(at: index) - Recording.seconds(clock.at)
    let error = clock.position.seconds + passed - Double(frame) / 44100
    #expect(abs(error) < 0.03, "last: \(error * 1000) ms")
  }
}
