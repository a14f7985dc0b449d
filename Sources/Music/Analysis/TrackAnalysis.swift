/// The analysis of a track's audio, as far as requested and possible.
///
/// Every value is nil where there is no honest answer: silence has no key, a tone no tempo.
package struct TrackAnalysis: Equatable, Sendable {
  /// The analysed parts; values of the others are unknown.
  package var parts: Set<AnalysisPart>
  package var tempo: TempoEstimate?
  package var key: KeyEstimate?
  package var loudness: LoudnessMeasurement?
  package var edges: SoundEdges?
  package var energy: EnergyMeasurement?
  package var waveform: Waveform?
  /// The proposed Mix In and Mix Out, on its beats; offered, never set automatically.
  package var mixIn: Duration?
  package var mixOut: Duration?

  package init(parts: Set<AnalysisPart>) { self.parts = parts }
}

/// The parts of an analysis, each with a version, so that an improvement repeats only its own.
package enum AnalysisPart: String, Sendable, CaseIterable {
  case tempo, key, loudness, edges, energy, waveform

  /// Raised when results would differ; results of an older version are recomputed.
  package var version: Int {
    switch self {
    case .key: 2
    case .tempo, .loudness, .edges, .energy, .waveform: 1
    }
  }
}

/// The start and end of sound in a file, in time of the file.
package struct SoundEdges: Equatable, Sendable {
  /// The first 5 ms with a peak above -60 dBFS, or above the noise of the recording.
  package var start: Duration
  /// The end of the last such block.
  package var end: Duration
  /// As `start` at -48 dBFS: audible in a room.
  package var audibleStart: Duration
  package var audibleEnd: Duration
  /// The time from which it stays more than 10 LU below its loudness; nil without a fade-out.
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

/// The measure of a track's energy; the grade from 1 to 10 is its rank in a library.
package struct EnergyMeasurement: Equatable, Sendable {
  /// Higher is more; without a unit, comparable between tracks.
  package var value: Double

  package init(value: Double) { self.value = value }
}
