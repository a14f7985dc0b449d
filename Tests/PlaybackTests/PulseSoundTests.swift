import Foundation
import Music
import Testing

@testable import Playback

/// The render core's effects, as played by a real sound server.
@Suite("Fades and speed with a sound server", .serialized)
struct PulseSoundTests {
  let sound: CodedSound
  let server: PulseServer
  let player: Player
  let log: ReportLog

  init() throws {
    sound = try CodedSound()
    server = try PulseServer()
    let address = server.address
    player = Player { PulseOutput(server: address, ring: $0, report: $1) }
    log = ReportLog(player)
  }

  private func begin() async throws -> Recording {
    try await server.start()
    try await log.wait(for: "output") { if case .output(.ready) = $0 { true } else { false } }
    return try await Recording(of: server)
  }

  @Test("the track that fades in is shown when it begins to be heard, and nothing is silent")
  func crossfade() async throws {
    let recording = try await begin()
    var one = try await sound.item(1, 0..<132_300)
    one.crossfade = .seconds(1)
    var two = try await sound.item(2, 200_000..<288_200)
    // Linear curves, whose sum the limiter leaves alone.
    one.album = .init(key: "album", track: 1)
    two.album = .init(key: "album", track: 2)
    await player.play(one, from: .zero, paused: false)
    await player.setNext(two)
    try await log.wait(for: "question") { $0 == .wantsNext(after: two.id) }
    await player.setNext(nil, after: two.id)
    try await log.waitForState("end") { $0.isStopped }
    try await eventually("last frame") { recording.numbers.contains(288_199) }
    let numbers = recording.numbers
    let first = try #require(numbers.firstIndex(of: 0))
    let whole = numbers[first..<first + 132_300 + 44_100]
    #expect(whole.allSatisfy { $0 != nil })
    let isStart = whole.prefix(88_200).compactMap { $0 } == Array(0..<88_200)
    #expect(isStart)
    let isWhole = whole.suffix(44_100).compactMap { $0 } == Array(244_100..<288_200)
    #expect(isWhole)
    let shown = log.states.first { $0.item == two.id && $0.clock?.isAdvancing == true }?.clock
    let clock = try #require(shown)
    let begins = Recording.seconds(clock.at) - clock.position.seconds
    #expect(abs(begins - recording.heard(at: first + 88_200)) < 0.02)
    await player.shutDown()
  }

  @Test("at another speed the position is still what is heard")
  func position() async throws {
    let recording = try await begin()
    let item = try await sound.item(1, 0..<882_000)
    await player.play(item, from: .zero, paused: false)
    await player.setNext(nil)
    try await log.waitForState("playing") { $0.isPlaying }
    for speed in [2.0, 0.75] {
      let start = log.reports.count
      var settings = SoundSettings()
      settings.speed = speed
      await player.setSound(settings)
      try await log.waitForState("other speed", from: start) { $0.clock?.speed == speed }
      try await Task.sleep(for: .milliseconds(1_200))
      let clock = try #require(log.states.last?.clock)
      let from = recording.numbers.count - 22_050
      try await Task.sleep(for: .milliseconds(300))
      let numbers = recording.numbers
      // Frames that the stretcher copies carry their numbers; frames that it fades do not.
      var errors: [Double] = []
      for index in stride(from: from, to: from + 20_000, by: 100) {
        guard let number = numbers[index], numbers[index + 50] == number + 50 else { continue }
        let time = recording.heard(at: index) - Recording.seconds(clock.at)
        let shown = clock.position.seconds + time * clock.speed
        errors.append(shown - Double(number) / 44100)
      }
      #expect(errors.count > 20)
      let middle = errors.sorted()[errors.count / 2]
      #expect(abs(middle) < 0.03, "at speed \(speed): \(middle * 1000) ms")
    }
    await player.shutDown()
  }
}
