package import Music

/// Files of other programs.
package enum ExchangeOrder: Equatable, Sendable {
  case importFile(FilePath)
  case cancelImport
  case importCues(FilePath, TrackID)
  /// To a path, or to a place that is still to be asked for where it is the name of a format.
  case exportPlaylist(PlaylistID, to: String, format: String?, replaces: Bool)
  /// Names that complete a path.
  case listPaths(String, serial: Int)
  /// The folder in which all playlists are kept as JSON; nil ends that.
  case setSyncFolder(FilePath?)
}
