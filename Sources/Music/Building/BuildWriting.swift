/// Where the tracks of a build are written in one's own library.
package enum BuildTarget: Equatable, Sendable {
  /// A new playlist.
  case new(name: String)
  /// The playlist has these tracks alone afterwards, in their order. Its entries of them stay, with
  /// their settings; so do those that it had not when it was read, behind the others. Nil for
  /// whatever it has.
  case replacing(PlaylistID, asRead: [QueuedTrack]? = nil)
  /// The tracks come behind those of the playlist, without duplicates.
  case extending(PlaylistID)
}

/// The part of a build that was written into one's own library.
package struct BuildWriting: Equatable, Sendable {
  package var playlist: PlaylistID
  package var name: String
  /// The tracks that the playlist has and had not before; for a replaced one, all it has.
  package var written: Int
  /// The tracks that left the library before they were written.
  package var gone: Int

  package init(playlist: PlaylistID, name: String, written: Int, gone: Int) {
    self.playlist = playlist
    self.name = name
    self.written = written
    self.gone = gone
  }
}
