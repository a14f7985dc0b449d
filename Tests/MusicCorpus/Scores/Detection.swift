package import Music

/// One tool's results for one file; nil if there is none.
package struct Detection {
  package var bpm: Double?
  /// Seconds.
  package var beats: [Double]?
  package var key: MusicalKey?
  /// Mix-in point in seconds.
  package var mixIn: Double?
  /// Seconds of silence at both ends.
  package var startSilence: Double?
  package var endSilence: Double?
  /// LUFS and dBTP.
  package var loudness: Double?
  package var truePeak: Double?
  /// Processor seconds of tempo and of key, each detected alone.
  package var tempoSeconds: Double?
  package var keySeconds: Double?

  package init() {}

  /// Results of our analysis for a file of this duration in seconds.
  package init(_ analysis: TrackAnalysis, duration: Double) {
    bpm = analysis.tempo?.bpm
    beats = analysis.tempo.map { $0.grid.beats(in: 0..<duration) } ?? []
    mixIn = analysis.mixIn.map { $0 / .seconds(1) }
    key = analysis.key?.key
    startSilence = analysis.edges.map { $0.start / .seconds(1) }
    endSilence = analysis.edges.map { duration - $0.end / .seconds(1) }
    loudness = analysis.loudness?.integrated
    truePeak = analysis.loudness?.truePeak
  }
}

/// A tool's results for a corpus.
package struct Answers {
  package var name: String
  /// By file.
  package var detections: [String: Detection]

  package init(name: String, detections: [String: Detection] = [:]) {
    self.name = name
    self.detections = detections
  }
}
