import Music

/// Analyses and waveforms of the tracks in front of the player, and how they show.
package struct Waveforms: Equatable, Sendable {
  private var known: [TrackID: TrackAnalysisState] = [:]
  /// The style that this terminal can show, and the one that the user chose instead.
  package var fittingStyle = WaveformStyle.blocks
  private(set) var chosenStyle: WaveformStyle?
  /// How much of it shows around the place that is heard; nil for all.
  package private(set) var zoom: Duration?

  package var style: WaveformStyle { chosenStyle ?? fittingStyle }

  subscript(track: TrackID) -> TrackAnalysisState? { known[track] }

  /// Asks for the sound of a track when that is another one or more is known of it.
  ///
  /// - Parameter inFront: The tracks that play or come next; of others nothing is kept.
  mutating func missing(of track: Track, besides inFront: Set<TrackID>) -> [Effect] {
    known = known.filter { $0.key == track.id || inFront.contains($0.key) }
    guard !track.isStream else { return [] }
    if let known = known[track.id] {
      // Silence has a waveform and no findings, so that these alone do not tell.
      guard known.waveform == nil || known.findings != track.findings else { return [] }
    }
    known[track.id, default: TrackAnalysisState()].findings = track.findings
    return [.load(.analysis(track.id))]
  }

  /// An answer about a track that nobody waits for any more is of no use here.
  mutating func receive(
    _ analysis: TrackAnalysis?, _ waveform: WaveformLevels?, of track: TrackID
  ) {
    guard known[track] != nil else { return }
    known[track]?.analysis = analysis
    known[track]?.waveform = waveform
  }

  mutating func choose(_ style: WaveformStyle) { chosenStyle = style }

  mutating func zoom(to length: Duration?) { zoom = length }
}
