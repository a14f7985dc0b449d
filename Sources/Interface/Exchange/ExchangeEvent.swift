package import Music

/// Progress and results of import and export.
package enum ExchangeEvent: Equatable, Sendable {
  /// Imported lines of the document; the total is unknown at first.
  case importProgressed(Int, of: Int)
  /// Nil for a failed import.
  case importEnded(ImportOutcome?)
  /// A proposed path for the export of a playlist.
  case exportProposed(PlaylistID, path: String, format: String)
  /// A file exists at the path.
  case exportRefused(PlaylistID, path: String, format: String)
  case pathsListed([PathName], serial: Int)
}
