import Glibc
import Testing

@testable import Playback

@Suite("Stretcher's sound")
struct StretcherSoundTests {
  private static let rate = 48_000
  private static let speeds = [0.5, 0.75, 0.95, 1.05, 1.25, 1.5, 2, 3]

  @Test("keeps the pitch within 0.3 %", arguments: speeds)
  func pitch(speed: Double) {
    let sound = StretchedSound(
      stereo(sine(440, rate: Self.rate, frames: Self.rate * 2, amplitude: 0.5)), rate: Self.rate,
      speed: speed)
    sound.takeAll()
    let periods = periods(of: left(sound.out)[...])
    let frequency = Double(Self.rate * periods.count) / periods.reduce(0, +)
    #expect(abs(frequency / 440 - 1) < 0.003)
  }

  /// A sine's second difference is at most w² a; a crossfade of two sines a frame apart adds no
  /// more than half of that. A step of a tenth of the amplitude would be 15 times the bound.
  @Test("joins a sine without a click or a dip", arguments: speeds)
  func joins(speed: Double) {
    for frequency in [55.0, 440, 1710] {
      let tone = sine(frequency, rate: Self.rate, frames: Self.rate, amplitude: 0.5)
      for sign in [Float(1), -1] {
        // Also out of phase, where a mono mix is silent.
        let sound = StretchedSound(
          tone.flatMap { [$0, sign * $0] }, rate: Self.rate, speed: speed)
        sound.takeAll()
        let out = left(sound.out)
        let turn = 2 * Double.pi * frequency / Double(Self.rate)
        // At the end of the sound the last joins have fewer candidate positions.
        let body = out.dropLast(3 * Int(sound.window))
        let steepest = zip(body, body.dropFirst()).map { Double(abs($1 - $0)) }.max() ?? 1
        #expect(steepest < 0.5 * turn * 1.05, "\(frequency) Hz")
        #expect(largestBend(body) < 0.5 * turn * turn * 1.5 + 1e-6, "\(frequency) Hz")
        #expect(largestBend(out) < 0.5 * turn * turn * 2.5 + 1e-6, "\(frequency) Hz")
        // Every period (nearly) reaches the sine's peak.
        let period = Int(Double(Self.rate) / frequency) + 1
        for start in stride(from: 0, to: out.count - period, by: period) {
          #expect(peak(out[start..<start + period]) > 0.47, "\(frequency) Hz")
        }
        #expect(isSameBits(right(sound.out), out.map { sign * $0 }))
      }
    }
  }

  @Test("changes of speed under way make no click, and the position goes on")
  func changes() {
    let tone = sine(300, rate: Self.rate, frames: Self.rate * 4, amplitude: 0.5)
    let sound = StretchedSound(stereo(tone), rate: Self.rate)
    var chance = RepeatableGenerator(31)
    var size = 0
    repeat {
      let speed = Bool.random(using: &chance) ? 1 : Double.random(in: 0.5...3, using: &chance)
      sound.setSpeed(speed)
      size = Int.random(in: 1...4000, using: &chance)
    } while sound.receive(size) == size
    let turn = 2 * Double.pi * 300 / Double(Self.rate)
    #expect(largestBend(left(sound.out)) < 0.5 * turn * turn * 1.5 + 1e-6)
    #expect(sound.position == Double(Self.rate * 4))
    for (one, next) in zip(sound.positions, sound.positions.dropFirst()) {
      #expect(next - one >= 0 && next - one < 4)
    }
  }

  /// Frames between rising zero crossings.
  private func periods(of tone: ArraySlice<Float>) -> [Double] {
    let crossings = zip(tone, tone.dropFirst()).enumerated().compactMap { index, pair in
      pair.0 < 0 && pair.1 >= 0 ? Double(index) + Double(pair.0 / (pair.0 - pair.1)) : nil
    }
    return zip(crossings, crossings.dropFirst()).map { $1 - $0 }
  }

  /// Syllables: tones with harmonics, each a little higher than the one before, and pauses.
  private func speech(rate: Int) -> (sound: [Float], onsets: [Int]) {
    var (sound, onsets): ([Float], [Int]) = ([], [])
    for syllable in 0..<12 {
      sound += [Float](repeating: 0, count: rate * (130 + syllable * 37 % 120) / 1000)
      onsets.append(sound.count)
      let frames = rate * (110 + syllable * 53 % 90) / 1000
      let parts = [(1.0, 0.4), (2, 0.12), (3, 0.08), (5, 0.04)].map { part in
        sine(
          part.0 * (100 + 12 * Double(syllable)), rate: rate, frames: frames, amplitude: part.1)
      }
      sound += (0..<frames).map { frame in
        let edge = Float(min(frame, frames - frame)) / Float(rate) / 0.005
        return min(1, edge) * parts.reduce(0) { $0 + $1[frame] }
      }
    }
    return (sound + [Float](repeating: 0, count: rate / 5), onsets)
  }

  @Test("keeps every syllable, in order, at its place within 30 ms", arguments: speeds)
  func syllables(speed: Double) throws {
    let rate = 16_000
    let (speech, onsets) = speech(rate: rate)
    let sound = StretchedSound(stereo(speech), rate: rate, speed: speed)
    sound.takeAll(16)
    let out = left(sound.out)
    // Sound begins where 1/100 is exceeded and ends where it was not for 25 ms.
    var bursts: [Range<Int>] = []
    for (frame, sample) in out.enumerated() where abs(sample) > 0.01 {
      if let last = bursts.last, frame - last.upperBound < rate / 40 {
        bursts[bursts.count - 1] = last.lowerBound..<frame + 1
      } else {
        bursts.append(frame..<frame + 1)
      }
    }
    #expect(bursts.count == onsets.count)
    for (burst, onset) in zip(bursts, onsets) {
      #expect(abs(sound.positions[burst.lowerBound] - Double(onset)) < Double(rate) * 0.03)
    }
    for (index, burst) in bursts.enumerated() {
      let periods = periods(of: out[burst]).sorted()
      // The shortest syllable lasts for less than four periods at triple speed.
      try #require(periods.count >= 2)
      let pitch = Double(rate) / periods[periods.count / 2]
      #expect(abs(pitch - (100 + 12 * Double(index))) < 1)
    }
  }
}
