package import Music

/// Edits of the entries of playlists, each one step of the library's history.
package enum EntryEdit: Equatable, Sendable {
  case addToSlot(MixSlot, Selection)
  case addToPlaylist(PlaylistTarget, Selection)
  /// Adds tracks even where the playlist holds them.
  case addAgain(PlaylistID, [QueuedTrack])
  /// Adds tracks behind an entry, and behind earlier additions there; nil for the end.
  case insert([QueuedTrack], into: PlaylistID, behind: EntryID?, past: [TrackID])
  case remove([EntryID])
  /// Removes selected entries from their playlist.
  case removeSelected(Selection)
  case move(Selection, of: PlaylistID, EntryPosition)
  case change([EntryID], EntryChange)
  case changeDetails([EntryID], EntryDetails)
  /// Reorders the entries of a playlist.
  case arrange([EntryID], of: PlaylistID)
}
