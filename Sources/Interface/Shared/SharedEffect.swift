package import Music

/// Requests and changes of the playlists that people share. Changes are stored before anything is
/// answered, shown at once, and sent when the server can be reached; rights are looked at first. A
/// change that cannot be stored is refused with its reason.
package enum SharedEffect: Equatable, Sendable {
  /// Asks for all shared playlists as they are stored; `SharedEvent.listed` follows.
  case list
  /// Asks for a playlist as it is stored; `SharedEvent.opened` follows.
  case open(SharedPlaylistID)
  /// The playlists on the screens of all terminals: servers are asked for news of it now and each minute, and
  /// for nothing where nothing shows. Open playlists count as looked at, and `SharedEvent.opened`
  /// follows each change of them.
  case show(SharedShown)
  /// A terminal has got the focus: what waits is sent, and what shows is asked for.
  case focused
  case addComment(SharedPlaylistID, TrackID, String, at: Duration?)
  case editComment(SharedPlaylistID, id: String, String, at: Duration?)
  case deleteComment(SharedPlaylistID, id: String)
  /// Sets a reaction in one playlist alone.
  case rate(SharedPlaylistID, Selection, Reaction)
  /// Moves entries that follow each other behind another one; to the beginning for nil.
  /// `SharedEvent.moved` follows, or a refusal.
  case move(SharedPlaylistID, entries: [String], after: String?)
  /// Asks the server with whom a playlist is shared; `SharedEvent.shares` follows.
  case shares(SharedPlaylistID)
  case share(SharedPlaylistID, email: String, SharedRights)
  case revoke(SharedPlaylistID, email: String)
  /// Takes part in a playlist to which one is invited; `SharedEvent.listed` follows.
  case accept(SharedPlaylistID)
  /// Asks for the changes that wait or were refused; `SharedEvent.changes` follows.
  case changes
  /// Sends a refused change once more, perhaps with other words.
  case retry(id: String, words: String?)
  case discard(id: String)
}
