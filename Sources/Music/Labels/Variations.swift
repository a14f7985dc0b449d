/// The place of a track among variations, which are takes, mixes and versions of one piece.
package enum VariationRole: Hashable, Sendable {
  /// The one that stands for all; `count` is that of all, itself included.
  case primary(count: Int)
  case variation(of: TrackID)
}

/// The variations in a list of tracks.
package enum VariationFolding: Hashable, Sendable {
  /// Tracks like all others.
  case listed
  /// Behind the primary ones, which stand for them; those of some primary ones follow these.
  case folded(open: Set<TrackID>)
}

/// Tracks that may be variations of one piece, as they are proposed.
package struct VariationProposal: Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    /// Files with the same audio.
    case sameAudio
    /// One title in one folder, as the playlist builder compares titles, and without the names of
    /// versions.
    case sameTitle(String)
    /// Some tracks with the same audio, and others with the same title as one of these.
    case several
  }

  package var reason: Reason
  /// The proposed primary one first: the best rated of those that are no variation yet, then the one
  /// with the higher reaction, then the most played, then one that has variations, then the oldest.
  package var tracks: [TrackID]

  package init(reason: Reason, tracks: [TrackID]) {
    self.reason = reason
    self.tracks = tracks
  }
}
