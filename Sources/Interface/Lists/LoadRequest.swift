package import Music

/// Facts of the library that the interface shows. Reading them changes nothing.
package enum LoadRequest: Equatable, Sendable {
  case mixBoard(serial: Int)
  case playlists
  case templates
  /// The headers that the query's template makes, those in a range.
  case templatePreview(ListQuery, Range<Int>, serial: Int)
  /// The template that is kept under a name.
  case template(String, TemplateTarget)
  /// A track as it shows where it stands in a playlist, if it was queued from one.
  case track(TrackID, entry: EntryID? = nil)
  case cues(TrackID, serial: Int)
  /// Findings of the track's sound, and its waveform.
  case analysis(TrackID)
  /// Everything that is known of a track.
  case info(TrackID)
  /// Cues with the track as it is in the library, whatever part of it plays.
  case cueList(TrackID)
  /// Facts of entries that are to be edited.
  case entryFacts(Selection)
  /// Titles of tracks that were left out of an addition.
  case skipped([QueuedTrack])
  /// How long a playlist goes on from an entry.
  case remaining(PlaylistID, EntryID)
  /// Tracks that mix into the end of a track.
  case fits(TrackID)
  case unreadable
  /// The title of a track that could not be played.
  case fault(QueuedTrack, String)
  /// The sound of an entry as it is kept now, to see whether it differs from the sound it plays with.
  case sound(PlayRequest)
  case roots
}
