package import Music

/// Files of other programs.
package enum ExchangeEvent: Equatable, Sendable {
  /// Lines of the document that is imported; none are known at first.
  case importProgressed(Int, of: Int)
  /// Nil when it could not be done.
  case importEnded(ImportOutcome?)
  /// Where a playlist could be written in a format that was named.
  case exportProposed(PlaylistID, path: String, format: String)
  /// There is a file already.
  case exportRefused(PlaylistID, path: String, format: String)
  case pathsListed([PathName], serial: Int)
}
