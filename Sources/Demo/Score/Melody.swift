/// A tune over four bars: a motif, an answer, the motif again, another answer.
struct Melody {
  struct Note: Equatable {
    let step: Int
    let length: Int
    let degree: Int
  }

  /// One list a bar.
  let bars: [[Note]]

  /// Walks up and down the key's pentatonic scale in small steps, and rests on notes of the chord
  /// on strong beats.
  init(key: MusicalKey, progression: [Chord], rhythm: Steps, chance: inout SeededRandom) {
    var index = 2
    let motif = Self.walk(rhythm.events(inBar: 0), from: &index, chance: &chance)
    let answer = Self.walk(rhythm.events(inBar: 1), from: &index, chance: &chance)
    index = 3
    let ending = Self.walk(rhythm.events(inBar: 1), from: &index, chance: &chance)
    bars = [motif, answer, motif, ending].enumerated().map { bar, walked in
      let chord = progression[bar % progression.count]
      return walked.map { event, index in
        let octave = index >= 0 ? index / 5 : (index - 4) / 5
        let degree = key.pentatonic[index - octave * 5] + octave * 7
        let isStrong = event.step % 8 == 0
        return Note(
          step: event.step, length: event.length,
          degree: isStrong ? Self.nearest(to: degree, in: chord) : degree)
      }
    }
  }

  private static func walk(
    _ events: [Steps.Event], from index: inout Int, chance: inout SeededRandom
  ) -> [(Steps.Event, Int)] {
    events.map { event in
      let here = index
      let leaps = [-2, -1, -1, 1, 1, 2]
      index += leaps[chance.index(below: leaps.count)]
      if index > 7 { index -= 3 }
      if index < -2 { index += 3 }
      return (event, here)
    }
  }

  private static func nearest(to degree: Int, in chord: Chord) -> Int {
    let candidates = chord.degrees.prefix(3).flatMap { [$0 - 7, $0, $0 + 7] }
    return candidates.min { abs($0 - degree) < abs($1 - degree) } ?? degree
  }
}
