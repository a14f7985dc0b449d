/// Commands about the selected rows of playlists, queue and library.
package enum RowCommand: Hashable, Sendable {
  case addToPlaylist, remove, moveDown, moveUp, moveToTop, moveToBottom, addAgain
  /// A folder in which to look, too.
  case relocate(String?)
  case edit
}
