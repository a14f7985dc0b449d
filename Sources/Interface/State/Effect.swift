package import Music

/// Tracks that a command is about, named without having them at hand.
package enum Selection: Equatable, Sendable {
  /// Rows of a list; a folder, artist, album, genre or header stands for all its tracks.
  case rows([RowID], ListQuery)
  case tracks([QueuedTrack])
  /// Everything that a list lists, but for some of its rows.
  case all(ListQuery, except: [RowID])
}

/// A playlist that there is, or one to be made.
package enum PlaylistTarget: Equatable, Sendable {
  case existing(PlaylistID)
  case new(String)
}

/// What the player is asked to play, and what decides how it is played there.
package struct PlayRequest: Equatable, Sendable {
  package var id: PlayID
  /// The entry of a playlist that it was queued from.
  package var entry: EntryID?
  /// What is heard before and after it.
  package var neighbors: [TrackID]

  package init(_ id: PlayID, entry: EntryID? = nil, neighbors: [TrackID] = []) {
    self.id = id
    self.entry = entry
    self.neighbors = neighbors
  }
}

/// What has to happen outside the interface. The results come back as events.
package enum Effect: Equatable, Sendable {
  // What shows.
  case load(ListSlot, ListQuery, Range<Int>, anchor: RowID?, serial: Int)
  case loadQueue([QueuedTrack], start: Int, count: Int, serial: Int)
  /// Another process may have changed the library.
  case noticeChanges
  case loadMixBoard
  case loadPlaylists
  /// As it shows where it stands in a playlist, if it was queued from one.
  case loadTrack(TrackID, entry: EntryID? = nil)
  case loadCues(TrackID)
  /// What entries are, to be edited.
  case loadEntryFacts(Selection)
  /// What tracks are called that were left out of an addition.
  case nameLeftOut([QueuedTrack])
  /// How long a playlist goes on from an entry.
  case loadRemaining(PlaylistID, EntryID)
  /// Looks for files that are gone; nil for all of the library. A folder is added to the library.
  case findRelocations(Selection?, folder: FilePath?)
  case listThemes
  case loadTheme(String, isPreview: Bool)

  // Playing.
  case findTracksToPlay(Selection, start: RowID?)
  case findTracksToQueue(Selection, next: Bool)
  case play(PlayRequest, from: Duration, isPaused: Bool)
  case prepare(PlayRequest?)
  /// The same behind one that was named already.
  case prepareLater(PlayRequest?, after: PlayID)
  /// What plays is to be played as its entry says now.
  case adjust(PlayRequest)
  /// Looks whether what was asked for would be played as it was then.
  case loadSound(PlayRequest)
  case pause, resume, stop
  case seek(Duration)
  case setVolume(Double)
  case setMuted(Bool)
  case setSound(SoundSettings)
  /// A sink by its name; nil follows the default.
  case chooseDevice(String?)
  case sleep(SleepTimer?)
  case openStream(StreamAddress)
  /// Plays a CUE sheet, a file or a folder.
  case openPath(FilePath)
  case recordPlay(TrackID)
  case recordFault(TrackID, String?)
  /// Asks what a track is called that could not be played.
  case nameFault(QueuedTrack, String)

  // Edits, each one step of the library's history.
  case addToSlot(MixSlot, Selection)
  case addToPlaylist(PlaylistTarget, Selection)
  case assignSlot(MixSlot, PlaylistTarget?, adding: Selection?)
  case createPlaylist(String)
  case renamePlaylist(PlaylistID, String)
  case changePlaylist(PlaylistID, PlaylistDetails)
  case deletePlaylist(PlaylistID)
  case removeEntries([EntryID])
  case moveEntries(Selection, of: PlaylistID, EntryPlace)
  case changeEntries([EntryID], EntryChange)
  case changeEntryDetails([EntryID], EntryDetails)
  /// Adds what the playlist may hold already.
  case addAgain(PlaylistID, [QueuedTrack])
  case relocate([Relocation.Move])
  case setTemplate(PlaylistID, GroupTemplate)
  case setRating(Rating, Selection)
  case setReaction(Reaction, Selection)
  case setNotes(String, Selection)
  /// A name of a colour; nil takes it off.
  case setColor(String?, Selection)
  /// Takes entries out of their playlist.
  case removeAll(Selection)
  case addCue(TrackID, at: Duration)
  case removeCue(CueID)
  case undo, redo

  // The library itself.
  case scan([FilePath]?)
  case writeDemo(FilePath)
  /// Of some rows, or of all of the library.
  case forgetMissing(Selection?)
  case setWatching(Bool)

  case saveQueue(PlayQueue)
  case savePlace(Session)
  /// The user has seen that a damaged library was set aside.
  case dismissRecovery
  case redraw
  case quit
}
