import Analysis
import Music
import Testing

@Suite struct ChordPhraseTests {
  typealias Chord = (root: Int, isMajor: Bool)

  /// The loop C G Am F, rotated and transposed: each of the four may be the tonic.
  private func circle(from first: Int, upBy tonic: Int) -> [Chord] {
    let chords: [Chord] = [(0, true), (7, true), (9, false), (5, true)]
    return (0..<4).map { index in
      let chord = chords[(index + first) % 4]
      return ((chord.root + tonic) % 12, chord.isMajor)
    }
  }

  private func features(of phrase: [Chord], times: Int, secondsEach: Double) throws -> KeyFeatures {
    var sound = KeySound()
    for _ in 0..<times { sound.play(chords: phrase, seconds: secondsEach) }
    return try #require(sound.spectrum.features())
  }

  @Test(
    "phrases begin with their first chord, wherever in the circle that is", arguments: 0..<4,
    [1.3, 1.9, 2.7])
  func starts(first: Int, seconds: Double) throws {
    let phrase = circle(from: first, upBy: 3)
    let starts = try features(of: phrase, times: 6, secondsEach: seconds).phraseStarts
    #expect(abs(starts.map { $0 * $0 }.reduce(0, +) - 1) < 0.001)
    let likeliest = starts.indices.max { starts[$0] < starts[$1] }
    #expect(likeliest == phrase[0].root + (phrase[0].isMajor ? 0 : 12))
  }

  @Test("silence before the first phrase moves no beginning")
  func silenceBefore() throws {
    let phrase = circle(from: 2, upBy: 0)
    var sound = KeySound()
    sound.samples = [Float](repeating: 0, count: Int(3.3 * KeySpectrum.rate))
    for _ in 0..<6 { sound.play(chords: phrase, seconds: 2) }
    let starts = try #require(sound.spectrum.features()).phraseStarts
    #expect(starts.indices.max { starts[$0] < starts[$1] } == 9 + 12)
  }

  @Test("the chord that phrases begin with speaks for its key", arguments: 0..<12)
  func relatives(tonic: Int) throws {
    let fromMajor = try features(of: circle(from: 0, upBy: tonic), times: 5, secondsEach: 2)
    let fromMinor = try features(of: circle(from: 2, upBy: tonic), times: 5, secondsEach: 2)
    // vi IV I V and i VI III VII are the same, so that only the odds must differ.
    func oddsOfMinor(_ features: KeyFeatures) -> Float {
      let scores = KeyEstimator.scores(of: features)
      return scores[12 + (tonic + 9) % 12] - scores[tonic]
    }
    #expect(oddsOfMinor(fromMinor) > oddsOfMinor(fromMajor) + 1)
    let key = try #require(KeyEstimator.estimate(fromMajor)).key
    #expect(key == MusicalKey(tonic: tonic, isMajor: true))
  }

  @Test("what is too short to repeat begins with all of its chords")
  func short() throws {
    let features = try features(of: circle(from: 1, upBy: 5), times: 1, secondsEach: 3)
    for (start, share) in zip(features.phraseStarts, features.values[24...]) {
      #expect(abs(start - share) < 0.001)
    }
  }

  @Test("a loud melody hides neither thirds nor keys")
  func loudMelody() throws {
    var sound = KeySound()
    for _ in 0..<4 {
      for chord in [(9, false), (2, false), (4, true), (9, false)] {
        let from = sound.samples.count
        sound.play(chords: [chord], seconds: 1)
        var melody = KeySound()
        melody.level = sound.level * 6
        for note in [76, 81] { melody.play([note], seconds: 0.5) }
        for index in melody.samples.indices { sound.samples[from + index] += melody.samples[index] }
      }
    }
    #expect(try #require(sound.key).key == MusicalKey(tonic: 9, isMajor: false))
  }
}
