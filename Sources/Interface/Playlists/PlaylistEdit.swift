package import Music

/// Edits of playlists, slots and folders as a whole, each one step of the library's history except
/// for the collapsing of folders.
package enum PlaylistEdit: Equatable, Sendable {
  case create(String, in: PlaylistFolderID? = nil)
  case saveQueueAs(String, [QueuedTrack])
  case rename(PlaylistID, String)
  case change(PlaylistID, PlaylistDetails)
  case assignSlot(MixSlot, PlaylistTarget?)
  case createFolder(String, in: PlaylistFolderID?)
  case renameFolder(PlaylistFolderID, String)
  case collapse(PlaylistFolderID, Bool)
  case delete(PlaylistItems)
  case move(PlaylistItems, to: FolderPosition)
  /// Into the named folder, which is created where there is none.
  case moveTo(PlaylistItems, named: String)
  case duplicate(PlaylistID)
  case merge([PlaylistID], into: PlaylistTarget, in: PlaylistFolderID?)
  /// Into the named playlist, which is created where there is none.
  case mergeInto([PlaylistID], named: String, in: PlaylistFolderID?)
  case smart(SmartPlaylist)
  case freeze(PlaylistID, as: String?)
}

/// The fields of a smart playlist's form.
package struct SmartPlaylist: Equatable, Sendable {
  /// nil for a new one.
  package var id: PlaylistID?
  /// The folder of a new one.
  package var folder: PlaylistFolderID?
  package var details: PlaylistDetails
  package var query: SmartQuery

  package init(
    id: PlaylistID? = nil, folder: PlaylistFolderID? = nil, details: PlaylistDetails,
    query: SmartQuery
  ) {
    self.id = id
    self.folder = folder
    self.details = details
    self.query = query
  }
}
