/// A queue that was replaced, stored so that the user can go back to it.
package struct ReplacedQueue: Equatable, Sendable, Identifiable {
  package let id: Int64
  /// Seconds since 1970.
  package var time: Int64
  package var trackCount: Int
  /// The title of its current track.
  package var title: String?

  package init(id: Int64, time: Int64, trackCount: Int, title: String?) {
    self.id = id
    self.time = time
    self.trackCount = trackCount
    self.title = title
  }

  /// Stored queues, and tracks in one: a longer one is a whole library, or a large part of it,
  /// which lists restore more cheaply.
  package static let maximumKept = 30
  package static let maximumTracks = 20_000
}

/// A track played to its end.
package struct PlayedTrack: Equatable, Sendable {
  package var track: Track
  /// Seconds since 1970.
  package var time: Int64

  package init(track: Track, time: Int64) {
    self.track = track
    self.time = time
  }
}
