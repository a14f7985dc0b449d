import Analysis
import Foundation
import Music
import Testing

@Suite struct KeySpectrumTests {
  static let keys = Array(MusicalKey.all).sorted()

  @Test("a triad that sounds alone is the key", arguments: keys)
  func triads(key: MusicalKey) throws {
    var sound = KeySound()
    for _ in 0..<4 { sound.play(chords: [(key.tonic, key.isMajor)], seconds: 2) }
    #expect(try #require(sound.key).key == key)
  }

  @Test("a cadence is in the key that it ends in", arguments: keys)
  func cadences(key: MusicalKey) throws {
    let estimate = try #require(KeySound.cadence(key.tonic, isMajor: key.isMajor).key)
    #expect(estimate.key == key)
    #expect(estimate.confidence > KeyEstimate.lowConfidence)
    #expect(estimate.alternative != key)
    #expect(estimate.alternative != nil)
  }

  @Test("a scale over its tonic is in that key", arguments: keys)
  func scales(key: MusicalKey) throws {
    var sound = KeySound()
    let steps = key.isMajor ? [0, 2, 4, 5, 7, 9, 11, 12] : [0, 2, 3, 5, 7, 8, 11, 12]
    for _ in 0..<2 {
      for step in steps {
        let root = 36 + key.tonic
        sound.play([root, root + 24 + step], seconds: 0.5)
      }
      sound.play(chords: [(key.tonic, key.isMajor)], seconds: 1)
    }
    #expect(try #require(sound.key).key == key)
  }

  @Test(
    "relative keys, whose tones are the same, are told apart by their chords", arguments: 0..<12)
  func relatives(tonic: Int) throws {
    var (major, minor) = (KeySound(), KeySound())
    for _ in 0..<3 {
      // I vi IV V I in major, i VI iv v i in its relative minor: the same seven tones.
      major.play(
        chords: [
          (tonic, true), (tonic + 9, false), (tonic + 5, true), (tonic + 7, true), (tonic, true),
        ], seconds: 1)
      let root = tonic + 9
      minor.play(
        chords: [
          (root, false), (root + 8, true), (root + 5, false), (root + 7, false), (root, false),
        ], seconds: 1)
    }
    #expect(try #require(major.key).key == MusicalKey(tonic: tonic, isMajor: true))
    #expect(try #require(minor.key).key == MusicalKey(tonic: (tonic + 9) % 12, isMajor: false))
  }

  @Test("what follows upon what is in shares of all that follows, and no chord follows itself")
  func successions() throws {
    let features = try #require(KeySound.cadence(3, isMajor: true).spectrum.features())
    let shares = features.successions.map { $0 * $0 }
    #expect(shares.count == 24 * 24)
    #expect(abs(shares.reduce(0, +) - 1) < 0.001)
    for triad in 0..<24 { #expect(shares[triad * 24 + triad] == 0) }
    // IV leads to V and never back; V leads to I directly, and I to V only through IV.
    #expect(shares[8 * 24 + 10] > 4 * shares[10 * 24 + 8])
    #expect(shares[10 * 24 + 3] > shares[3 * 24 + 10])
  }

  @Test("evidence for a key counts from its tonic", arguments: [0, 4, 11, 12, 17, 23])
  func evidence(key: Int) throws {
    let features = try #require(KeySound.cadence(4, isMajor: true).spectrum.features())
    let evidence = features.evidence(forKey: key)
    #expect(evidence.count == KeyFeatures.count)
    let fifth = (key + 7) % 12
    // Features of the fifth: of the whole spectrum, of the bass, major and minor triads on it,
    // changes from there to the tonic and back, phrase starts, and sevenths.
    #expect(evidence[7] == features.values[fifth])
    #expect(evidence[19] == features.values[12 + fifth])
    #expect(evidence[31] == features.values[24 + fifth])
    #expect(evidence[43] == features.values[36 + fifth])
    #expect(evidence[55] == features.successions[fifth * 24 + key])
    #expect(evidence[67] == features.successions[(12 + fifth) * 24 + key])
    #expect(evidence[79] == features.successions[key * 24 + fifth])
    #expect(evidence[91] == features.successions[key * 24 + 12 + fifth])
    #expect(evidence[103] == features.phraseStarts[fifth])
    #expect(evidence[115] == features.phraseStarts[12 + fifth])
    #expect(evidence[127] == features.sevenths[fifth])
    #expect(evidence[139] == features.sevenths[12 + fifth])
    #expect(evidence[151] == features.sevenths[24 + fifth])
  }

  @Test("the tuning is found within two cents", arguments: [432.0, 440, 443.7])
  func pitches(pitch: Double) throws {
    var sound = KeySound.cadence(2, isMajor: true, times: 0)
    sound.pitch = pitch
    for _ in 0..<3 {
      sound.play(chords: [(2, true), (7, true), (9, true), (2, true)], seconds: 1)
    }
    let estimate = try #require(sound.key)
    #expect(abs(estimate.tuning - 1200 * log2(pitch / 440)) < 2)
    #expect(estimate.key == MusicalKey(tonic: 2, isMajor: true))
  }

  @Test("thirty cents off, up or down, is the same key in another tuning", arguments: [-30.0, 30])
  func cents(cents: Double) throws {
    var sound = KeySound()
    sound.pitch = 440 * pow(2, cents / 1200)
    for _ in 0..<3 {
      sound.play(chords: [(9, false), (2, false), (4, true), (9, false)], seconds: 1)
    }
    let estimate = try #require(sound.key)
    #expect(abs(estimate.tuning - cents) < 2)
    #expect(estimate.key == MusicalKey(tonic: 9, isMajor: false))
  }

  @Test("how loud it is makes no difference", arguments: [Float(0.0005), 0.01, 1])
  func levels(level: Float) throws {
    let reference = KeySound.cadence(5, isMajor: false)
    var sound = reference
    sound.samples = reference.samples.map { $0 * level / reference.level }
    let (one, other) = (
      try #require(reference.spectrum.features()), try #require(sound.spectrum.features())
    )
    for (first, second) in zip(one.values, other.values) { #expect(abs(first - second) < 0.003) }
    #expect(abs(one.tuning - other.tuning) < 0.1)
  }

  @Test("how the sound is cut into pieces makes no difference")
  func pieces() throws {
    let sound = KeySound.cadence(0, isMajor: true)
    let whole = KeySpectrum()
    sound.samples.withUnsafeBufferPointer { whole.consume($0) }
    #expect(whole.features() == sound.spectrum.features())
    #expect(whole.finish() == sound.key)
  }

  @Test("an offset of the recording changes nothing")
  func offset() throws {
    let plain = KeySound.cadence(7, isMajor: true)
    var lifted = plain
    lifted.samples = plain.samples.map { $0 * 0.2 + 0.4 }
    #expect(try #require(lifted.key).key == MusicalKey(tonic: 7, isMajor: true))
  }
}
