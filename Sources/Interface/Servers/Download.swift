package import Music

/// Tracks to download, or whose downloads are removed.
package enum DownloadSubject: Equatable, Sendable {
  case tracks(Selection)
  case book(BookID)
  /// All books of a list, as those of a series.
  case books(BookList)
}

/// The downloads that go on and wait.
package struct DownloadProgress: Equatable, Sendable {
  package var tracksDone: Int
  package var tracksTotal: Int
  package var bytesDone: Int64
  /// 0 for unknown.
  package var bytesTotal: Int64
  /// Bytes a second; nil where it is not known yet.
  package var speed: Int64?

  package init(
    tracksDone: Int, tracksTotal: Int, bytesDone: Int64 = 0, bytesTotal: Int64 = 0,
    speed: Int64? = nil
  ) {
    self.tracksDone = tracksDone
    self.tracksTotal = tracksTotal
    self.bytesDone = bytesDone
    self.bytesTotal = bytesTotal
    self.speed = speed
  }
}

/// The end of downloads.
package struct DownloadResult: Equatable, Sendable {
  package var tracks: Int
  package var bytes: Int64
  /// Tracks that were on this disk before.
  package var already: Int
  /// Tracks that are on no server.
  package var notOnServers: Int
  /// The first tracks that failed; `failed` counts all.
  package var failures: [DownloadFailure]
  package var failed: Int
  package var wasCancelled: Bool

  package init(
    tracks: Int, bytes: Int64, already: Int = 0, notOnServers: Int = 0,
    failures: [DownloadFailure] = [], wasCancelled: Bool = false, failed: Int? = nil
  ) {
    self.tracks = tracks
    self.bytes = bytes
    self.already = already
    self.notOnServers = notOnServers
    self.failures = failures
    self.failed = max(failed ?? 0, failures.count)
    self.wasCancelled = wasCancelled
  }
}

/// A track that could not be downloaded.
package struct DownloadFailure: Equatable, Sendable {
  package var track: String
  /// Why, and what to do next.
  package var reason: String

  package init(track: String, reason: String) {
    self.track = track
    self.reason = reason
  }
}
