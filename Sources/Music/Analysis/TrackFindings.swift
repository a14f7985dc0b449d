/// What lists show of how a track sounds, with what the user said and what its tags say.
package struct TrackFindings: Equatable, Sendable {
  /// Where a value comes from, the strongest first: what the user set always holds.
  package enum Source: String, Sendable { case user, tag, analysis }

  /// Beats per minute that hold.
  package var bpm: Double?
  package var bpmSource: Source?
  /// The one that was found, beside the one that holds, and what it is if not that.
  package var foundBPM: Double?
  package var alternativeBPM: Double?
  /// 0 to 1.
  package var bpmConfidence: Double?
  package var isConstant: Bool?
  /// The key that holds.
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
  /// Whether tempo and key were looked for in the file as it is, whatever came of it.
  package var isAnalysed = false

  package init() {}
}

/// Which of two values holds where the user set none.
package enum ValuePreference: String, Sendable, CaseIterable {
  case tags, analysis
}
