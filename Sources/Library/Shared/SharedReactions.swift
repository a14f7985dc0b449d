internal import GRDB
internal import Music

/// The reactions of one person at a server for sharing, inside one transaction. A user's are one for
/// each track, a collaborator's one for each track in each playlist; the library has one for each
/// track.
struct SharedReactions {
  private let db: Database
  private let source: Int64
  private let person: SharedPerson

  init(_ db: Database, _ server: ServerID, _ person: SharedPerson) {
    (self.db, source, self.person) = (db, server.rawValue, person)
  }

  /// The playlist of a reaction as it is stored.
  private func key(_ playlist: String) -> String { Self.key(playlist, person) }

  static func key(_ playlist: String, _ person: SharedPerson?) -> String {
    person?.isCollaborator == true ? playlist : ""
  }

  func reaction(to track: String, in playlist: String) throws -> Int {
    try Int.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT reaction FROM shared_reactions
          WHERE source = ? AND person = ? AND track = ? AND playlist = ?
          """), arguments: [source, person.id, track, key(playlist)]) ?? 0
  }

  /// The strongest reaction in any playlist.
  func strongest(_ track: String) throws -> Int {
    try Int.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT coalesce(max(reaction), 0) FROM shared_reactions
          WHERE source = ? AND person = ? AND track = ?
          """), arguments: [source, person.id, track]) ?? 0
  }

  /// The track of the library.
  func libraryTrack(_ track: String) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT track FROM shared_tracks WHERE source = ? AND id = ?"),
      arguments: [source, track])
  }

  func set(_ reaction: Int, to track: String, in playlist: String) throws {
    guard reaction != 0 else {
      return try db.cachedStatement(
        sql: """
          DELETE FROM shared_reactions
          WHERE source = ? AND person = ? AND track = ? AND playlist = ?
          """
      ).execute(arguments: [source, person.id, track, key(playlist)])
    }
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO shared_reactions (source, person, track, playlist, reaction)
        VALUES (?, ?, ?, ?, ?)
        """
    ).execute(arguments: [source, person.id, track, key(playlist), reaction])
  }

  /// Notes that the reaction of the library is that of the person.
  private func setMark(_ mark: Int, of track: String) throws {
    try db.cachedStatement(sql: "UPDATE shared_tracks SET mark = ? WHERE source = ? AND id = ?")
      .execute(arguments: [mark, source, track])
  }

  /// Keeps a reaction in one playlist; the library's is to follow in the same transaction.
  func keep(_ own: OwnSharedReaction) throws {
    try set(own.reaction.rawValue, to: own.track, in: own.playlist)
    try setMark(strongest(own.track), of: own.track)
  }

  // MARK: From the library

  private struct Edited {
    var track: String
    var mark: Int
    /// Where the person may rate.
    var playlists: [String]
  }

  /// Reactions that the user has changed in the library. Tracks that are in no playlist in which the
  /// user may rate keep their reactions for themselves.
  private func edited() throws -> [Edited] {
    let rows = try Row.fetchAll(
      try db.cachedStatement(
        sql: """
          SELECT DISTINCT s.id, coalesce(m.reaction, 0), e.playlist
          FROM shared_tracks s LEFT JOIN marks m ON m.track = s.track
            JOIN shared_entries e ON e.source = s.source AND e.track = s.id
            JOIN shared_playlists p ON p.source = e.source AND p.id = e.playlist
          WHERE s.source = ? AND s.mark <> coalesce(m.reaction, 0)
            AND p.can_rate AND p.standing IN ('own', 'shared')
          ORDER BY s.id, e.playlist
          """), arguments: [source])
    var edited: [Edited] = []
    for row in rows {
      let (track, playlist): (String, String) = (try row.value(0), try row.value(2))
      if edited.last?.track == track {
        edited[edited.count - 1].playlists.append(playlist)
      } else {
        edited.append(Edited(track: track, mark: try row.value(1), playlists: [playlist]))
      }
    }
    return edited
  }

  private func unsent(_ edited: Edited) throws -> UnsentReaction? {
    let playlists = try edited.playlists.filter {
      try reaction(to: edited.track, in: $0) != edited.mark
    }
    guard !playlists.isEmpty, let reaction = Reaction(rawValue: edited.mark) else { return nil }
    return UnsentReaction(track: edited.track, reaction: reaction, playlists: playlists)
  }

  func unsent() throws -> [UnsentReaction] { try edited().compactMap(unsent) }

  /// The reactions that are to be sent, which count as such from then on.
  func takeIn() throws -> [UnsentReaction] {
    var all: [UnsentReaction] = []
    for one in try edited() {
      if let unsent = try unsent(one) {
        all.append(unsent)
        for playlist in unsent.playlists { try set(one.mark, to: one.track, in: playlist) }
      }
      try setMark(one.mark, of: one.track)
    }
    return all
  }

  // MARK: From the server

  /// Takes in what the server holds in a playlist, but for tracks whose reaction is to be sent.
  ///
  /// - Returns: Whether reactions of the library have changed.
  func take(_ theirs: [String: Reaction], in playlist: String) throws -> Bool {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT DISTINCT s.track, s.id, s.mark, coalesce(m.reaction, 0)
        FROM shared_entries e JOIN shared_tracks s ON s.source = e.source AND s.id = e.track
          LEFT JOIN marks m ON m.track = s.track
        WHERE e.source = ?1 AND e.playlist = ?2 AND NOT EXISTS (SELECT 1 FROM shared_changes c
          WHERE c.source = e.source AND c.person = ?3 AND c.track = e.track AND c.is_rating
            AND (NOT ?4 OR c.playlist = e.playlist))
        """, arguments: [source, playlist, person.id, person.isCollaborator])
    var hasNewMarks = false
    for row in rows {
      let (track, id): (Int64, String) = (try row.value(0), try row.value(1))
      let (mark, ours): (Int, Int) = (try row.value(2), try row.value(3))
      let reaction = theirs[id]?.rawValue ?? 0
      guard try self.reaction(to: id, in: playlist) != reaction else { continue }
      let before = try strongest(id)
      try set(reaction, to: id, in: playlist)
      let after = try strongest(id)
      if ours == mark, after != ours {
        // A reaction that was taken back there is kept where it is not theirs but somebody else's who was signed
        // in.
        guard after > before || ours == before else { continue }
        _ = try db.setMark("reaction", after, of: track)
        hasNewMarks = true
      }
      if ours == mark || ours == after { try setMark(after, of: id) }
    }
    return hasNewMarks
  }

  /// Forgets reactions to tracks that are in a playlist no longer, of everybody.
  static func forget(_ db: Database, _ server: ServerID, in playlist: String) throws {
    try db.execute(
      sql: """
        DELETE FROM shared_reactions WHERE source = ?1 AND playlist = ?2 AND NOT EXISTS
          (SELECT 1 FROM shared_entries e WHERE e.source = ?1 AND e.playlist = ?2
            AND e.track = shared_reactions.track)
        """, arguments: [server.rawValue, playlist])
  }
}
