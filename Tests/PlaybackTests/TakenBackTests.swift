import Music
import Testing

@testable import Playback

@Suite("What follows is taken back", .serialized)
struct TakenBackTests {
  @Test("without the item that was to fade in, the one before it is heard to its last frame")
  func fade() async throws {
    let sound = try CodedSound()
    let witness = FrameWitness()
    let player = Player { NullOutput(ring: $0, report: $1, listener: { witness.hear($0) }) }
    let log = ReportLog(player)
    var item = try await sound.item(1, 0..<132_300)
    item.crossfade = .seconds(1)
    await player.play(item, from: .zero, paused: false)
    await player.setNext(try await sound.item(2, 500_000..<600_000))
    try await eventually("next decoded") { await player.timeline.hasNext }
    #expect(await player.timeline.boundary == 88_200)
    await player.setNext(nil)
    try await eventually("taken back") { await !player.timeline.hasNext }
    #expect(await player.timeline.boundary == 132_300)
    try await log.waitForState("end") { $0.isStopped }
    #expect(witness.last == 132_299 && witness.frames == 132_300 && witness.breaks.isEmpty)
    #expect(log.reports.contains(.finished(item.id, heard: 1, reachedEnd: true)))
    await player.shutDown()
  }
}
