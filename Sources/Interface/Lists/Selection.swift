package import Music

/// Tracks that a command is about, named without being loaded.
package enum Selection: Equatable, Sendable {
  /// Rows of a list; a folder, artist, album, genre or header stands for all its tracks.
  case rows([RowID], ListQuery)
  case tracks([QueuedTrack])
  /// All rows of a list, but for some.
  case all(ListQuery, except: [RowID])
}

/// An existing playlist, or a new one.
package enum PlaylistTarget: Equatable, Sendable {
  case existing(PlaylistID)
  case new(String)
}
