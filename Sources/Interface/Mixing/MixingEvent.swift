package import Music

/// Tracks and orders that mix well.
package enum MixingEvent: Equatable, Sendable {
  /// Nil when the track is gone.
  case fitsFound(FitList?)
  case arrangementFound(Arrangement)
  /// How much of looking for one is done, 0 to 1.
  case arrangementProgressed(PlaylistID, Double)
  /// The text says why.
  case arrangementFailed(PlaylistID, String)
}
