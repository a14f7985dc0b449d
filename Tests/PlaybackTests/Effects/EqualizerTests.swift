import Glibc
import Music
import Testing

@testable import Playback

@Suite("Equalizer")
struct EqualizerTests {
  /// The largest difference in dB between a measured impulse response and the prototypes, at 16
  /// frequencies from 20 Hz to 0.45 of the rate.
  private func error(_ sound: SoundSettings, rate: Double) -> Double {
    let amplitude = 0.03
    var impulse = [Float](repeating: 0, count: Int(rate))
    impulse[0] = Float(amplitude)
    impulse[1] = Float(amplitude)
    let response = left(Shaper(sound, rate: rate).process(impulse))
    let sections = AnalogResponse.all(sound)
    let frequencies = (0..<16).map { 20 * pow(0.45 * rate / 20, Double($0) / 15) }
    return frequencies.map { frequency in
      let measured = level(of: response, at: frequency, rate: rate) - 20 * log10(amplitude)
      return abs(measured - sections.reduce(0) { $0 + $1.level(at: frequency, rate: rate) })
    }.max() ?? .infinity
  }

  @Test("every band answers as its formula says", arguments: [44_100.0, 48_000, 96_000])
  func bands(rate: Double) {
    for gain in [12.0, -7.5] {
      for index in 0..<3 {
        let sound = SoundSettings { $0.tone[index] = gain }
        #expect(error(sound, rate: rate) < 0.05, "tone \(index) at \(gain) dB")
      }
      for index in 0..<10 {
        let sound = SoundSettings {
          $0.equalizer = .own
          $0.ownBands[index] = gain
        }
        #expect(error(sound, rate: rate) < 0.05, "band \(index) at \(gain) dB")
      }
    }
  }

  @Test("every preset answers as its formulas say", arguments: [44_100.0, 48_000, 96_000])
  func presets(rate: Double) {
    for preset in EqualizerPreset.allCases where preset != .own {
      #expect(error(SoundSettings { $0.equalizer = preset }, rate: rate) < 0.05, "\(preset)")
    }
    let all = SoundSettings {
      $0.equalizer = .rock
      $0.tone = [-3, 2, 1]
    }
    #expect(EffectSettings(all, rate: rate).bandCount == 12)
    #expect(error(all, rate: rate) < 0.05)
  }

  @Test("bands at 0 dB and those too near to half the rate are left out")
  func skipped() {
    let all = SoundSettings {
      $0.tone = [1, 1, 1]
      $0.equalizer = .own
      $0.ownBands = Array(repeating: -1, count: 10)
    }
    #expect(EffectSettings(all, rate: 48_000).bandCount == 13)
    #expect(EffectSettings(all, rate: 32_000).bandCount == 12)
    #expect(EffectSettings(all, rate: 22_050).bandCount == 12)
    #expect(EffectSettings(all, rate: 8_000).bandCount == 9)
    #expect(EffectSettings(SoundSettings(), rate: 48_000).isFlat)
    #expect(EffectSettings(SoundSettings { $0.speed = 2 }, rate: 48_000).isFlat)
    #expect(!EffectSettings(SoundSettings { $0.tone[1] = 0.5 }, rate: 48_000).isFlat)
    #expect(!EffectSettings(SoundSettings { $0.balance = 0.1 }, rate: 48_000).isFlat)
  }

  @Test("the channels do not hear each other, and the cut into blocks is not heard")
  func channels() {
    let sound = SoundSettings { $0.equalizer = .jazz }
    let input = (0..<20_000).flatMap { [noise(1, amplitude: 0.2, seed: UInt64($0))[0], 0] }
    let whole = Shaper(sound).process(input)
    #expect(right(whole).allSatisfy { $0 == 0 })
    var chance = RepeatableGenerator(5)
    #expect(isSameBits(Shaper(sound).process(input, cutBy: &chance), whole))
  }

  @Test("tails end in silence and never become denormal")
  func denormals() {
    let shaper = Shaper(
      SoundSettings {
        $0.tone = [12, -12, 12]
        $0.equalizer = .rock
        $0.balance = 0.3
      })
    var sound = [Float](repeating: 0, count: 48_000 * 4)
    for index in 0..<2000 { sound[index] = index % 7 < 3 ? 0.1 : -0.1 }
    let out = shaper.process(sound)
    #expect(out.allSatisfy { !$0.isSubnormal })
    #expect(out.suffix(1000).allSatisfy { $0 == 0 })
    for slot in 0..<13 {
      let state = shaper.chain.pointee.states[slot]
      #expect([state.left1, state.left2, state.right1, state.right2] == [0, 0, 0, 0])
    }
  }

  @Test("a jump forgets what was played and keeps the settings")
  func reset() {
    let sound = SoundSettings { $0.equalizer = .bass }
    let shaper = Shaper(sound)
    _ = shaper.process(stereo(sine(50, rate: 48_000, frames: 5000, amplitude: 0.9)))
    shaper.set(SoundSettings())
    _ = shaper.process(stereo(sine(50, rate: 48_000, frames: 50, amplitude: 0.9)))
    shaper.set(sound)
    shaper.reset()
    let silence = [Float](repeating: 0, count: 2000)
    #expect(shaper.process(silence) == silence)
    let music = noise(4000, amplitude: 0.1, seed: 8)
    shaper.reset()
    #expect(isSameBits(shaper.process(music), Shaper(sound).process(music)))
  }
}
