package import Music

/// Loaded rows of lists, and failures to load them.
package enum ListEvent: Equatable, Sendable {
  case loaded(ListID, ListWindow, serial: Int)
  case tracksToAddFound(ListWindow, serial: Int)
  /// The rows could not be read; the text gives the reason.
  case albumLoaded(AlbumKey, [ListRow])
  case failed(ListID, serial: Int, String)
  /// Reading of the library has started, for which the lists wait.
  case readingStarted
  case readingEnded
}
