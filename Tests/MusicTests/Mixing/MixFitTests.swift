import Music
import Testing

@Suite struct MixFitTests {
  private func key(_ text: String) -> MusicalKey? { MusicalKey(text) }

  @Test("keys go together by their places on the Camelot wheel")
  func relations() throws {
    let expected: [(String, KeyRelation)] = [
      ("8A", .same), ("8B", .relative), ("9A", .neighbour), ("7A", .neighbour), ("10A", .boost),
      ("3A", .boost), ("6A", .clash), ("1A", .clash), ("9B", .clash), ("2A", .clash),
    ]
    let from = try #require(key("8A"))
    for (text, relation) in expected {
      #expect(KeyRelation(from: from, to: try #require(key(text))) == relation, "\(text)")
    }
  }

  @Test("a sentence says what changes from one track to the next")
  func sentences() {
    let from = MixPoint(bpm: 124, key: key("8A"), energy: 7)
    let near = MixFit(from: from, to: MixPoint(bpm: 125, key: key("9A"), energy: 7))
    #expect(
      near.sentence == "+0.8 % tempo, one step up the wheel, energy stays: a good blend.")
    let same = MixFit(from: from, to: MixPoint(bpm: 124, key: key("8A"), energy: 5))
    #expect(same.sentence == "the same tempo, the same key, energy falls 7 → 5: an easy blend.")
    let half = MixFit(from: from, to: MixPoint(bpm: 62, key: key("3B")))
    #expect(half.sentence == "the same tempo, a beat on two, 8A and 3B fight.")
    #expect((half.difference ?? 1).magnitude < 1e-9)
  }

  @Test("a boost is a whole tone or a semitone up, in every key")
  func boosts() {
    for key in MusicalKey.all {
      #expect(KeyRelation(from: key, to: key.transposed(by: 1)) == .boost)
      #expect(KeyRelation(from: key, to: key.transposed(by: 2)) == .boost)
      #expect(KeyRelation(from: key, to: key.transposed(by: -2)) == .clash)
      #expect(key.transposed(by: 12) == key)
      #expect(key.transposed(by: -13).transposed(by: 1) == key)
    }
  }

  @Test("the neighbours that a query calls compatible are those that fit")
  func compatible() {
    for from in MusicalKey.all {
      let near = MusicalKey.all.filter {
        [.same, .relative, .neighbour].contains(KeyRelation(from: from, to: $0))
      }
      #expect(near == from.compatible)
    }
  }

  @Test("the tempo is reached within the range of the pitch", arguments: [124.0, 93, 174])
  func pitch(bpm: Double) throws {
    let from = MixPoint(bpm: bpm)
    for (factor, reached) in [
      (1.0, true), (1.079, true), (0.93, true), (0.92, false), (1.1, false),
    ] {
      let fit = MixFit(from: from, to: MixPoint(bpm: bpm * factor))
      #expect(fit.isTempoReached == reached, "\(factor)")
      #expect(abs(try #require(fit.pitch) - (1 / factor - 1)) < 1e-9)
      #expect(fit.fits == reached)
    }
    let wide = MixFit(
      from: from, to: MixPoint(bpm: bpm * 1.1), rules: MixRules(pitchRange: 0.16))
    #expect(wide.isTempoReached)
  }

  @Test("the double and the half of a tempo fit it, and count less than the same")
  func octaves() throws {
    let from = MixPoint(bpm: 140)
    let half = MixFit(from: from, to: MixPoint(bpm: 70))
    let double = MixFit(from: MixPoint(bpm: 87), to: MixPoint(bpm: 174))
    #expect(half.beats == .half && half.fits && abs(half.pitch ?? 1) < 1e-9)
    #expect(double.beats == .double && double.fits)
    #expect(half.distance > MixFit(from: from, to: from).distance)
    #expect(half.reasons() == ["0 % at double its tempo"])
    #expect(double.reasons() == ["0 % at half its tempo"])
  }

  @Test("reasons say what has to be done and what will be heard")
  func reasons() {
    let from = MixPoint(bpm: 126, key: key("8A"), energy: 6)
    let to = MixPoint(bpm: 124, key: key("9A"), energy: 7)
    #expect(MixFit(from: from, to: to).reasons() == ["+1.6 %", "8A to 9A", "energy 6 to 7"])
    #expect(
      MixFit(from: from, to: from).reasons() == ["0 %", "8A, the same", "energy 6"])
    let far = MixFit(from: from, to: MixPoint(bpm: 150, key: key("2B"), tuning: -32))
    #expect(far.reasons() == ["−16.0 %, too far", "8A to 2B, they fight", "32 cents flat"])
    #expect(!far.fits)
    #expect(MixFit(from: from, to: MixPoint()).reasons().isEmpty)
  }

  @Test("where the key is not locked it moves with the tempo, and this is said")
  func pitchMovesKeys() throws {
    // 6 % faster is a semitone up: 3A becomes 10A.
    let from = MixPoint(bpm: 127.2, key: key("10A"))
    let to = MixPoint(bpm: 120, key: key("3A"))
    #expect(MixFit(from: from, to: to).relation == .clash)
    let moved = MixFit(from: from, to: to, rules: MixRules(isKeyLocked: false))
    #expect(moved.relation == .same)
    #expect(moved.isKeyMoved)
    #expect(moved.reasons() == ["+6.0 %", "10A, the same at that pitch"])
    #expect(abs(moved.detuning) < 2)
  }

  @Test("a track that is tuned lower by a third of a semitone fits less")
  func tuning() {
    let from = MixPoint(bpm: 120, key: key("5B"))
    let low = MixFit(from: from, to: MixPoint(bpm: 120, key: key("5B"), tuning: -31.8))
    #expect(low.distance > MixFit(from: from, to: from).distance + 0.2)
    #expect(low.reasons().contains("32 cents flat"))
    let opposite = MixFit(
      from: MixPoint(bpm: 120, key: key("5B"), tuning: 48),
      to: MixPoint(bpm: 120, key: key("5B")?.transposed(by: 1), tuning: -48))
    #expect(opposite.relation == .same, "96 cents lower than a semitone higher")
    #expect(abs(opposite.detuning) < 5)
  }

  @Test("values that cannot be are as if they were not known")
  func hostile() {
    for bpm in [0, -120, .nan, .infinity, 1e9] { #expect(MixPoint(bpm: bpm).bpm == nil) }
    #expect(MixPoint(tuning: .nan).tuning == 0)
    #expect(MixPoint(tuning: 4_000).tuning == 50)
    let fit = MixFit(from: MixPoint(), to: MixPoint(bpm: 120))
    #expect(fit.distance.isFinite && fit.pitch == nil && fit.relation == nil)
  }

  @Test("the better it fits, the higher it scores")
  func scores() {
    let from = MixPoint(bpm: 124, key: key("8A"), energy: 5)
    let points = [
      from, MixPoint(bpm: 124, key: key("9A"), energy: 5),
      MixPoint(bpm: 127, key: key("9A"), energy: 6), MixPoint(bpm: 127, key: key("10A"), energy: 6),
      MixPoint(bpm: 127, key: key("1B"), energy: 8), MixPoint(bpm: 160, key: key("1B"), energy: 9),
    ]
    let scores = points.map { MixFit(from: from, to: $0).score }
    #expect(scores == scores.sorted(by: >))
    #expect(scores.first == 100)
    #expect(Set(scores).count == scores.count)
  }

  @Test("neighbours clash by a jump of the tempo over 6 % and by keys that fight")
  func clashes() throws {
    let from = MixPoint(bpm: 120, key: key("8A"))
    #expect(MixClash(from: from, to: MixPoint(bpm: 127, key: key("9A"))) == nil)
    #expect(MixClash(from: from, to: MixPoint(bpm: 60.5, key: key("10A"))) == nil)
    #expect(MixClash(from: from, to: MixPoint(bpm: 241, key: key("8B"))) == nil)
    #expect(MixClash(from: from, to: MixPoint()) == nil)
    let jump = try #require(MixClash(from: from, to: MixPoint(bpm: 127.6, key: key("8A"))))
    #expect(jump.text() == "tempo +6.3 %")
    let down = try #require(MixClash(from: from, to: MixPoint(bpm: 100)))
    #expect(down.text() == "tempo −16.7 %")
    let both = try #require(MixClash(from: from, to: MixPoint(bpm: 90, key: key("3B"))))
    #expect(both.text() == "tempo −25.0 %, 8A to 3B fight")
  }
}
