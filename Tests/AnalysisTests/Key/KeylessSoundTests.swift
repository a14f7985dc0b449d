import Analysis
import Foundation
import Music
import Testing

@Suite struct KeylessSoundTests {
  private func key(of samples: [Float]) -> KeyEstimate? { KeySound(samples: samples).key }

  private func noise(seconds: Double, seed: UInt64) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    return (0..<Int(seconds * KeySpectrum.rate)).map { _ in
      Float.random(in: -0.5...0.5, using: &generator)
    }
  }

  @Test("nothing, silence and a constant offset have no key")
  func silence() {
    #expect(key(of: []) == nil)
    #expect(key(of: [Float](repeating: 0, count: 60_000)) == nil)
    #expect(key(of: [Float](repeating: 0.5, count: 60_000)) == nil)
    #expect(
      key(of: [Float](repeating: 0, count: 30_000) + [Float](repeating: 0.7, count: 30_000)) == nil)
  }

  @Test("noise has no key, however short", arguments: [3.1, 5, 30], 1...5 as ClosedRange<UInt64>)
  func whiteNoise(seconds: Double, seed: UInt64) {
    #expect(key(of: noise(seconds: seconds, seed: seed)) == nil)
  }

  @Test("noise that comes in bursts, as drums do, has no key")
  func drums() {
    var samples = noise(seconds: 40, seed: 9)
    for index in samples.indices {
      let time = Double(index) / KeySpectrum.rate
      let sinceBeat = time.truncatingRemainder(dividingBy: 0.47)
      let kick = sin(2 * .pi * (50 * sinceBeat + 3 * exp(-sinceBeat * 30))) * exp(-sinceBeat * 14)
      samples[index] = samples[index] * Float(exp(-sinceBeat * 25)) + Float(kick)
    }
    #expect(key(of: samples) == nil)
  }

  @Test("chords deep in noise have their key still, which is said to be doubtful")
  func deepInNoise() throws {
    let chords = KeySound.cadence(2, isMajor: false, times: 8)
    let hiss = noise(seconds: Double(chords.samples.count) / KeySpectrum.rate, seed: 3)
    let samples = zip(chords.samples, hiss).map { $0 * 0.6 + $1 }
    let sound = KeySound(samples: samples)
    let features = try #require(sound.spectrum.features())
    #expect(features.tonality == .faint)
    let estimate = try #require(sound.key)
    #expect(estimate.key == MusicalKey(tonic: 2, isMajor: false))
    #expect(estimate.confidence < KeyEstimate.lowConfidence)
  }

  @Test("less than three seconds have no key")
  func short() {
    var sound = KeySound()
    sound.play(chords: [(0, true), (7, true)], seconds: 1.4)
    #expect(sound.key == nil)
  }

  @Test("samples that are no numbers do no harm")
  func notNumbers() throws {
    var sound = KeySound.cadence(4, isMajor: false)
    sound.samples[0] = .nan
    sound.samples[9_000] = .infinity
    sound.samples[20_000] = -.nan
    #expect(try #require(sound.key).key == MusicalKey(tonic: 4, isMajor: false))
    #expect(key(of: [Float](repeating: .nan, count: 40_000)) == nil)
    #expect(key(of: [Float](repeating: .greatestFiniteMagnitude, count: 40_000)) == nil)
  }

  @Test("what is far too long is told from its beginning, so that memory is bounded")
  func long() throws {
    let spectrum = KeySpectrum(longest: 14)
    for key in [11, 4] {
      let sound = KeySound.cadence(key, isMajor: true, times: 4)
      sound.samples.withUnsafeBufferPointer { spectrum.consume($0) }
    }
    let features = try #require(spectrum.features())
    #expect(features.frames == Int(14 * KeySpectrum.rate) / 2_048)
    #expect(try #require(spectrum.finish()).key == MusicalKey(tonic: 11, isMajor: true))
  }
}
