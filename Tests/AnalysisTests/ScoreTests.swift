import Music
import MusicCorpus
import Testing

@Suite struct ScoreTests {
  @Test(
    "keys are scored as MIREX scores them, fifths in both directions",
    arguments: [
      ("C", "C", KeyScore.Kinship.same), ("G", "C", .fifth), ("F", "C", .fifth),
      ("Am", "C", .relative), ("C", "Am", .relative), ("Cm", "C", .parallel),
      ("C", "Cm", .parallel), ("F#m", "F#", .parallel), ("D", "C", .none), ("Em", "C", .none),
      ("Dm", "Am", .fifth),
    ])
  func kinship(key: String, truth: String, expected: KeyScore.Kinship) throws {
    let key = try #require(MusicalKey(key))
    let truth = try #require(MusicalKey(truth))
    #expect(KeyScore.kinship(of: key, to: truth) == expected)
  }

  @Test("every key is on its own semitone")
  func semitones() throws {
    for (semitone, name) in ["C", "Db", "D", "Eb", "E", "F", "Gb", "G", "Ab", "A", "Bb", "B"]
      .enumerated()
    {
      for (mode, isMajor) in [("", true), ("m", false)] {
        let key = try #require(MusicalKey(name + mode))
        #expect(MusicalKey.on(semitone: semitone, isMajor: isMajor) == key)
        #expect(key.semitone == semitone)
      }
    }
  }
}
