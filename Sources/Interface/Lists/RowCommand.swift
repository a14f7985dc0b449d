/// Commands about the selected rows of playlists, queue and library.
package enum RowCommand: Hashable, Sendable {
  case addToPlaylist, remove, moveDown, moveUp, moveToTop, moveToBottom, addAgain
  /// Relocates missing files, with a folder to search as well.
  case relocate(String?)
  case edit
}
