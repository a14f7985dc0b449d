import Music
import Testing

@testable import Playback

@Suite("Sound that begins in the middle", .serialized)
struct EntryRampTests {
  /// The samples of a file's first frames: each is its number.
  private static func numbers(_ count: Int) -> [Float] { (0..<count).map { Float($0) / 32768 } }

  @Test("is let in by a ramp, and a file's own first frames are left as they are")
  func ramps() async throws {
    let sound = try CodedSound()
    let witness = FrameWitness(keepsSamples: true)
    let player = Player { NullOutput(ring: $0, report: $1, listener: { witness.hear($0) }) }
    let item = try await sound.item(1, 0..<200_000)
    await player.play(item, from: .zero, paused: false)
    try await eventually("sound") { witness.frames > 1000 }
    #expect(Array(witness.samples.prefix(1000)) == EntryRampTests.numbers(1000))
    let count = witness.jumps
    await player.seek(to: .seconds(2))
    var heard: [Float] = []
    try await eventually("jump") {
      let now = witness.sinceJump
      heard = now.samples
      return now.jumps > count && heard.count > 2000
    }
    let gains = (1...352).map { Float($0) / 352 }
    for (index, gain) in gains.enumerated() {
      #expect(abs(heard[index] - Float((88_200 + index) & 0x7fff) / 32768 * gain) < 1e-4)
    }
    #expect(heard[352] == Float((88_200 + 352) & 0x7fff) / 32768)
    #expect(witness.breaks.isEmpty && witness.entries == 1)
    let starts = witness.jumps
    await player.seek(to: .zero)
    try await eventually("start") {
      let now = witness.sinceJump
      heard = now.samples
      return now.jumps > starts && heard.count > 1000
    }
    #expect(Array(heard.prefix(500)) == EntryRampTests.numbers(500))
    await player.shutDown()
  }
}
