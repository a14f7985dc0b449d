package import Music

/// Playlists and slots: their state, and finished or refused edits of them.
package enum PlaylistEvent: Equatable, Sendable {
  case loaded(SortedPlaylists, folders: [PlaylistFolder] = [])
  /// With the request's number; nil where no newer answer can be pending.
  case mixBoardLoaded(MixBoard, serial: Int? = nil)
  case tracksAdded(Addition, slot: MixSlot?)
  case created(Playlist)
  case renamed(PlaylistID, String)
  /// The playlist's details were edited; the text is its name.
  case changed(PlaylistID, String)
  /// A CUE sheet was opened as a playlist.
  case opened(Playlist)
  /// The first tracks that match the query of a smart playlist's form; nil after a fault.
  case matched(ListWindow?, serial: Int)
  /// The library refused a smart playlist, for its query or its name; the text gives the reason.
  case smartRefused(SmartPlaylist, isQuery: Bool, String)
}
