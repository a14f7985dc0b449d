import Music
import Testing

@testable import Playback

@Suite("Switching of effects")
struct SwitchingTests {
  private static let rate = 48_000
  private let settings: [SoundSettings] = [
    SoundSettings(),
    SoundSettings { $0.tone = [12, 12, 12] },
    SoundSettings { $0.equalizer = .bass },
    SoundSettings { $0.tone = [-12, -12, -12] },
    SoundSettings(),
    SoundSettings { $0.isMono = true },
    SoundSettings {
      $0.equalizer = .rock
      $0.balance = 1
    },
    SoundSettings { $0.balance = -1 },
  ]

  /// A sine through all settings in turn, each for `frames` frames.
  private func switched(every frames: Int, _ change: (Shaper, SoundSettings) -> Void) -> [Float] {
    let sound = stereo(sine(100, rate: Self.rate, frames: frames * 24, amplitude: 0.1))
    let shaper = Shaper(settings[0])
    return (0..<24).flatMap { turn in
      change(shaper, settings[turn % settings.count])
      return shaper.process(Array(sound[turn * frames * 2..<(turn + 1) * frames * 2]))
    }
  }

  /// In a fade of n frames between sounds that differ by up to d, the second difference is d/n at
  /// both ends and 2 w d/n in between, beside the sine's own w² p. The sounds differ by less than 2
  /// p; a high shelf that is switched on overshoots by its gain of 4 for a few frames.
  private func bound(_ out: [Float]) -> Double {
    let bend = 2 * Double.pi * 100 / Double(Self.rate)
    let fade = Double(Self.rate) / 100
    return peak(out) * (bend * bend + 4 * bend / fade + 2 * 4 / fade)
  }

  @Test("makes no step, whether the fade before is over or not", arguments: [4001, 997, 301, 67])
  func noClick(frames: Int) {
    let out = switched(every: frames) { $0.set($1) }
    #expect(peak(out) > 0.1 && peak(out) < 1)
    for side in [left(out), right(out)] { #expect(largestBend(side) < bound(out)) }
  }

  @Test("would be heard without the fade, so that the bound says something")
  func clickWithoutFade() {
    let out = switched(every: 4001) {
      $0.set($1)
      $0.reset()
    }
    #expect(largestBend(left(out)) > 4 * bound(out))
  }

  @Test("the last of the settings asked for is the one that stays")
  func lastStays() {
    let shaper = Shaper()
    let music = noise(9600, amplitude: 0.1, seed: 3)
    for sound in settings {
      shaper.set(sound)
      _ = shaper.process(Array(music.prefix(200)))
    }
    _ = shaper.process(music)
    let out = shaper.process(music)
    #expect(isSameBits(left(out), left(music)))
    #expect(right(out).allSatisfy { $0 == 0 })
  }

  @Test("flat again is bit for bit again after two fades at most")
  func flatAgain() {
    let shaper = Shaper(SoundSettings { $0.equalizer = .pop })
    let music = noise(960 * 2, amplitude: 0.2, seed: 4)
    _ = shaper.process(music)
    shaper.set(SoundSettings { $0.tone = [1, 2, 3] })
    _ = shaper.process(Array(music.prefix(2)))
    shaper.set(SoundSettings())
    _ = shaper.process(music)
    #expect(isSameBits(shaper.process(music), music))
  }

  @Test("a filter that stays goes on: the bass does not dip when the balance is moved")
  func filtersGoOn() {
    let bass = SoundSettings { $0.equalizer = .bass }
    var moved = bass
    moved.balance = -0.5
    let music = stereo(sine(40, rate: Self.rate, frames: 6000, amplitude: 0.1))
    let (still, shaper) = (Shaper(bass), Shaper(bass))
    #expect(isSameBits(still.process(music), shaper.process(music)))
    shaper.set(moved)
    #expect(isSameBits(left(shaper.process(music)), left(still.process(music))))
  }
}
