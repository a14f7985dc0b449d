internal import GRDB
package import Music

/// The facts of a track that the player gets, and of its names.
package struct PlayerFacts: Sendable {
  package var track: Track
  /// The tracks before and after it in the queue; those that are gone are left out.
  package var neighbors: [Track] = []
  /// The playback settings of the entry that it was queued from.
  package var sound: EntryPlayback?
  /// The measured loudness.
  package var measured: ReplayGain?
  /// The track with the names of its entry, where it has one.
  package var named: Track?
  /// Nil where only its genre and its name tell.
  package var isPartOfBook: Bool?
}

extension Library {
  /// The facts of a track that is to play, in one read; nil where it is gone. Another one may have
  /// replaced it since it was queued.
  package func playerFacts(
    of queued: QueuedTrack, neighbors: [TrackID]
  ) async throws(LibraryError) -> PlayerFacts? {
    await catalog.ready()
    return try await read { db in
      let ids = ([queued.track] + neighbors).map(\.rawValue)
      let tracks = try db.tracks(ids)
      guard let track = tracks[queued.track.rawValue] else { return nil }
      var facts = PlayerFacts(track: track)
      facts.neighbors = neighbors.compactMap { tracks[$0.rawValue] }
      // A track plays without what cannot be read besides.
      if let entry = queued.entry {
        facts.sound = try? db.overrides(of: [entry.rawValue])[entry.rawValue]?.sound
        facts.named = try? db.resolved([queued])[queued]?.track
      }
      facts.measured = try? replayGain(of: track.id.rawValue, db)
      facts.isPartOfBook = try? db.isPartOfBook(track.id.rawValue)
      return facts
    }
  }
}
