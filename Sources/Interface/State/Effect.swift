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
  case loadQueue([QueueItem], start: Int, count: Int, anchorIndex: Int?, serial: Int)
  /// Another process may have changed the library.
  case noticeChanges
  case loadMixBoard(serial: Int)
  case loadPlaylists
  case loadTemplates
  /// The headers that the query's template makes, those in a range.
  case previewTemplate(ListQuery, Range<Int>, serial: Int)
  /// Looks for a template that is kept under a name.
  case findTemplate(String, TemplateTarget)
  /// As it shows where it stands in a playlist, if it was queued from one.
  case loadTrack(TrackID, entry: EntryID? = nil)
  case loadCues(TrackID, serial: Int)
  /// What was found in its sound, and its waveform.
  case loadAnalysis(TrackID)
  /// Everything that is known of it.
  case loadInfo(TrackID)
  /// With the track as it is in the library, whatever part of it plays.
  case loadCueList(TrackID)
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

  // Mixing.
  /// What mixes into the end of a track.
  case findFits(TrackID)
  case findArrangement(PlaylistID, keepingFirst: Bool)
  case cancelArrangement

  // Playing.
  case findTracksToPlay(Selection, start: RowID?, serial: Int)
  case findTracksToQueue(Selection, next: Bool, serial: Int)
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
  case openStream(StreamAddress, serial: Int)
  /// Plays a CUE sheet, a file or a folder.
  case openPath(FilePath, serial: Int)
  case recordPlay(TrackID)
  case recordFault(TrackID, String?)
  case listUnreadable
  /// Asks what a track is called that could not be played.
  case nameFault(QueuedTrack, String)

  // Edits, each one step of the library's history.
  case addToSlot(MixSlot, Selection)
  case addToPlaylist(PlaylistTarget, Selection)
  case assignSlot(MixSlot, PlaylistTarget?, adding: Selection?)
  case saveQueueAs(String, [QueuedTrack])
  case createPlaylist(String, in: PlaylistFolderID? = nil)
  case playlists(PlaylistEdit)
  case renamePlaylist(PlaylistID, String)
  case changePlaylist(PlaylistID, PlaylistDetails)
  case removeEntries([EntryID])
  case moveEntries(Selection, of: PlaylistID, EntryPlace)
  case changeEntries([EntryID], EntryChange)
  case changeEntryDetails([EntryID], EntryDetails)
  /// Adds what the playlist may hold already.
  case addAgain(PlaylistID, [QueuedTrack])
  /// Puts the entries of a playlist into this order.
  case arrange([EntryID], of: PlaylistID)
  case relocate([Relocation.Move])
  case setTemplate(PlaylistID, GroupTemplate)
  case saveTemplate(GroupTemplate, String)
  case renameTemplate(String, to: String)
  case deleteTemplate(String)
  /// Groups of a playlist by their keys, past the one before or behind them.
  case moveGroups([String], ListQuery, by: Int)
  case setRating(Rating, Selection)
  case setReaction(Reaction, Selection)
  case setNotes(String, Selection)
  /// A name of a colour; nil takes it off.
  case setColor(String?, Selection)
  /// Takes entries out of their playlist.
  case removeAll(Selection)
  /// Unless there is one there already.
  case addCue(Cue, to: TrackID)
  /// What differs from the cue as it was known; the rest stays as it is by then.
  case changeCue(Cue, from: Cue)
  /// As one step with the adjustment before it, where this goes on with that.
  case adjustCue(CueID, CueAdjustment, isContinued: Bool)
  case removeCues([CueID])
  /// Lets entries begin and end at cues of these kinds; nil leaves a bound as it is.
  case setParts(Selection, start: Cue.Kind?, end: Cue.Kind?)
  /// What the user says of tempo, beats or key.
  case correct(Correction, Selection)
  /// Sets the Mix In and Mix Out that were proposed and are not there yet.
  case setMixPoints(Selection)
  /// Of what was edited last, the library or the queue.
  case undo, redo
  /// The queue was edited, which undo takes back by this number.
  case noteQueueEdit(Int)
  /// An edit of the queue that was to be undone stands, since others were made meanwhile.
  case keepQueueEdit(EditOrder.Edit)

  /// Which tempos and keys hold where the user said nothing.
  case prefer(ValuePreference)

  // The library itself.
  case scan([FilePath]?)
  case writeDemo(FilePath)
  /// Of some rows, or of all of the library.
  case forgetMissing(Selection?)
  case loadRoots
  /// Takes folders out of the library, with all tracks in them.
  case removeRoots([FilePath])
  case setWatching(Bool)
  case controlAnalysis(AnalysisControl)
  /// Looks into tracks again, whatever is known of them.
  case analyze(Selection)

  // Files of other programs.
  case importFile(FilePath)
  case cancelImport
  case importCues(FilePath, TrackID)
  /// To a path, or to a place that is still to be asked for where it is the name of a format.
  case exportPlaylist(PlaylistID, to: String, format: String?, replaces: Bool)
  /// Names that complete a path.
  case listPaths(String, serial: Int)
  /// Where all playlists are kept as JSON; nil ends that.
  case setSyncFolder(FilePath?)

  case saveQueue(PlayQueue)
  /// Another queue takes the place of this one, which was at what the title says.
  case keepQueue(PlayQueue, title: String?)
  case loadReplacedQueues
  case loadReplacedQueue(Int64, serial: Int)
  case savePlace(Session)
  /// The user has seen that a damaged library was set aside.
  case dismissRecovery
  /// Keys that were typed behind one that could not be done are not done either.
  case forgetTypedAhead
  case redraw
  case quit
}
