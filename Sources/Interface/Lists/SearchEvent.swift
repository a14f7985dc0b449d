package import Music

/// Answers to searches for tracks that are to be played or queued.
package enum SearchEvent: Equatable, Sendable {
  /// Here and below, the number of the request; nil where nothing newer can be on its way.
  case foundToPlay([QueuedTrack], start: Int, serial: Int? = nil)
  case foundToQueue([QueuedTrack], next: Bool, serial: Int? = nil)
  /// Nothing is played or queued that was asked for; the text says why.
  case notFound(serial: Int, String)
  /// Tracks of the paths given on the command line are known: the first ones, then all of them.
  case pathsAdded([QueuedTrack], isComplete: Bool)
}
