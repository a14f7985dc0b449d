package import Music

/// Everything a user can make the player do. Keys, the command line and the mouse meet here.
package enum Command: Hashable, Sendable {
  case playPause, stop, nextTrack, previousTrack
  /// Seconds, negative for back.
  case seek(Int)
  case seekTo(Duration)
  /// Percent points.
  case changeVolume(Int)
  case setVolume(Int)
  case mute, shuffle, cycleRepeat
  case sound(SoundCommand)
  case openStream(StreamAddress)
  case openPath(String)

  case nextPane, previousPane, nextTab, previousTab
  case focus(Pane)
  case browse(BrowseMode)
  case up, down, pageUp, pageDown, top, bottom, activate, back
  case goToPlaying

  case filter, searchLibrary, nextMatch, previousMatch
  case nextSort, reverseSort
  case sort(SortColumn)

  case addToSlot(MixSlot), assignSlot(MixSlot), assignSelectedSlot, emptySlot(MixSlot)
  case addToPlaylist, queueLast, queueNext, saveQueue, listQueues
  case saveQueueAs(String)
  case mark, markAll, remove, moveDown, moveUp, moveToTop, moveToBottom, addAgain
  /// A folder in which to look, too.
  case relocate(String?)
  case newPlaylist, renamePlaylist, edit, chooseTemplate
  case groupBy(String)
  case template(TemplateCommand)
  case changeEntry(EntryCommand)
  case playlist(PlaylistCommand)
  case mixing(MixingCommand)
  case cycleRating, rate(Int), react, editNote
  case writeNote(String)
  /// A name of a colour; nil takes it off.
  case color(String?)

  case dropCue, listCues
  case cue(CueCommand)
  case finding(FindingCommand)
  case undo, redo
  case nextSkin, chooseSkin
  case skin(String)
  case update, addFolder, listRoots
  case scan(String)
  case forgetMissing, duplicates, unreadable
  case watch(Bool)
  case writeDemo
  case exchange(ExchangeCommand)
  case analysis(AnalysisControl)
  case commandLine, help, cancel, redraw, quit
}

/// The four panes, in the order in which Tab visits them.
package enum Pane: String, Sendable, CaseIterable, Codable {
  case library, nowPlaying, mix, playlists

  package var title: String {
    switch self {
    case .library: "Library"
    case .nowPlaying: "Now Playing"
    case .mix: "Mix"
    case .playlists: "Playlists"
    }
  }
}

/// The ways of looking at the library.
package enum BrowseMode: String, Sendable, CaseIterable, Codable {
  case folders, songs, artists, albums, genres, lists

  package var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  var source: ListSource {
    switch self {
    case .folders: .folder(nil)
    case .songs: .songs
    case .artists: .artists
    case .albums: .albums
    case .genres: .genres
    case .lists: .lists
    }
  }
}
