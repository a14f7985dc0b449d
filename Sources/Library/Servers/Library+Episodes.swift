internal import GRDB
package import Music

// Episodes of podcasts, and long tracks of Subsonic servers: tracks with a progress of their own. None
// of this is a step of the history.
extension Library {
  /// Progress in an episode of a podcast, or in a long track of a Subsonic server; nil for any other
  /// track.
  package func episodeProgress(of track: TrackID) async throws(LibraryError) -> BookProgress? {
    try await read { db in
      let track = try db.current(track)
      if let progress = try db.progress(ofEpisode: track) { return progress }
      return try db.longTrack(track) == nil ? nil : BookProgress()
    }
  }

  /// Keeps the place to which an episode or a long track was heard, as `keepPlace` does for a book;
  /// any other track is left alone.
  ///
  /// - Parameter time: Unix time in milliseconds.
  package func keepPlace(
    _ place: Duration, ofEpisode track: TrackID, at time: Int64
  ) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      let track = try db.current(track)
      var known = try db.progress(ofEpisode: track)
      if known == nil, try db.makePlace(ofLong: track) {
        known = try db.progress(ofEpisode: track)
      }
      guard let progress = known else { return }
      let duration = try Int64.fetchOne(
        db, sql: "SELECT duration FROM tracks WHERE id = ?", arguments: [track])
      try db.write(
        progress.heard(to: place, of: BookColumns.time(duration ?? 0), at: time),
        ofEpisode: track)
    }
  }

  /// Marks episodes as finished or not; the place stays. Other tracks are left alone.
  ///
  /// - Parameter time: Unix time in milliseconds.
  /// - Returns: The number of episodes.
  package func setFinished(
    _ isFinished: Bool, episodes: [TrackID], at time: Int64
  ) async throws(LibraryError) -> Int {
    try await write(changing: .marks) { db in
      let known = try db.progress(ofEpisodes: episodes)
      for (track, progress) in known {
        let new = progress.marked(finished: isFinished, at: time)
        try db.write(new, ofEpisode: track)
        if isFinished, !progress.isFinished { try db.markPlayed(track, at: new.finished) }
      }
      return known.count
    }
  }

  /// Hides episodes from those to go on with, which the server lists, or shows them again where all
  /// are hidden.
  ///
  /// - Returns: The number of episodes, and whether they are hidden now.
  package func toggleHidden(
    episodes: [TrackID]
  ) async throws(LibraryError) -> (count: Int, isHidden: Bool) {
    try await write(changing: .marks) { db in
      let known = try db.progress(ofEpisodes: episodes)
      let isHidden = known.contains { !$0.progress.isHidden }
      for (track, progress) in known where progress.isHidden != isHidden {
        var new = progress
        new.isHidden = isHidden
        new.updated = progress.nextUpdate(at: 0)
        try db.write(new, ofEpisode: track)
      }
      return (known.count, isHidden)
    }
  }
}

extension Database {
  /// The progress of those of some tracks that have one, with rows for it.
  fileprivate func progress(
    ofEpisodes tracks: [TrackID]
  ) throws -> [(track: Int64, progress: BookProgress)] {
    try Set(current(tracks)).sorted().compactMap { track in
      if try progress(ofEpisode: track) == nil { _ = try makePlace(ofLong: track) }
      return try progress(ofEpisode: track).map { (track, $0) }
    }
  }
}
