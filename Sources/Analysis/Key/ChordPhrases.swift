import Glibc

/// The period at which the chords of a track repeat, and the chords at the start of each period.
///
/// A phrase mostly begins with the tonic: this tells I V vi IV from vi IV I V, which are the same
/// chords in the same order.
struct ChordPhrases {
  /// The phrase length in frames, with fractions.
  private(set) var length = 0.0
  /// How well the chords repeat after that, 0 to 1: low without phrases.
  private(set) var similarity: Float = 0
  /// The share of each triad at phrase starts, of sum 1; without phrases, that of the whole track.
  private(set) var starts: [Float]

  /// Analyses the frames of `chords` from `start` on; `shares` are those of the whole track.
  init(of chords: ChordSequence, from start: Int, shares: [Float]) {
    starts = shares
    let frames = chords.frames.prefix(start + ChordPhrases.maximumLength)
    let recurrence = ChordRecurrence(of: frames)
    guard let best = ChordPhrases.best(in: recurrence) else { return }
    length = best
    // A third of it repeated is plain enough beside melodies and fills.
    similarity = min(1, max(0, 3 * recurrence.likeness(after: best)))
    let beginnings = sum(of: frames, from: start)
    let total = beginnings.reduce(0, +)
    guard total > 0 else { return }
    for triad in starts.indices {
      starts[triad] += similarity * (beginnings[triad] / total - starts[triad])
    }
  }

  /// 95 s: over a longer time the error of the length grows too large, and tempos drift.
  private static let maximumLength = 256
  /// 4.5 to 15 s: four bars, mostly.
  private static let lengths = stride(from: 12, to: 40, by: 0.1)
  /// 8 s, the length of four bars at 120 beats a minute.
  private static let usual = 21.5
  /// The weights of the likeness after one, two, three and four phrases.
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

  /// The chords in the first fifth of each phrase; a chord appears early, since frames are long.
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
