import Glibc
package import Music

/// Estimates the key from features by learnt weights.
package enum KeyEstimator {
  /// The likeliest key; nil for sound without one.
  package static func estimate(_ features: KeyFeatures) -> KeyEstimate? {
    guard let tonality = features.tonality else { return nil }
    let scores = scores(of: features)
    let order = scores.indices.sorted { scores[$0] > scores[$1] }
    let total = scores.reduce(0) { $0 + exp($1 - scores[order[0]]) }
    guard let key = key(number: order[0]) else { return nil }
    // Half-way between two semitones the key may be either.
    let isBetween = abs(features.tuning) > 44
    let sureness = tonality == .faint || isBetween ? 0.5 : 1
    return KeyEstimate(
      key: key, confidence: sureness * Double(1 / total), alternative: self.key(number: order[1]),
      tuning: features.tuning)
  }

  /// The scores of twelve major keys from C and twelve minor ones; differences are log odds.
  package static func scores(of features: KeyFeatures) -> [Float] {
    (0..<24).map { number in
      let weights = number < 12 ? KeyWeights.major : KeyWeights.minor
      return zip(weights, features.evidence(forKey: number)).reduce(
        number < 12 ? 0 : KeyWeights.minorBias
      ) { $0 + $1.0 * $1.1 }
    }
  }

  /// The key at an index of `scores`.
  package static func key(number: Int) -> MusicalKey? {
    MusicalKey(tonic: number % 12, isMajor: number < 12)
  }
}

extension KeyFeatures {
  /// How clearly the sound has tuned notes.
  package enum Tonality: Sendable {
    /// Some peaks fit a tuning, among much noise: ambient music, and some drums.
    case faint
    case plain
  }

  /// Nil if the peaks fit no tuning, as in noise.
  ///
  /// Of 16 rendered drum patterns two are plain, of 462 tracks with a melody two are not. The fewer
  /// peaks there are, the nearer they may lie together by chance; neighbouring frames share three
  /// quarters of their samples.
  package var tonality: Tonality? {
    let independentPeaks = density * Double(frames) / 4
    let chance = 1 / max(1, independentPeaks).squareRoot()
    if coherence > max(0.075, 2 * chance) { return .plain }
    return coherence > 2.5 * chance ? .faint : nil
  }
}
