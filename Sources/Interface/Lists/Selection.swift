package import Music

/// Tracks that a command is about, named without having them at hand.
package enum Selection: Equatable, Sendable {
  /// Rows of a list; a folder, artist, album, genre or header stands for all its tracks.
  case rows([RowID], ListQuery)
  case tracks([QueuedTrack])
  /// Everything that a list lists, but for some of its rows.
  case all(ListQuery, except: [RowID])
}

/// A playlist that there is, or one to be made.
package enum PlaylistTarget: Equatable, Sendable {
  case existing(PlaylistID)
  case new(String)
}
