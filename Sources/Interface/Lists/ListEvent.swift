package import Music

/// Rows of lists that have come, or that do not come.
package enum ListEvent: Equatable, Sendable {
  case loaded(ListID, ListWindow, serial: Int)
  /// The rows could not be read; the text says why.
  case failed(ListID, serial: Int, String)
  /// The library is read, for which the lists wait.
  case readingStarted
  case readingEnded
}
