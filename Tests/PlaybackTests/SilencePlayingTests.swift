import Foundation
import Music
import Testing

@testable import Playback

/// Shortened silence through the engine: positions stay those of the file.
@Suite("Shortened silence in playing", .serialized)
struct SilencePlayingTests {
  private let speech = MadeSpeech(pauses: [0.9, 0.3, 1, 2, 0.7])
  private let second = MadeSpeech(pauses: [1.2, 0.65, 0.4, 1.6])

  @Test(
    "each frame of the ring is the file's at the position that is reported, in both items",
    arguments: [0, 1.1])
  func positions(from start: Double) async throws {
    let scene = try DecodeScene()
    let items = [
      try scene.sound.wave(1, speech.sixteenBits), try scene.sound.wave(2, second.sixteenBits),
    ]
    try await scene.start(
      items[0], from: .seconds(start), before: items[1], shortensSilence: true)
    _ = try await scene.event("end") {
      if case .ended(_, let id, _, _) = $0, id == items[1].id { true } else { nil }
    }
    var timeline = scene.timeline
    let (first, end) = (try #require(timeline.current?.start), try #require(timeline.end))
    try await scene.hear(upTo: Int(end - first))
    for (item, source) in zip(items, [speech, second]) {
      let segment = try #require(timeline.current)
      #expect(segment.item == item)
      #expect(segment.shifts.count == (item == items[0] && start == 0 ? 4 : 3))
      let length = Duration.seconds(Double(source.samples.count) / 44_100)
      #expect(segment.duration.map { abs(($0 - length).seconds) < 1e-6 } ?? false)
      let samples = source.sixteenBits
      let fades = segment.shifts.map { $0.start..<$0.start + 441 }
      var wrong = 0
      // The entry ramp into the middle of a file changes the first frames.
      for frame in max(segment.start, first + 441)..<(timeline.boundary ?? 0)
      where !fades.contains(where: { $0.contains(frame) }) {
        let position = timeline.position(of: frame)
        let place = Int((position.seconds * 44_100).rounded())
        let expected = samples.indices.contains(place) ? Float(samples[place]) / 32768 : .nan
        if scene.heard[Int(frame - first)] != expected { wrong += 1 }
        // And back: where a timer waits for that position.
        let back = timeline.frame(of: position, in: item.id.track)
        if frame > segment.start, back != frame { wrong += 1 }
      }
      #expect(wrong == 0)
      timeline.advance()
    }
  }

  @Test("two parts follow each other without a gap, each as long as its words and short gaps")
  func parts() async throws {
    let rendering = try Rendering()
    var settings = SoundSettings()
    settings.shortensSilence = true
    await rendering.player.setSound(settings)
    let items = [
      try rendering.sound.wave(1, speech.sixteenBits),
      try rendering.sound.wave(2, second.sixteenBits, rate: 44_100),
    ]
    let heard = try await rendering.play(items)
    // Gaps of 0.9, 1, 2, 0.7 and 1.2, 0.65, 1.6 s, each longer by the soft ends of words.
    let cut = Double(speech.samples.count + second.samples.count - heard.count) / 44_100
    #expect(abs(cut - (8.05 - 7 * 0.3)) < 0.25, "\(cut) s")
    #expect(rendering.log.finished == items.map(\.id))
    #expect(
      rendering.log.story.filter { if case .finished(_, 1, true) = $0 { true } else { false } }
        .count == 2)
  }

  @Test("turned on while a gap plays, it goes on at the same position")
  func turnedOn() async throws {
    let sound = try CodedSound()
    let player = Player { NullOutput(ring: $0, report: $1) }
    let log = ReportLog(player)
    let long = MadeSpeech(pauses: [0.2, 8, 1, 1])
    let item = try sound.wave(1, long.sixteenBits)
    await player.play(item, from: .milliseconds(900), paused: false)
    await player.setNext(nil)
    try await log.waitForState("playing") { $0.isPlaying }
    let seen = log.reports.count
    var settings = SoundSettings()
    settings.shortensSilence = true
    await player.setSound(settings)
    // The rest of the gap is 0.3 s long, and its end is at 8.6 s.
    try await log.waitForState("behind the gap", from: seen) {
      $0.isPlaying && $0.clock.map { (8.3...8.7).contains($0.position.seconds) } ?? false
    }
    try await log.waitForState("end") { $0.isStopped }
    #expect(log.finished == [item.id])
    await player.shutDown()
  }
}
