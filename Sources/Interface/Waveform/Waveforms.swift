import Music

/// Analyses and waveforms of the current and next tracks, and their display.
package struct Waveforms: Equatable, Sendable {
  private var known: [TrackID: TrackAnalysisState] = [:]
  /// The user's choice in place of the style that each terminal supports.
  private(set) var chosenStyle: WaveformStyle?
  /// The visible length around the audible position; nil for the whole track.
  package private(set) var zoom: Duration?

  subscript(track: TrackID) -> TrackAnalysisState? { known[track] }

  /// Loads the analysis of a track that is another one or has new findings.
  ///
  /// - Parameter inFront: The current and next tracks; others are dropped.
  mutating func missing(of track: Track, besides inFront: Set<TrackID>) -> [Effect] {
    known = known.filter { $0.key == track.id || inFront.contains($0.key) }
    guard !track.isStream else { return [] }
    if let known = known[track.id] {
      // Silence has a waveform but no findings, so findings alone do not show that it is loaded.
      guard known.waveform == nil || known.findings != track.findings else { return [] }
    }
    known[track.id, default: TrackAnalysisState()].findings = track.findings
    return [.load(.analysis(track.id))]
  }

  /// Stores an analysis, unless its track is no longer current or next.
  mutating func receive(
    _ analysis: TrackAnalysis?, _ waveform: WaveformLevels?, of track: TrackID
  ) {
    guard known[track] != nil else { return }
    known[track]?.analysis = analysis
    known[track]?.waveform = waveform
  }

  mutating func choose(_ style: WaveformStyle?) { chosenStyle = style }

  mutating func zoom(to length: Duration?) { zoom = length }
}
