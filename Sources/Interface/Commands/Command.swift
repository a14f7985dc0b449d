import Music

/// Everything a user can make the player do. Keys, the command line and the mouse meet here. Nested
/// by what the commands are about, so that each part has a switch of its own without a default.
package enum Command: Hashable, Sendable {
  case playing(PlayingCommand)
  case move(MoveCommand)
  case pane(PaneCommand)
  case list(ListCommand)
  case slot(SlotCommand)
  case queue(QueueCommand)
  case row(RowCommand)
  case track(TrackCommand)
  case skin(SkinCommand)
  case library(LibraryCommand)
  case sound(SoundCommand)
  case playlist(PlaylistCommand)
  case changeEntry(EntryCommand)
  case template(TemplateCommand)
  case mixing(MixingCommand)
  case cue(CueCommand)
  case finding(FindingCommand)
  case analysis(AnalysisControl)
  case exchange(ExchangeCommand)
  case undo, redo
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
