package import Music

/// News of the playlists that people share, from the program.
package enum SharedEvent: Equatable, Sendable {
  /// All shared playlists, by their names. Also unasked, when anything of them has changed.
  case listed([SharedPlaylist])
  /// Also unasked, when a playlist on a screen has changed.
  ///
  /// - Parameter reading: a number that grows with the beginnings of readings.
  case opened(SharedContents, reading: Int)
  /// A move is stored; what was read before that reading may not have it yet.
  case moved(SharedPlaylistID, reading: Int)
  case shares(SharedPlaylistID, [SharedShare])
  /// In the order in which they were made. Also unasked, when one came, was sent or was refused.
  case changes([SharedChange])
  /// The server has refused a change, whose words are kept.
  case refused(SharedChange)
}
