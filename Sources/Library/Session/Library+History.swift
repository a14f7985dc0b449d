import FoundationEssentials
internal import GRDB
package import Music

// Replaced queues and plays. None of them is an edit.
extension Library {
  /// Stores a replaced queue, and deletes all but the newest.
  ///
  /// - Parameters:
  ///   - queue: as `QueueText` codes it.
  ///   - time: seconds since 1970.
  package func keepReplacedQueue(_ queue: String, trackCount: Int, title: String?, at time: Int64)
    async throws(LibraryError)
  {
    try await write(changing: .nothing) { db in
      // A queue that is restored and replaced again is stored once.
      try db.execute(sql: "DELETE FROM replaced_queues WHERE queue = ?", arguments: [queue])
      try db.execute(
        sql: "INSERT INTO replaced_queues (time, tracks, title, queue) VALUES (?, ?, ?, ?)",
        arguments: [time, trackCount, title, queue])
      try db.execute(
        sql: """
          DELETE FROM replaced_queues WHERE id NOT IN
            (SELECT id FROM replaced_queues ORDER BY id DESC LIMIT ?)
          """, arguments: [ReplacedQueue.maximumKept])
    }
  }

  /// The replaced queues, the newest first.
  package func replacedQueues() async throws(LibraryError) -> [ReplacedQueue] {
    try await read { db in
      try Row.fetchAll(
        db, sql: "SELECT id, time, tracks, title FROM replaced_queues ORDER BY id DESC"
      ).map { row in
        try ReplacedQueue(
          id: row.value(0), time: row.value(1), trackCount: row.value(2), title: row.value(3))
      }
    }
  }

  /// A replaced queue, as it was stored; nil when it is no longer there.
  package func replacedQueue(_ id: Int64) async throws(LibraryError) -> String? {
    try await read { db in
      try String.fetchOne(
        db, sql: "SELECT queue FROM replaced_queues WHERE id = ?", arguments: [id])
    }
  }

  /// Tracks played to the end, the newest first; a track as often as it was played.
  package func heardTracks(atMost count: Int) async throws(LibraryError) -> [PlayedTrack] {
    try await read { db in
      let rows = try Row.fetchAll(
        db, sql: "SELECT track, time FROM plays ORDER BY id DESC LIMIT ?", arguments: [count])
      let tracks = try db.tracks(Array(Set(try rows.map { try $0.value(0) as Int64 })))
      return try rows.compactMap { row in
        try tracks[row.value(0)].map { PlayedTrack(track: $0, time: try row.value(1)) }
      }
    }
  }

  /// Creates a playlist from a queue, duplicates and parts included, in one step.
  ///
  /// - Throws: `.nameTaken` when there is one of that name.
  package func createPlaylist(named name: String, of queue: [QueuedTrack])
    async throws(LibraryError) -> Playlist
  {
    let name = try PlaylistName.tidied(name)
    return try await edit(name: { "saved the queue as \($0.name)" }) { db in
      try db.refuseTaken(name)
      let now = Date.now.unixSeconds
      try db.execute(
        sql: "INSERT INTO playlists (name, created, modified) VALUES (?, ?, ?)",
        arguments: [name, now, now])
      let playlist = PlaylistID(db.lastInsertedRowID)
      let copy = try db.cachedStatement(
        sql: """
          INSERT INTO entries
            (playlist, track, position, crossfade, start_offset, end_offset, gain, notes, title,
             artist)
          SELECT ?1, track, ?3, crossfade, start_offset, end_offset, gain, notes, title, artist
          FROM entries WHERE id = ?2
          """)
      let insertion = try db.cachedStatement(
        sql: """
          INSERT INTO entries (playlist, track, position) SELECT ?1, id, ?3 FROM tracks
          WHERE id = ?2
          """)
      let tracks = try db.current(queue.map(\.track))
      for (index, queued) in queue.enumerated() {
        let position = Int64(index + 1) * Database.gap
        if let entry = queued.entry {
          try copy.execute(arguments: [playlist.rawValue, entry.rawValue, position])
          if db.changesCount > 0 { continue }
        }
        try insertion.execute(arguments: [playlist.rawValue, tracks[index], position])
      }
      return try db.counted(playlist)
    }
  }
}
