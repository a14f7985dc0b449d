package import Music

/// Loaded and added cues.
package enum CueEvent: Equatable, Sendable {
  /// With the request's number; nil where no newer answer can be pending.
  case loaded(TrackID, [Cue], serial: Int? = nil)
  /// Nil for a deleted track.
  case listLoaded(TrackID, Track?, [Cue])
  /// The cue exists now, and possibly did before.
  case added(Cue, to: TrackID, isNew: Bool)
}
