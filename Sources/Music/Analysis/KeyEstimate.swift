/// The key of a track, as its sound says.
package struct KeyEstimate: Equatable, Sendable {
  package var key: MusicalKey
  /// 0 to 1; below `lowConfidence` it is not worth relying on.
  package var confidence: Double
  /// The key that it is if not this one.
  package var alternative: MusicalKey?
  /// By how many cents its A differs from 440 Hz, -50 to 50: about -32 for 432 Hz.
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
