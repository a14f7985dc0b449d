import FoundationEssentials
internal import GRDB
package import Music

/// The user's marks of a track that its server does not hold yet.
package struct ServerMarksChange: Equatable, Sendable {
  package var track: TrackID
  package var address: ServerTrackAddress
  /// As the library has them.
  package var marks: ServerMarks
  /// As the server is known to hold them.
  package var before: ServerMarks
  /// Unix times in seconds of plays that the server was not told, in order.
  package var plays: [Int64]

  package init(
    track: TrackID, address: ServerTrackAddress, marks: ServerMarks, before: ServerMarks,
    plays: [Int64] = []
  ) {
    self.track = track
    self.address = address
    self.marks = marks
    self.before = before
    self.plays = plays
  }
}

extension Library {
  /// Marks that were changed here since the server was told, or has listed them, in the order of
  /// their tracks.
  ///
  /// - Parameter last: the track behind which they begin; nil for all.
  package func marksToSend(
    of id: ServerID, after last: TrackID? = nil, atMost count: Int = 1_000
  ) async throws(LibraryError) -> [ServerMarksChange] {
    try await read { db in
      // Servers of books know no marks of files.
      guard try db.server(id).kind == .subsonic else { return [] }
      let tracks = try Int64.fetchAll(
        db, sql: Library.changedMarks,
        arguments: ["source": id.rawValue, "last": last?.rawValue ?? 0, "count": count])
      return try tracks.compactMap { try db.marksChange(of: $0) }
    }
  }

  /// Tracks with marks that differ, tracks whose marks are gone here, and tracks with untold plays.
  private static let changedMarks = """
    SELECT changed.track FROM (
      SELECT m.track FROM marks m JOIN server_tracks s ON s.track = m.track
        WHERE s.rating <> m.rating OR s.loved <> (m.reaction = 3) OR m.last_played > s.told
          AND EXISTS (SELECT 1 FROM plays p WHERE p.track = m.track AND p.time > s.told)
      UNION
      SELECT s.track FROM server_tracks s INDEXED BY server_tracks_with_marks
        LEFT JOIN marks m ON m.track = s.track
        WHERE (s.rating <> 0 OR s.loved <> 0) AND m.track IS NULL
    ) changed JOIN tracks t ON t.id = changed.track WHERE t.source = :source AND NOT t.missing
      AND changed.track > :last
    ORDER BY changed.track LIMIT :count
    """

  /// Keeps that the server holds these marks now, and was told these plays. What could not be sent
  /// is to be put back before: a rating as it was there, and plays that are left out.
  package func marksSent(
    _ changes: [ServerMarksChange], of id: ServerID
  ) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      let update = try db.cachedStatement(
        sql: """
          UPDATE server_tracks SET rating = ?, loved = ?, plays = plays + ?, told = max(told, ?),
            marked = (SELECT iif(is_listing, listing, 0) FROM servers WHERE source = ?)
          WHERE track = ?
          """)
      for change in changes {
        try update.execute(arguments: [
          change.marks.rating.stars, change.marks.isLoved, change.plays.count,
          change.plays.max() ?? 0, id.rawValue, try db.current(change.track),
        ])
      }
    }
  }
}

extension Database {
  fileprivate func marksChange(of track: Int64) throws -> ServerMarksChange? {
    let row = try Row.fetchOne(
      try cachedStatement(
        sql: """
          SELECT t.source, t.path, s.rating, s.loved, s.plays, s.told
          FROM tracks t JOIN server_tracks s ON s.track = t.id WHERE t.id = ?
          """), arguments: [track])
    guard let row, case .server(let address) = try MediaSource(row, number: 0, path: 1) else {
      return nil
    }
    let ours = try ownMarks(of: track)
    return ServerMarksChange(
      track: TrackID(track), address: address,
      marks: ServerMarks(
        rating: Rating(stars: ours.rating), isLoved: ours.reaction == .loved,
        plays: Int(ours.plays), lastPlayed: ours.lastPlayed),
      before: ServerMarks(
        rating: Rating(stars: try row.value(2)), isLoved: try row.value(3), plays: try row.value(4)),
      plays: try plays(of: track, after: row.value(5), atMost: 1_000))
  }
}
