package import Music

/// Results of searches for tracks to play or queue.
package enum SearchEvent: Equatable, Sendable {
  /// Here and below, the request's number; nil where no newer answer can be pending.
  case foundToPlay(QueuedTracks, start: Int, serial: Int? = nil)
  case foundToQueue(QueuedTracks, next: Bool, serial: Int? = nil)
  /// The search has no result to play or queue; the text gives the reason.
  case notFound(serial: Int, String)
  /// Tracks of the command line's paths: the first ones, then all of them.
  case pathsAdded(QueuedTracks, isComplete: Bool)
}
