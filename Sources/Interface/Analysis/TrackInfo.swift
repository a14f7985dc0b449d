package import Music

/// All facts of one track, with times as texts.
package struct TrackInfo: Equatable, Sendable {
  package var track: Track
  package var analysis: TrackAnalysis?
  package var cues: [Cue]
  package var added: String
  package var lastPlayed: String?
  package var modified: String?

  package init(
    track: Track, analysis: TrackAnalysis? = nil, cues: [Cue] = [], added: String = "",
    lastPlayed: String? = nil, modified: String? = nil
  ) {
    self.track = track
    self.analysis = analysis
    self.cues = cues
    self.added = added
    self.lastPlayed = lastPlayed
    self.modified = modified
  }
}
