package import Music

/// Edits of tempo, beats, key and mix points.
package enum FindingEdit: Equatable, Sendable {
  /// The user's word on tempo, beats or key.
  case correct(Correction, Selection)
  /// Sets the Mix In and Mix Out that were proposed and are not there yet.
  case setMixPoints(Selection)
  /// The source of tempos and keys that the user did not set.
  case prefer(ValuePreference)
}
