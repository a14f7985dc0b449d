package import Music

/// Results of searches for fits and better orders.
package enum MixingEvent: Equatable, Sendable {
  /// Nil for a deleted track.
  case fitsFound(FitList?)
  /// The time from which a track mixes in; nil for its beginning.
  case mixInFound(TrackID, Duration?)
  case arrangementFound(Arrangement)
  /// The progress of the search, 0 to 1.
  case arrangementProgressed(PlaylistID, Double)
  /// The text gives the reason.
  case arrangementFailed(PlaylistID, String)
}
