import Foundation
import Music
import Testing

@testable import Playback

/// That the position reported is that of what is heard, where a file has been damaged.
@Suite("Position in damaged files", .serialized)
struct PositionTests {
  let sound: CodedSound

  init() throws { sound = try CodedSound() }

  @Test("behind a hole in a FLAC file the position is that of the frame that is heard")
  func hole() async throws {
    let item = try await sound.item(1, 0..<220_500)
    var bytes = try sound.bytes(of: "1.flac")
    bytes.removeSubrange(bytes.count * 3 / 10..<bytes.count * 6 / 10)
    try sound.write("1.flac", bytes)
    let witness = Earwitness()
    let player = Player { NullOutput(ring: $0, report: $1, listener: { witness.hear($0) }) }
    let log = ReportLog(player)
    await player.play(item, from: .zero, paused: false)
    await player.setNext(nil)
    try await log.waitForState("sound") { $0.isPlaying }
    var before = 0
    var behind = 0
    var wrong = 0
    while !(log.states.last?.isStopped ?? true) {
      try await Task.sleep(for: .milliseconds(50))
      guard let taken = witness.last, case .playing(_, let clock) = log.states.last else {
        continue
      }
      // The null output takes its sound up to 200 ms ahead, every 50 ms.
      let lead = taken - Int(clock.position(at: .now).seconds * 44100)
      guard (-4_410..<13_230).contains(lead) else {
        wrong += 1
        continue
      }
      if taken < 60_000 { before += 1 } else if taken > 140_000 { behind += 1 }
    }
    // Right at the hole the two are not at the same place.
    #expect(before > 10 && behind > 10 && wrong < 10, "\(before) \(wrong) \(behind)")
    let gaps = witness.breaks.filter { $0.to - $0.from > 44_100 }
    #expect(gaps.count == 1)
    #expect(log.finished == [item.id])
    await player.shutDown()
  }

  @Test("behind garbage in an MP3 file the same is heard that a seek to the position finds")
  func garbage() async throws {
    let wave = try sound.wave(9, rising(44_100 * 8, rate: 44100))
    try await sound.encode("a.mp3", from: wave, ["-q:a", "4"])
    var bytes = try sound.bytes(of: "a.mp3")
    var generator = SeededGenerator(seed: 5)
    let garbage = (0..<60_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    bytes.insert(contentsOf: garbage, at: bytes.count / 4)
    try sound.write("a.mp3", bytes)
    let aftermath = Aftermath(keeping: 44_100 * 4)
    let player = Player { NullOutput(ring: $0, report: $1, listener: { aftermath.hear($0) }) }
    let log = ReportLog(player)
    await player.play(
      sound.item(1, at: sound.path("a.mp3")), from: .zero, paused: true)
    await player.setNext(nil)
    try await eventually("scan") { await !player.indices.isEmpty }
    await player.seek(to: .seconds(1))
    await player.resume()
    // The garbage is at two seconds.
    try await eventually("sound") { aftermath.all.count > 44_100 * 3 }
    let heard = aftermath.all
    let timeline = await player.timeline
    let start = try #require(timeline.current?.start)
    for place in [1.5, 3, 3.5] {
      let before = log.reports.count
      await player.seek(to: .seconds(place))
      try await log.waitForState("sought", from: before) { $0.isPlaying }
      try await eventually("sound") { aftermath.first != nil }
      let wanted = try #require(aftermath.first)
      let end = wanted.count - 1
      let index = try #require(
        (0..<heard.count - wanted.count).first { index in
          heard[index + end] == wanted[end]
            && letIn(Array(heard[index...index + end])) == wanted
        })
      let shown = timeline.position(of: start + FrameNumber(index))
      #expect(abs(shown.seconds - place) < 0.11, "\(shown) and not \(place)")
    }
    await player.shutDown()
  }
}
