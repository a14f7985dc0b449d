/// What the sound of one track is like, as far as it was looked for and could be told.
///
/// Every value is nil where there is no honest answer: silence has no key, a tone no tempo.
package struct TrackAnalysis: Equatable, Sendable {
  /// What was looked for; of the others nothing is said.
  package var parts: Set<AnalysisPart>
  package var tempo: TempoEstimate?
  package var key: KeyEstimate?
  package var loudness: LoudnessMeasurement?
  package var edges: SoundEdges?
  package var energy: EnergyMeasurement?
  package var waveform: Waveform?
  /// Where it may be mixed in and out, on its beats; offered, never set by itself.
  package var mixIn: Duration?
  package var mixOut: Duration?

  package init(parts: Set<AnalysisPart>) { self.parts = parts }
}

/// What is found out each by itself, so that a better way to do it repeats only what it must.
package enum AnalysisPart: String, Sendable, CaseIterable {
  case tempo, key, loudness, edges, energy, waveform

  /// Raised when what is found would be another; what is kept of an older version is made anew.
  package var version: Int {
    switch self {
    case .key: 2
    case .tempo, .loudness, .edges, .energy, .waveform: 1
    }
  }
}

/// Where sound begins and ends in a file, in time of the file.
package struct SoundEdges: Equatable, Sendable {
  /// The first 5 ms with a peak above -60 dBFS, or above the noise of the recording.
  package var start: Duration
  /// The end of the last.
  package var end: Duration
  /// The same at -48 dBFS: what is heard in a room.
  package var audibleStart: Duration
  package var audibleEnd: Duration
  /// From where on it is more than 10 LU below its loudness to the end; nil where it does not fade.
  package var fadeOut: Duration?

  package init(
    start: Duration, end: Duration, audibleStart: Duration, audibleEnd: Duration,
    fadeOut: Duration? = nil
  ) {
    self.start = start
    self.end = end
    self.audibleStart = audibleStart
    self.audibleEnd = audibleEnd
    self.fadeOut = fadeOut
  }
}

/// What the energy of a track is told from; 1 to 10 is its place among the tracks of a library.
package struct EnergyMeasurement: Equatable, Sendable {
  /// Higher is more; of no unit, comparable between tracks.
  package var value: Double

  package init(value: Double) { self.value = value }
}
