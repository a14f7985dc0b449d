import Foundation
import Music
import Testing

@testable import Playback

/// The position reported in a damaged file is that of the sound heard.
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
    let (player, output) = try ScriptedOutput.withPlayer()
    let log = ReportLog(player)
    await player.play(item, from: .zero, paused: false)
    await player.setNext(nil)
    try await eventually("jump") { output.commands.last == .run }
    try await eventually("all of it") { await player.timeline.end != nil }
    let timeline = await player.timeline
    // The number of each frame in the ring is its position in the file.
    var reader = CodedReader()
    var taken = 0
    var wrong: [String] = []
    var told: [(frame: Int, number: Int)] = []
    while true {
      let samples = output.ring.receive(4_410)
      if samples.isEmpty { break }
      let frames = stride(from: 0, to: samples.count, by: 2).map {
        SIMD2(samples[$0], samples[$0 + 1])
      }
      for number in reader.read(frames) {
        defer { taken += 1 }
        guard let number else { continue }
        let shown = timeline.position(of: FrameNumber(taken)).seconds
        if abs(shown - Double(number) / 44100) > 0.11 { wrong.append("\(number) at \(shown)") }
        if taken % 4_410 == 0 { told.append((taken, number)) }
      }
    }
    // A discontinuity is reported with the end of the block after the hole.
    #expect(taken > 100_000 && wrong.count < 10_000, "\(wrong.count): \(wrong.prefix(5))")
    let gaps = zip(told, told.dropFirst()).filter { $1.number - $0.number > 44_100 }
    #expect(gaps.count == 1)
    // The player reports the same position when the frame is heard.
    for (frame, number) in [try #require(told.first), try #require(told.last)] {
      let start = log.reports.count
      output.tick(FrameNumber(frame))
      try await log.waitForState("position of \(number)", from: start) {
        guard let shown = $0.clock?.position.seconds else { return false }
        return abs(shown - Double(number) / 44100) < 0.11
      }
    }
    output.tick(FrameNumber(taken))
    try await log.wait(for: "end") { $0 == .finished(item.id, heard: 1, reachedEnd: true) }
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
    let aftermath = SamplesSinceJump(keeping: 44_100 * 4)
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
    for position in [1.5, 3, 3.5] {
      let before = log.reports.count
      await player.seek(to: .seconds(position))
      try await log.waitForState("sought", from: before) { $0.isPlaying }
      try await eventually("sound") { aftermath.first != nil }
      let wanted = try #require(aftermath.first)
      let end = wanted.count - 1
      let found = (0..<heard.count - wanted.count).first { (index: Int) -> Bool in
        heard[index + end] == wanted[end]
          && withEntryRamp(Array(heard[index...index + end])) == wanted
      }
      let index = try #require(found)
      let shown = timeline.position(of: start + FrameNumber(index))
      #expect(abs(shown.seconds - position) < 0.11, "\(shown) and not \(position)")
    }
    await player.shutDown()
  }
}
