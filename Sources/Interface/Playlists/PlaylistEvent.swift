package import Music

/// Playlists and slots: their state, and edits of them that were made or refused.
package enum PlaylistEvent: Equatable, Sendable {
  case loaded([Playlist], folders: [PlaylistFolder] = [])
  /// With the number of the request; nil where nothing newer can be on its way.
  case mixBoardLoaded(MixBoard, serial: Int? = nil)
  case tracksAdded(Addition, slot: MixSlot?)
  /// The slot to which tracks should go has no playlist yet.
  case slotFoundEmpty(MixSlot, Selection)
  case made(Playlist)
  case renamed(PlaylistID, String)
  /// Its details were edited; the text is its name.
  case changed(PlaylistID, String)
  /// A CUE sheet was opened as a playlist.
  case opened(Playlist)
  /// The library would not keep a smart playlist, because of its query or of its name; the text
  /// says why.
  case smartRefused(SmartPlaylist, isQuery: Bool, String)
}
