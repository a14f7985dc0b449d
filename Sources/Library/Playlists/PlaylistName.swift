internal import Music

/// The name of a playlist or of a folder of playlists, in its stored form.
enum PlaylistName {
  /// - Throws: `.emptyName`.
  static func tidied(_ name: String) throws(LibraryError) -> String {
    guard let text = Playlist.tidied(name: name) else { throw .emptyName }
    return text
  }
}
