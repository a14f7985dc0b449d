package import Music

/// Requests for facts of the library. Reading changes nothing.
package enum LoadRequest: Equatable, Sendable {
  case mixBoard(serial: Int)
  case playlists
  case templates
  /// A range of the headers that the query's template makes.
  case templatePreview(ListQuery, Range<Int>, serial: Int)
  /// The first tracks that a smart playlist would have.
  case matches(ListQuery, count: Int, serial: Int)
  /// The template saved under a name.
  case template(String, TemplateTarget)
  /// A track, as its entry shows it if it was queued from a playlist.
  case track(TrackID, entry: EntryID? = nil)
  /// The tracks of an album.
  case album(AlbumKey)
  case cues(TrackID, serial: Int)
  /// The analysis of a track, and its waveform.
  case analysis(TrackID)
  /// The cover of a track, from its file or its folder.
  case cover(CoverRequest)
  /// The lyrics of a track, from its file or beside it.
  case lyrics(TrackID)
  /// The net is asked; by a command also where it had nothing before.
  case fetchedLyrics(TrackID, isCommand: Bool)
  /// All facts of a track.
  case info(TrackID)
  /// Cues with the whole track, whatever part of it plays.
  case cueList(TrackID)
  /// Facts of entries, for their form.
  case entryFacts(Selection)
  /// The tracks of a selection, for the form of their labels.
  case labelled(Selection)
  /// The values that labels have in the library.
  case labelValues
  /// The variations of a track, the primary one first.
  case variations(TrackID)
  /// Tracks that may be variations of each other; nil for all.
  case variationProposals(Selection?)
  case comments(TrackID)
  /// Titles of tracks that an addition skipped.
  case skipped([QueuedTrack])
  /// The total time of a playlist from an entry on.
  case remaining(PlaylistID, EntryID)
  /// Tracks that mix into the end of a track.
  case fits(TrackID)
  /// The Mix In of a track: its cue, or else that of the analysis.
  case mixIn(TrackID)
  case unreadable
  /// Rows of the library that may be added to a playlist.
  case tracksToAdd(ListQuery, Range<Int>, serial: Int)
  /// The title of a track that could not be played.
  case fault(QueuedTrack, String)
  /// The stored playback settings of an entry, to be compared with those in use.
  case entryPlayback(PlayRequest)
  case roots
  /// The last entries of the log, up to a level.
  case log(LogLevel?)
  case statistics
  /// The sizes of what is stored.
  case storage
}

extension LoadRequest {
  /// Whether it asks for facts of one track. Of these a frame waits for the track itself alone
  /// (`App.awaitsChange`), and no key waits.
  package var isOfTrack: Bool {
    switch self {
    case .track, .cues, .analysis, .cover, .lyrics, .comments: true
    case .mixBoard, .playlists, .templates, .templatePreview, .matches, .template, .album,
      .fetchedLyrics, .info, .cueList, .entryFacts, .labelled, .labelValues, .variations,
      .variationProposals, .skipped, .remaining, .fits, .mixIn, .unreadable, .tracksToAdd, .fault,
      .entryPlayback, .roots, .log, .statistics, .storage:
      false
    }
  }
}
