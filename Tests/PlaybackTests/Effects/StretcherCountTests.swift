import Testing

@testable import Playback

@Suite("Stretcher's count of frames")
struct StretcherCountTests {
  private static let speeds = (10...60).map { Double($0) / 20 }

  /// Tones with noise, `frames` long.
  private func music(_ frames: Int, rate: Int) -> [Float] {
    let low = sine(147, rate: rate, frames: frames, amplitude: 0.3)
    let high = sine(1230, rate: rate, frames: frames, amplitude: 0.2)
    let hiss = noise(frames * 2, amplitude: 0.1, seed: 4)
    return (0..<frames * 2).map {
      hiss[$0] + low[$0 / 2] + ($0 % 2 == 0 ? high[$0 / 2] : -high[$0 / 2])
    }
  }

  @Test("is the input's over the speed, and its position never drifts", arguments: speeds)
  func lengthAndPosition(speed: Double) {
    let frames = 40_003
    let sound = StretchedSound(music(frames, rate: 16_000), rate: 16_000, speed: speed)
    var chance = RepeatableGenerator(UInt64(speed * 20))
    var size = 0
    repeat {
      let expected = Double(sound.frames) * speed
      if expected < Double(frames) - 4 * sound.window {
        #expect(abs(sound.position - expected) < 1e-6)
      }
      size = Int.random(in: 1...900, using: &chance)
    } while sound.receive(size) == size
    #expect(sound.put == frames)
    #expect(sound.position == Double(frames))
    #expect(abs(Double(sound.frames) - Double(frames) / speed) <= sound.window)
    #expect(zip(sound.positions, sound.positions.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(sound.out.allSatisfy { abs($0) <= 1 })
    #expect(sound.receive(100) == 0)
  }

  @Test("holds for sounds of any shortness", arguments: [0.5, 0.8, 1, 1.35, 3])
  func short(speed: Double) {
    let all = music(3000, rate: 16_000)
    for frames in Array(1...40) + Array(stride(from: 41, to: 3000, by: 53)) {
      let sound = StretchedSound(Array(all.prefix(frames * 2)), rate: 16_000, speed: speed)
      sound.takeAll(100)
      #expect(sound.position == Double(frames))
      #expect(abs(Double(sound.frames) - Double(frames) / speed) <= sound.window)
      // The last output frame is the last input frame, if perhaps at the very end of a fade.
      for (heard, last) in zip(sound.out.suffix(2), sound.input.suffix(2)) {
        #expect(abs(heard - last) < 1e-3)
      }
    }
  }

  @Test(
    "holds at every sample rate",
    arguments: [8_000, 11_025, 22_050, 44_100, 88_200, 96_000, 176_400, 192_000])
  func rates(rate: Int) {
    for speed in [0.5, 0.95, 1.7, 3] {
      let sound = StretchedSound(music(rate / 2, rate: rate), rate: rate, speed: speed)
      sound.takeAll(rate / 40)
      #expect(sound.position == Double(rate / 2))
      #expect(abs(Double(sound.frames) - Double(rate / 2) / speed) <= sound.window)
    }
  }

  @Test("does not depend on how the sound is cut", arguments: [0.6, 1.25, 2.5])
  func cutting(speed: Double) {
    let music = music(20_000, rate: 16_000)
    let sounds = [1, 97, 4096].map { size in
      let sound = StretchedSound(music, rate: 16_000, speed: speed)
      sound.takeAll(size)
      return sound.out
    }
    #expect(isSameBits(sounds[0], sounds[1]) && isSameBits(sounds[0], sounds[2]))
  }

  @Test("at speed 1 every sample comes out as it went in")
  func passThrough() {
    let music = noise(60_002, seed: 17)
    let sound = StretchedSound(music, rate: 44_100)
    var chance = RepeatableGenerator(3)
    var size = 0
    repeat {
      #expect(sound.position == Double(sound.frames))
      // No input is wanted ahead of time.
      #expect(stretchInputWanted(sound.stretcher, outFrames: 33) <= 33)
      size = Int.random(in: 1...5000, using: &chance)
    } while sound.receive(size) == size
    #expect(isSameBits(sound.out, music))
  }

  @Test("is true again when the speed returns to 1", arguments: [0.5, 0.9, 1.25, 3])
  func andBack(speed: Double) {
    let music = noise(96_000, amplitude: 0.5, seed: 21)
    let sound = StretchedSound(music, rate: 16_000)
    sound.receive(8001)
    sound.setSpeed(speed)
    sound.receive(9999)
    sound.setSpeed(1)
    sound.receive(2000)
    // From here on each output frame is the input frame at its position.
    for _ in 0..<40 {
      let location = sound.position
      #expect(location == location.rounded())
      sound.receive(100)
      let from = Int(location) * 2
      #expect(isSameBits(Array(sound.out.suffix(200)), Array(music[from..<from + 200])))
    }
  }
}
