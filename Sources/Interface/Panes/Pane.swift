/// The panes, in the order in which Tab visits them.
package enum Pane: String, Sendable, CaseIterable, Codable {
  case library, nowPlaying, mix, playlists

  var content: any PaneContent {
    switch self {
    case .library: LibraryPane()
    case .nowPlaying: NowPlayingPane()
    case .mix: MixPane()
    case .playlists: PlaylistsPane()
    }
  }
}
