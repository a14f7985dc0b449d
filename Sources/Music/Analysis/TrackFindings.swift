/// A track's findings for lists, with the user's values and its tags.
package struct TrackFindings: Equatable, Sendable {
  /// The source of a value, the strongest first: the user's always wins.
  package enum Source: String, Sendable { case user, tag, analysis }

  /// Beats per minute in effect.
  package var bpm: Double?
  package var bpmSource: Source?
  /// The analysed tempo, beside the one in effect, and its alternative.
  package var foundBPM: Double?
  package var alternativeBPM: Double?
  /// 0 to 1.
  package var bpmConfidence: Double?
  package var isConstant: Bool?
  /// The key in effect.
  package var key: MusicalKey?
  package var keySource: Source?
  package var foundKey: MusicalKey?
  package var alternativeKey: MusicalKey?
  package var keyConfidence: Double?
  /// Cents from 440 Hz.
  package var tuning: Double?
  /// LUFS, LU and dBTP.
  package var loudness: Double?
  package var loudnessRange: Double?
  package var truePeak: Double?
  /// 1 to 10, relative to the library.
  package var energy: Int?
  /// Why the last analysis failed.
  package var fault: String?
  /// Whether tempo and key of the present file were analysed, whatever the result.
  package var isAnalysed = false

  package init() {}
}

/// The source of a tempo or key that the user has not set, where tags and analysis differ.
package enum ValuePreference: String, Sendable, CaseIterable {
  case tags, analysis
}
