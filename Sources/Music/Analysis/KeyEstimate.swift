/// The key of a track, from its audio.
package struct KeyEstimate: Equatable, Sendable {
  package var key: MusicalKey
  /// 0 to 1; unreliable below `lowConfidence`.
  package var confidence: Double
  /// The second most likely key.
  package var alternative: MusicalKey?
  /// The deviation of its A from 440 Hz in cents, -50 to 50: about -32 for 432 Hz.
  package var tuning: Double

  package init(
    key: MusicalKey, confidence: Double, alternative: MusicalKey? = nil, tuning: Double = 0
  ) {
    self.key = key
    self.confidence = confidence
    self.alternative = alternative
    self.tuning = tuning
  }

  package static let lowConfidence = 0.6
}
