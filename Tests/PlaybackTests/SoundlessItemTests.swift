import Music
import Testing

@testable import Playback

/// Files without a single audible frame.
@Suite("Items without a sound", .serialized)
struct SoundlessItemTests {
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

  private func failures(of item: PlayItem) -> Int {
    log.reports.count { if case .failed(item.id, _) = $0 { true } else { false } }
  }

  /// An entry whose start is after the end of its file.
  private func soundless(_ id: Int64) async throws -> PlayItem {
    var item = try await sound.item(id, 0..<22_050)
    item.start = .seconds(20)
    return item
  }

  @Test("one that is played fails, says why, and counts as no play")
  func alone() async throws {
    let item = try await soundless(1)
    await player.play(item, from: .zero, paused: false)
    let failed = try await log.wait(for: "failure") {
      $0 == .failed(item.id, reason: "there is no sound in it")
    }
    try await log.waitForState("stop", from: failed) { $0.isStopped }
    #expect(witness.frames == 0 && log.finished.isEmpty && failures(of: item) == 1)
    await player.shutDown()
  }

  @Test("one that was to follow fails, and what is named in its place is joined without a gap")
  func following() async throws {
    let (one, two) = (try await sound.item(1, 0..<66_150), try await sound.item(2, 66_150..<90_000))
    let item = try await soundless(3)
    await player.play(one, from: .zero, paused: false)
    let asked = try await log.wait(for: "question") { $0 == .wantsNext(after: one.id) }
    await player.setNext(item)
    let failed = try await log.wait(for: "failure", from: asked) {
      $0 == .failed(item.id, reason: "there is no sound in it")
    }
    try await log.wait(for: "question", from: failed) { $0 == .wantsNext(after: one.id) }
    await player.setNext(two)
    try await log.wait(for: "question") { $0 == .wantsNext(after: two.id) }
    await player.setNext(nil, after: two.id)
    try await log.waitForState("end") { $0.isStopped }
    #expect(witness.frames == 90_000 && witness.breaks.isEmpty && witness.silent == 0)
    #expect(log.finished == [one.id, two.id] && failures(of: item) == 1)
    await player.shutDown()
  }

  @Test("a FLAC file that was cut short plays what there is of it, or fails", arguments: 0..<12)
  func truncated(step: Int) async throws {
    let item = try await sound.item(1, 0..<22_050)
    let bytes = try sound.bytes(of: "1.flac")
    let first = try #require(
      bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xF8 })
    // Cut at points from before the first frame to after the second.
    try sound.write("1.flac", Array(bytes.prefix(first + step * step * 100)))
    await player.play(item, from: .zero, paused: false)
    await player.setNext(nil)
    try await log.waitForState("stop") { $0.isStopped }
    await player.shutDown()
    #expect(witness.frames > 0 || failures(of: item) == 1, "\(log.story)")
    #expect(witness.frames > 0 || log.finished.isEmpty)
  }
}
