package import Music

/// Edits of tempo, beats, key and mix points.
package enum FindingEdit: Equatable, Sendable {
  /// A correction of tempo, beats or key.
  case correct(Correction, Selection)
  /// Sets the proposed Mix In and Mix Out cues that are missing.
  case setMixPoints(Selection)
  /// The preferred source of tempos and keys that the user did not set.
  case prefer(ValuePreference)
}
