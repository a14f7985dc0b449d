import Music
import Testing

@testable import Playback

@Suite("An item that is changed while it plays", .serialized)
struct AdjustingTests {
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

  @Test("its gain is heard at once, within a ramp")
  func gain() async throws {
    var item = try sound.wave(1, [Int16](repeating: 8192, count: 400_000))
    await player.play(item, from: .zero, paused: false)
    await player.setNext(nil)
    // Enough decoded sound to rule out an underrun on a busy machine.
    let ring = await player.ring
    try await eventually("sound") { witness.samples.last == 0.25 && ring.fill > 44_100 }
    let jumps = witness.jumps
    item.gain = 6
    #expect(await player.adjust(item))
    let louder = 0.25 * RenderSettings.factor(6)
    try await eventually("louder") { witness.samples.last == louder }
    #expect(witness.jumps == jumps)
    #expect(witness.slopes(outside: 0...0.002).isEmpty)
    // The gain also holds after a seek.
    await player.seek(to: .seconds(4))
    var heard: [Float] = []
    try await eventually("jump") {
      let now = witness.sinceJump
      heard = now.samples
      return now.jumps > jumps && heard.count > 2000
    }
    #expect(heard.last == louder)
    await player.shutDown()
  }

  @Test("an end that lies ahead is its end, and one that does not counts the next time")
  func end() async throws {
    var item = try await sound.item(1, 0..<441_000)
    let next = try await sound.item(2, 500_000..<510_000)
    // Paused, so that the item cannot end before it is adjusted.
    await player.play(item, from: .milliseconds(500), paused: true)
    await player.setNext(next)
    try await log.waitForState("place") { $0.isPaused }
    item.end = .milliseconds(100)
    #expect(await !player.adjust(item))
    item.end = .milliseconds(1500)
    let start = log.reports.count
    #expect(await player.adjust(item))
    try await log.waitForState("place again", from: start) { $0.isPaused }
    await player.resume()
    try await log.wait(for: "question") { $0 == .wantsNext(after: next.id) }
    await player.setNext(nil, after: next.id)
    try await log.waitForState("end") { $0.isStopped }
    #expect(log.finished == [item.id, next.id])
    let isJoined = witness.breaks.map { [$0.from, $0.to] } == [[66_149, 500_000]]
    #expect(isJoined && witness.last == 509_999)
    await player.shutDown()
  }
}
