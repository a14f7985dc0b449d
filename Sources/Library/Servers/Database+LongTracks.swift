internal import GRDB
internal import Music

// Long tracks of Subsonic servers, each of which the server has a place in. Their rows are those of
// episodes without an id of an episode, made for the first place.
extension Database {
  /// The server of a long track and its id there; nil for any other track.
  func longTrack(_ track: Int64) throws -> ServerSubject? {
    let row = try Row.fetchOne(
      try cachedStatement(
        sql: """
          SELECT t.source, t.path, t.genre, t.duration, s.suffix
          FROM tracks t JOIN servers v ON v.source = t.source
          LEFT JOIN server_tracks s ON s.track = t.id
          WHERE t.id = ? AND v.kind = 'subsonic' AND NOT v.removed
          """), arguments: [track])
    guard let row, case .server(let address) = try MediaSource(row, number: 0, path: 1) else {
      return nil
    }
    let duration = (try row.value(3) as Int64?).map { BookColumns.time($0) }
    guard LongTrack.isKept(genre: try row.value(2), suffix: try row.value(4), duration: duration)
    else { return nil }
    return ServerSubject(server: ServerID(try row.value(0)), item: address.track)
  }

  /// The long track of an id at a Subsonic server, with a row for its place.
  func longTrack(ofItem item: String, at server: ServerID) throws -> Int64? {
    let server = try self.server(server)
    guard server.kind == .subsonic, let track = try tracks(of: [item], at: server)[item] else {
      return nil
    }
    return try makePlace(ofLong: track.rawValue) ? track.rawValue : nil
  }

  /// Makes the row of a long track's place, unless there is one.
  ///
  /// - Returns: Whether it is a long track.
  func makePlace(ofLong track: Int64) throws -> Bool {
    guard let subject = try longTrack(track) else { return false }
    try makeEpisode(track, of: subject)
    return true
  }

  /// Makes the row of an episode, unless there is one. A track that was forgotten and listed again
  /// has the old place.
  func makeEpisode(_ track: Int64, of subject: ServerSubject) throws {
    try cachedStatement(
      sql: """
        INSERT OR REPLACE INTO server_episodes (track, source, item, episode, place, is_finished,
          is_hidden, updated, started, finished, synced)
        SELECT ?1, ?2, ?3, ?4, coalesce(e.place, 0), coalesce(e.is_finished, 0),
          coalesce(e.is_hidden, 0), coalesce(e.updated, 0), e.started, e.finished,
          coalesce(e.synced, 0)
        FROM (SELECT 1) LEFT JOIN server_episodes e
          ON e.source = ?2 AND e.item = ?3 AND e.episode = ?4
        WHERE e.track IS NOT ?1
        """
    ).execute(arguments: [
      track, subject.server.rawValue, subject.item, subject.episode ?? "",
    ])
  }
}
