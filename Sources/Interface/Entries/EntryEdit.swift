package import Music

/// Edits of the entries of playlists, each one step of the library's history.
package enum EntryEdit: Equatable, Sendable {
  case addToSlot(MixSlot, Selection)
  case addToPlaylist(PlaylistTarget, Selection)
  /// Adds tracks that the playlist may hold already.
  case addAgain(PlaylistID, [QueuedTrack])
  case remove([EntryID])
  /// Takes selected entries out of their playlist.
  case removeSelected(Selection)
  case move(Selection, of: PlaylistID, EntryPosition)
  case change([EntryID], EntryChange)
  case changeDetails([EntryID], EntryDetails)
  /// Puts the entries of a playlist into this order.
  case arrange([EntryID], of: PlaylistID)
}
