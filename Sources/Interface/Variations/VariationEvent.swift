package import Music

/// Loaded and proposed variations.
package enum VariationEvent: Equatable, Sendable {
  /// The variations of a track, the primary one first; none for a track without any.
  case loaded(TrackID, [Track])
  /// Proposals with their tracks.
  case proposed([VariationProposal], [TrackID: Track])
}
