package import Music

/// Facts of single tracks, most of them of the current one.
package enum TrackEvent: Equatable, Sendable {
  case loaded(Track, entry: EntryID? = nil)
  /// The analysis of a track, as far as there is one.
  case analysisLoaded(TrackID, TrackAnalysis?, WaveformLevels?)
  /// Nil for a track without a cover.
  case coverLoaded(CoverRequest, LoadedCover?)
  /// Newer requests came in front of too many others.
  case coverDropped(CoverRequest)
  /// Nil for a track without lyrics.
  case lyricsLoaded(TrackID, TrackLyrics?)
  /// Nil for a deleted track.
  case infoLoaded(TrackInfo?)
  /// The playback settings of a prepared item's entry; nil without an entry.
  case entryPlaybackLoaded(PlayID, EntryPlayback?)
  /// The title of a track that could not be played, and the reason.
  case faultNamed(String?, String)
  /// A stream that never played was removed from the library.
  case streamRefused(TrackID, title: String?, reason: String)
}
