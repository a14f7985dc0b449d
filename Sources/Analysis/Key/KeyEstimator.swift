import Glibc
package import Music

/// Tells the key from features by weights that were learnt.
package enum KeyEstimator {
  /// The likeliest key; nil where what sounds has none.
  package static func estimate(_ features: KeyFeatures) -> KeyEstimate? {
    guard features.isTonal else { return nil }
    let scores = scores(of: features.values)
    let order = scores.indices.sorted { scores[$0] > scores[$1] }
    let total = scores.reduce(0) { $0 + exp($1 - scores[order[0]]) }
    guard let key = key(number: order[0]) else { return nil }
    // Half way between two semitones it may as well be the other one.
    let sureness = abs(features.tuning) > 44 ? 0.5 : 1
    return KeyEstimate(
      key: key, confidence: sureness * Double(1 / total), alternative: self.key(number: order[1]),
      tuning: features.tuning)
  }

  /// The scores of twelve major keys from C and twelve minor ones; differences are logarithms of
  /// odds.
  package static func scores(of values: [Float]) -> [Float] {
    precondition(values.count == KeyFeatures.count)
    return (0..<24).map { number in
      let weights = number < 12 ? KeyWeights.major : KeyWeights.minor
      var score = number < 12 ? 0 : KeyWeights.minorBias
      for place in 0..<KeyFeatures.count {
        let (kind, step) = place.quotientAndRemainder(dividingBy: 12)
        score += weights[place] * values[kind * 12 + (step + number) % 12]
      }
      return score
    }
  }

  /// The key of a place in `scores`.
  package static func key(number: Int) -> MusicalKey? {
    MusicalKey(tonic: number % 12, isMajor: number < 12)
  }
}

extension KeyFeatures {
  /// Whether there are notes in it that could have a key: drums and noise hold to no tuning.
  ///
  /// Of 17 rendered drum patterns two came above, of 578 tracks with a melody three below. The fewer
  /// peaks there are, the nearer they may lie together by chance; neighbouring frames share three
  /// quarters of their samples.
  package var isTonal: Bool {
    let independentPeaks = density * Double(frames) / 4
    return unity > max(0.075, 2 / max(1, independentPeaks).squareRoot())
  }
}
