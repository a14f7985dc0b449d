package import Music

/// Cues of tracks.
package enum CueEvent: Equatable, Sendable {
  /// With the number of the request; nil where nothing newer can be on its way.
  case loaded(TrackID, [Cue], serial: Int? = nil)
  /// Nil when the track is gone.
  case listLoaded(TrackID, Track?, [Cue])
  /// The cue that is there now; it may have been there before.
  case added(Cue, to: TrackID, isNew: Bool)
}
