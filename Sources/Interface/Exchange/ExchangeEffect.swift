package import Music

/// Import and export of files of other programs.
package enum ExchangeEffect: Equatable, Sendable {
  case importFile(FilePath)
  case cancelImport
  case importCues(FilePath, TrackID)
  /// Exports to a path; a format's name proposes one first.
  case exportPlaylist(PlaylistID, to: String, format: String?, replaces: Bool)
  /// Names that complete a path.
  case listPaths(String, serial: Int)
  /// The folder for all playlists as JSON; nil ends the synchronisation.
  case setSyncFolder(FilePath?)
  case setSyncAuto(Bool)
}
