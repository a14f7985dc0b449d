import Music
import Testing

@testable import Playback

@Suite("Limiter")
struct LimiterTests {
  @Test("what lies within full scale passes bit for bit")
  func bitExact() {
    var music = noise(100_000, seed: 1)
    let edges: [Float] = [
      1, -1, 0, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude,
      Float(1).nextDown, Float(-1).nextUp, Float(bitPattern: 77), Float(bitPattern: 0x807f_ff00),
    ]
    for (index, edge) in edges.enumerated() { music[index * 911] = edge }
    var chance = RepeatableGenerator(2)
    #expect(isSameBits(Shaper().process(music, cutBy: &chance), music))
  }

  @Test("12 dB too loud comes out within full scale, the channels in proportion")
  func loud() {
    let tone = sine(441, rate: 48_000, frames: 48_000, amplitude: 4)
    let out = Shaper().process(tone.flatMap { [$0, $0 / 4] })
    #expect(peak(out) <= 1 && peak(out) > 0.99)
    for (one, other) in zip(left(out), right(out)) { #expect(abs(one / 4 - other) < 1e-6) }
    // The gain is held between the peaks: the result is a sine and not a square.
    let held = left(out).suffix(24_000)
    let power = held.reduce(0) { $0 + Double($1 * $1) } / 24_000
    #expect(abs(power - 0.5) < 0.03)
  }

  @Test(
    "whatever comes in, what comes out is finite and within full scale",
    arguments: [
      SoundSettings(), SoundSettings { $0.tone = [12, 12, 12] },
      SoundSettings { $0.equalizer = .rock }, SoundSettings { $0.isMono = true },
    ])
  func hostile(sound: SoundSettings) {
    let values: [Float] = [
      .nan, .signalingNaN, .infinity, -.infinity, .greatestFiniteMagnitude,
      -.greatestFiniteMagnitude, 1.0001, -1.5, 1e20, 0, 0.5,
    ]
    var chance = RepeatableGenerator(7)
    let music = (0..<40_000).map { _ in values.randomElement(using: &chance) ?? 0 }
    let shaper = Shaper(sound)
    #expect(peak(shaper.process(music, cutBy: &chance)) <= 1)
    #expect(shaper.process(music).allSatisfy { $0.isFinite })
    // After four seconds of silence the limiter keeps no trace of the music.
    _ = shaper.process([Float](repeating: 0, count: 48_000 * 8))
    let quiet = noise(4000, amplitude: 0.1, seed: 1)
    #expect(isSameBits(shaper.process(quiet), Shaper(sound).process(quiet)))
  }

  @Test("a square wave at full scale passes, one twice as loud becomes one at full scale")
  func squares() {
    let square = stereo((0..<4800).map { $0 / 50 % 2 == 0 ? 1 : -1 })
    #expect(isSameBits(Shaper().process(square), square))
    for (out, wanted) in zip(Shaper().process(square.map { $0 * 2 }), square) {
      #expect(abs(out - wanted) < 1e-6)
    }
  }

  @Test("what is no number becomes silence, and only that, with filters as well")
  func sanitises() {
    let music = noise(4000, amplitude: 0.1, seed: 9)
    for sound in [SoundSettings(), SoundSettings { $0.equalizer = .vocal }] {
      var (broken, silenced) = (music, music)
      for (index, value) in [Float.nan, .infinity, -.infinity, .signalingNaN].enumerated() {
        broken[index * 701 + 33] = value
        silenced[index * 701 + 33] = 0
      }
      #expect(isSameBits(Shaper(sound).process(broken), Shaper(sound).process(silenced)))
    }
  }

  @Test("recovers by 1/e in 0.1 s, steadily, and to exact unity")
  func release() {
    let shaper = Shaper()
    #expect(shaper.process([2, 2]) == [1, 1])
    let half = [Float](repeating: 0.5, count: 48_000 * 2)
    let out = left(shaper.process(half))
    for (one, next) in zip(out, out.dropFirst()) { #expect(next >= one && next - one < 1e-4) }
    #expect(abs(out[4800] - 0.5 * (1 - 0.5 / 2.718)) < 0.002)
    #expect(out[36_000] == 0.5)
    let music = noise(20_000, seed: 6)
    #expect(isSameBits(shaper.process(music), music))
  }

  @Test("balance lowers the far side linearly, mono gives half of both to both")
  func matrix() {
    let music = noise(4000, amplitude: 0.9, seed: 12)
    for balance in [-1, -0.75, -0.3, 0.1, 0.5, 1] {
      let out = Shaper(SoundSettings { $0.balance = balance }).process(music)
      let (near, far) = balance < 0 ? (left(out), right(out)) : (right(out), left(out))
      let (nearIn, farIn) = balance < 0 ? (left(music), right(music)) : (right(music), left(music))
      #expect(isSameBits(near, nearIn))
      #expect(far == farIn.map { Float(Double($0) * (1 - abs(balance))) })
    }
    let mono = Shaper(SoundSettings { $0.isMono = true }).process(music)
    let means = zip(left(music), right(music)).map { Float((Double($0) + Double($1)) / 2) }
    #expect(left(mono) == means && right(mono) == means)
  }
}
