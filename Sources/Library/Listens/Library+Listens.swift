internal import GRDB
package import Music

// The queue of listens: a row for each listen and service, deleted once the service has taken it.
// None of this is an edit.
extension Library {
  /// Stores a listen for every service that the user has signed in to.
  ///
  /// - Returns: the number of services.
  @discardableResult
  package func queueListen(_ listen: Listen) async throws(LibraryError) -> Int {
    try await write(changing: .nothing) { db in
      let track = listen.track
      try db.execute(
        sql: """
          INSERT INTO listens (service, time, title, artist, album, album_artist, number,
            duration, source, recording, release, artists)
          SELECT id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM listen_services WHERE signed_in
          """,
        arguments: [
          listen.start, track.title, track.artist, track.album, track.albumArtist, track.number,
          track.duration.map { Int64($0 / .milliseconds(1)) }, track.source.rawValue,
          track.ids.recording, track.ids.release,
          track.ids.artists.isEmpty ? nil : track.ids.artists.joined(separator: " "),
        ])
      return db.changesCount
    }
  }

  /// The rows to send next, oldest first: listens, or the one feedback that comes before them.
  package func queuedListens(
    of service: ListenServiceID, atMost count: Int
  ) async throws(LibraryError) -> [QueuedListen] {
    let (queued, nameless) = try await read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT id, time, feedback, title, artist, album, album_artist, number, duration, source,
            recording, release, artists
          FROM listens WHERE service = ? ORDER BY id LIMIT ?
          """, arguments: [service.rawValue, count])
      let queued = try rows.compactMap(QueuedListen.init)
      let nameless = Set(try rows.map { try $0.value(0) as Int64 }).subtracting(queued.map(\.id))
      guard queued.first?.feedback == nil else { return (Array(queued.prefix(1)), nameless) }
      return (Array(queued.prefix { $0.feedback == nil }), nameless)
    }
    guard queued.isEmpty, !nameless.isEmpty else { return queued }
    // Rows of names that are none, which nobody would take.
    try await removeListens(Array(nameless), of: service)
    return try await queuedListens(of: service, atMost: count)
  }

  /// Deletes rows that a service has taken or refused; it answers again.
  package func removeListens(
    _ ids: [Int64], of service: ListenServiceID
  ) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      try db.inSlices(ids) { slice in
        try db.execute(
          sql: "DELETE FROM listens WHERE id IN \(Database.marks(slice.count))",
          arguments: StatementArguments(slice))
      }
      try db.execute(
        sql: """
          UPDATE listen_services SET failures = 0, retry_time = 0, needs_sign_in = 0, fault = NULL
          WHERE id = ? AND (failures <> 0 OR retry_time <> 0 OR needs_sign_in OR fault IS NOT NULL)
          """, arguments: [service.rawValue])
    }
  }

  /// Deletes listens that are older than a service takes; returns their number.
  package func dropListens(
    of service: ListenServiceID, before time: Int64
  ) async throws(LibraryError) -> Int {
    try await write(changing: .nothing) { db in
      try db.execute(
        sql: "DELETE FROM listens WHERE service = ? AND feedback IS NULL AND time < ?",
        arguments: [service.rawValue, time])
      return db.changesCount
    }
  }

  /// Plays from before the first sign-in, as listens; the oldest first.
  ///
  /// - Parameters:
  ///   - time: only later plays, in Unix seconds.
  ///   - count: Plays to look at; more where one second has more.
  package func pastListens(
    before end: Int64, after time: Int64, atMost count: Int
  ) async throws(LibraryError) -> PastListens {
    try await read { db in
      var past = PastListens()
      let sql = "SELECT track, time FROM plays WHERE time > ? AND time < ? ORDER BY time, id"
      var rows = try Row.fetchAll(db, sql: sql + " LIMIT ?", arguments: [time, end, count])
        .map { row in (track: try row.value(0) as Int64, time: try row.value(1) as Int64) }
      // The next ones are those of later seconds.
      if rows.count == count, let last = rows.last?.time {
        rows.removeAll { $0.time == last }
        rows += try Row.fetchAll(
          db, sql: "SELECT track, time FROM plays WHERE time = ? ORDER BY id", arguments: [last]
        ).map { row in (try row.value(0), try row.value(1)) }
      }
      past.plays = rows.count
      past.last = rows.last?.time
      let tracks = try db.tracks(Array(Set(rows.map(\.track))))
      var books: [Int64: Bool?] = [:]
      for track in tracks.keys { books[track] = try db.isPartOfBook(track) }
      past.listens = rows.compactMap { row in
        guard let track = tracks[row.track],
          case .track(let named) = ListenSubject(
            track, isPartOfBook: books[row.track].flatMap(\.self)),
          ListenRules.needed(of: named.duration) != nil
        else { return nil }
        // The time of a play is its end.
        let length = named.duration.map { Int64($0 / .seconds(1)) } ?? 0
        return Listen(named, start: row.time - length)
      }
      return past
    }
  }

  /// The number of plays from before a time, and after another.
  package func countPlays(
    before end: Int64, after time: Int64
  ) async throws(LibraryError) -> Int {
    try await read { db in
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM plays WHERE time > ? AND time < ?", arguments: [time, end])
        ?? 0
    }
  }
}

extension QueuedListen {
  /// Nil for a row without names.
  fileprivate init?(_ row: Row) throws {
    let milliseconds: Int64? = try row.value(8)
    let artists: String? = try row.value(12)
    guard
      let track = ListenedTrack(
        title: try row.value(3), artist: try row.value(4), album: try row.value(5),
        albumArtist: try row.value(6), number: try row.value(7),
        duration: milliseconds.map { .milliseconds($0) },
        source: ListenedTrack.Source(rawValue: try row.value(9)) ?? .file,
        ids: MusicBrainzIDs(
          recording: try row.value(10), release: try row.value(11),
          artists: artists?.split(separator: " ").map(String.init) ?? []))
    else { return nil }
    let feedback: Int? = try row.value(2)
    self.init(
      id: try row.value(0), listen: Listen(track, start: try row.value(1)),
      feedback: feedback.map { $0 == 0 ? .none : .love })
  }
}
