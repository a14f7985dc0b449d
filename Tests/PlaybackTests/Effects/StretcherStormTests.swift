import Testing

@testable import Playback

@Suite("Stretcher under random commands")
struct StretcherStormTests {
  private struct Storm {
    var chance: RepeatableGenerator
    let sound: StretchedSound
    var (put, finished, position) = (0, false, 0.0)
    var memory = [Float](repeating: 0, count: 2 * 20_000)

    init(seed: UInt64, rate: Int) {
      chance = RepeatableGenerator(seed)
      sound = StretchedSound(rate: rate)
      let odd: [Float] = [
        .nan, .infinity, -.infinity, .greatestFiniteMagnitude,
        .leastNonzeroMagnitude, 300, 0,
      ]
      for index in memory.indices {
        memory[index] =
          Int.random(in: 0..<500, using: &chance) == 0
          ? odd.randomElement(using: &chance) ?? 0 : Float.random(in: -1...1, using: &chance)
      }
    }

    mutating func feed() {
      let room = stretchRoom(sound.stretcher)
      #expect(room >= 0)
      let count = Int.random(in: 0...9000, using: &chance)
      let taken = stretchPut(sound.stretcher, memory, count)
      #expect(taken == (finished ? 0 : min(count, room)))
      put += taken
    }

    mutating func receive() {
      let count = Int.random(in: 0...3000, using: &chance)
      let wanted = stretchInputWanted(sound.stretcher, outFrames: count)
      let (taken, finite) = receive(count)
      #expect(taken <= count && finite)
      if !finished { #expect((taken == count) == (wanted == 0)) }
      // Room for the missing input, or output to take: progress is always possible.
      if taken == 0, wanted > 0 { #expect(stretchRoom(sound.stretcher) > 0) }
    }

    mutating func receive(_ count: Int) -> (taken: Int, isFinite: Bool) {
      var out = [Float](repeating: .nan, count: count * 2 + 2)
      let taken = stretchTake(sound.stretcher, &out, count)
      // Nothing is written beyond the frames returned.
      #expect(out[taken * 2].isNaN && out[count * 2].isNaN)
      let now = sound.position
      #expect(now >= position && now <= Double(put))
      position = now
      return (taken, out.prefix(taken * 2).allSatisfy { $0.isFinite })
    }

    mutating func reset() {
      stretchReset(sound.stretcher)
      (put, finished, position) = (0, false, 0)
      #expect(sound.position == 0)
    }

    mutating func drain() {
      stretchFinish(sound.stretcher)
      finished = true
      var taken = 0
      repeat { taken = receive(700).taken } while taken == 700
      #expect(sound.position == Double(put))
      #expect(stretchRoom(sound.stretcher) == 0)
    }

    mutating func setSpeed() {
      let odd = [Double.nan, .infinity, -.infinity, 0, -1, 1e300, 1, 1, 1, 1.000001, 0.999]
      let speed =
        Bool.random(using: &chance)
        ? odd.randomElement(using: &chance) ?? 1 : Double.random(in: 0.5...3, using: &chance)
      sound.setSpeed(speed)
      #expect((0.5...3).contains(sound.stretcher.pointee.speed))
    }
  }

  @Test(
    "never loses count, never gets stuck, and gives out finite sound",
    arguments: 0..<12, [8_000, 44_100])
  func storm(seed: Int, rate: Int) {
    var storm = Storm(seed: UInt64(seed), rate: rate)
    for _ in 0..<400 {
      switch Int.random(in: 0..<100, using: &storm.chance) {
      case ..<40: storm.feed()
      case ..<80: storm.receive()
      case ..<96: storm.setSpeed()
      case ..<98: storm.reset()
      default:
        storm.drain()
        storm.reset()
      }
    }
    storm.drain()
  }
}
