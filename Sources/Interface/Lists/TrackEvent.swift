package import Music

/// Facts of single tracks, most of them of the current one.
package enum TrackEvent: Equatable, Sendable {
  case loaded(Track, entry: EntryID? = nil)
  /// Findings of the sound of a track, as far as there are any.
  case analysisLoaded(TrackID, TrackAnalysis?, WaveformLevels?)
  /// Nil when the track is gone.
  case infoLoaded(TrackInfo?)
  /// How the entry is played that was put in front of the player; nil when it is none.
  case soundLoaded(PlayID, EntryPlayback?)
  /// The title of a track that could not be played, and the reason.
  case faultNamed(String?, String)
  /// A stream of which nothing was ever heard is no longer in the library.
  case streamRefused(TrackID, title: String?, reason: String)
}
