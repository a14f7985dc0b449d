package import Music
package import Screen

/// Everything that happens to the interface, in the past tense.
package enum Event: Equatable, Sendable {
  case input(Input)
  case resized(Size)
  /// Time went on; the clock is in `App.now`.
  case ticked

  case listLoaded(ListSlot, ListWindow, serial: Int)
  /// The lists wait until the library has been read, which takes a while.
  case libraryReadingStarted, libraryReadingEnded
  /// Files that should be music and cannot be read.
  case unreadableListed([UnreadableFile])
  /// A stream of which nothing was ever heard is no longer in the library.
  case streamRefused(TrackID, title: String?, reason: String)
  /// The rows could not be read; the text says why.
  case listFailed(ListSlot, serial: Int, String)
  /// Here and below, the number of the request; nil where nothing newer can be on its way.
  case mixBoardLoaded(MixBoard, serial: Int? = nil)
  case templatesLoaded([SavedTemplate])
  /// Headers alone; nil when the list could not be read.
  case templatePreviewed(ListWindow?, serial: Int)
  /// What is kept under a name, nil for nothing.
  case templateFound(String, SavedTemplate?, TemplateTarget)
  case playlistsLoaded([Playlist], folders: [PlaylistFolder] = [])
  case trackLoaded(Track, entry: EntryID? = nil)
  /// What was found in the sound of a track, as far as there is anything.
  case analysisLoaded(TrackID, TrackAnalysis?, WaveformLevels?)
  /// Nil when the track is gone.
  case infoLoaded(TrackInfo?)
  case cuesLoaded(TrackID, [Cue], serial: Int? = nil)
  /// Nil when the track is gone.
  case cueListLoaded(TrackID, Track?, [Cue])
  /// The cue that is there now; it may have been there before.
  case cueAdded(Cue, to: TrackID, isNew: Bool)
  case libraryChanged
  case entryFactsLoaded([EntryFacts])
  case leftOutNamed([QueuedTrack: Track])
  case remainingLoaded(PlaylistID, EntryID, PlayTotal?)
  case relocationsFound(RelocationPlan)
  case relocated([Relocation.Move])
  /// Nil when the track is gone.
  case fitsFound(FitList?)
  case arrangementFound(Arrangement)
  /// How much of looking for one is done, 0 to 1.
  case arrangementProgressed(PlaylistID, Double)
  /// The text says why.
  case arrangementFailed(PlaylistID, String)

  case tracksToPlayFound([QueuedTrack], start: Int, serial: Int? = nil)
  case tracksToQueueFound([QueuedTrack], next: Bool, serial: Int? = nil)
  /// Nothing is played or queued that was asked for; the text says why.
  case tracksNotFound(serial: Int, String)
  /// An edit of the queue was the last one, and is to be undone or done again.
  case queueEditUndone(EditOrder.Edit)
  case queueEditRedone(EditOrder.Edit)
  case player(PlayerReport)
  /// Queues that others took the place of, and their times as they are shown.
  case replacedQueuesLoaded([ReplacedQueue], times: [String])
  case replacedQueueLoaded(PlayQueue, serial: Int? = nil)
  /// The folders of the library, to be shown.
  case rootsLoaded([LibraryRoot])
  /// What a track is called that could not be played, and why it could not.
  case faultNamed(String?, String)
  /// How the entry is played that was put in front of the player; nil when it is none.
  case soundLoaded(PlayID, EntrySound?)

  case tracksAdded(Addition, slot: MixSlot?)
  /// The slot to which tracks should go has no playlist yet.
  case slotFoundEmpty(MixSlot, Selection)
  /// Something was done; the text says what.
  case done(Notice)
  case failed(String)
  /// An effect could not be done; the text says why.
  case refused(Effect, String)
  /// An edit of what lists show was done or refused, and everything it had to say was said.
  case editEnded
  case playlistMade(Playlist)
  case playlistRenamed(PlaylistID, String)
  /// What is said of it was edited; the text is its name.
  case playlistChanged(PlaylistID, String)
  /// The library would not keep a smart playlist, because of its query or of its name; the text
  /// says why.
  case smartRefused(SmartPlaylist, isQuery: Bool, String)
  /// The library was damaged: where it is now, and the backup that was opened in its place, if
  /// there was a good one.
  case libraryRecovered(setAside: String, backup: String?)

  case scanProgressed(ScanProgress)
  /// Nil when it could not be done.
  case scanEnded(ScanProgress?)
  case demoProgressed(Int, of: Int)
  case demoWritten(FilePath)
  case analysisProgressed(AnalysisProgress)

  /// Lines of the document that is imported; none are known at first.
  case importProgressed(Int, of: Int)
  /// Nil when it could not be done.
  case importEnded(ImportOutcome?)
  /// Where a playlist could be written in a format that was named.
  case exportProposed(PlaylistID, path: String, format: String)
  /// There is a file already.
  case exportRefused(PlaylistID, path: String, format: String)
  case pathsListed([PathName], serial: Int)

  case themesListed([String])
  case themeLoaded(Theme, isPreview: Bool)
  /// What was kept of the sound, and the sink that was chosen.
  case soundRestored(SoundSettings, device: String?)
  case sessionRestored(Session, PlayQueue)
  /// The library has no folder yet; the proposed one, if the system names one that exists.
  case startedWithoutMusic(proposed: FilePath?, demo: FilePath)
  /// Tracks of the paths given on the command line are known: the first ones, then all of them.
  case pathsAdded([QueuedTrack], isComplete: Bool)
  /// A CUE sheet was opened as a playlist.
  case playlistOpened(Playlist)
}
