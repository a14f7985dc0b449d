import Glibc

/// After how long the chords of a track come again, and which of them sound where they begin anew.
///
/// A phrase mostly begins at home: this tells I V vi IV from vi IV I V, which are the same chords
/// in the same order.
struct ChordPhrases {
  /// Frames, with parts of them, from the beginning of a phrase to the next one's.
  private(set) var length = 0.0
  /// How much of the chords comes again after that, 0 to 1: little where there are no phrases.
  private(set) var sameness: Float = 0
  /// How much of what sounds where phrases begin is each triad, of sum 1; that of the whole track,
  /// as far as there are no phrases.
  private(set) var starts: [Float]

  /// Of what sounds from `start` on, a frame of `chords`; `shares` are those of the whole track.
  init(of chords: ChordSequence, from start: Int, shares: [Float]) {
    starts = shares
    let frames = chords.frames.prefix(start + ChordPhrases.maximumLength)
    let recurrence = ChordRecurrence(of: frames)
    guard let best = ChordPhrases.best(in: recurrence) else { return }
    length = best
    // A third of it repeated is plain enough beside melodies and fills.
    sameness = min(1, max(0, 3 * recurrence.likeness(after: best)))
    let beginnings = sum(of: frames, from: start)
    let total = beginnings.reduce(0, +)
    guard total > 0 else { return }
    for triad in starts.indices {
      starts[triad] += sameness * (beginnings[triad] / total - starts[triad])
    }
  }

  /// 95 s: over a longer time the error of the length grows too large, and tempi drift.
  private static let maximumLength = 256
  /// 4.5 to 15 s: four bars, mostly.
  private static let lengths = stride(from: 12, to: 40, by: 0.1)
  /// 8 s, which four bars of 120 beats a minute last.
  private static let usual = 21.5
  /// How much likeness after one, two, three and four phrases counts.
  private static let repeats: [Float] = [1, 0.5, 0.25, 0.25]

  private static func best(in recurrence: ChordRecurrence) -> Double? {
    guard recurrence.isLongEnough else { return nil }
    func score(_ length: Double) -> Float {
      var score = -0.1 * Float(abs(log2(length / usual)))
      for (number, weight) in repeats.enumerated() {
        score += weight * recurrence.likeness(after: length * Double(number + 1))
      }
      return score
    }
    return lengths.map { ($0, score($0)) }.max { $0.1 < $1.1 }?.0
  }

  /// What sounds in the first fifth of each phrase; a chord is heard before its beginning, since
  /// frames are long.
  private func sum(of frames: ArraySlice<[Float]>, from start: Int) -> [Float] {
    var sum = [Float](repeating: 0, count: 24)
    for (number, frame) in frames.enumerated().dropFirst(start) where !frame.isEmpty {
      let index = Double(number - start - 1) / length + 0.04
      guard index - index.rounded(.down) < 0.24 else { continue }
      for triad in 0..<24 { sum[triad] += frame[triad] }
    }
    return sum
  }
}
