/// The result of setting the mix points that an analysis proposes.
package struct SetMixPoints: Equatable, Sendable {
  package var cues = 0
  /// Tracks that got some, and tracks without a proposal.
  package var tracks = 0
  package var without = 0

  package init(cues: Int = 0, tracks: Int = 0, without: Int = 0) {
    self.cues = cues
    self.tracks = tracks
    self.without = without
  }
}
