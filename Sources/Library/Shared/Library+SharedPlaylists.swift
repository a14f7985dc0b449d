import FoundationEssentials
internal import GRDB
package import Music

// The stored state of playlists that people share, which is there without a network, too.
extension Library {
  /// All shared playlists by their names, the user's own among them.
  package func sharedPlaylists() async throws(LibraryError) -> [SharedPlaylist] {
    try await read { try $0.sharedPlaylists() }
  }

  /// A playlist with what the server holds of it; changes that wait are not in it, but for the
  /// user's reactions.
  ///
  /// - Throws: `.noSuchPlaylist`.
  package func sharedContents(
    of id: SharedPlaylistID
  ) async throws(LibraryError) -> SharedContents {
    try await read { db in
      guard let playlist = try db.sharedPlaylists(only: id).first else {
        throw LibraryError.noSuchPlaylist
      }
      let server = try db.server(id.server)
      return SharedContents(
        playlist: playlist, entries: try db.sharedEntries(of: id, by: server.options.person))
    }
  }

  /// Stores what a server tells of a playlist, as far as it is given; the tracks of the entries are
  /// stored already.
  ///
  /// - Parameter mark: by which the next look finds what is new.
  package func storeShared(
    _ playlist: ListedSharedPlaylist, entries: [ListedSharedEntry]? = nil,
    ratings: [ListedSharedRating]? = nil, comments: [ListedSharedComment]? = nil,
    mark: String? = nil, of id: ServerID
  ) async throws(LibraryError) {
    try await storing(playlist.id, of: id) { writer in
      try writer.write(playlist)
    } then: {
      try $0.write(entries: entries, ratings: ratings, comments: comments, mark: mark)
    }
  }

  /// The same for a playlist that is known.
  package func storeNews(
    of playlist: SharedPlaylistID, entries: [ListedSharedEntry]? = nil,
    ratings: [ListedSharedRating]? = nil, comments: [ListedSharedComment]? = nil, mark: String
  ) async throws(LibraryError) {
    try await storing(playlist.id, of: playlist.server) { _ in
    } then: {
      try $0.write(entries: entries, ratings: ratings, comments: comments, mark: mark)
    }
  }

  private func storing(
    _ playlist: String, of id: ServerID,
    _ first: @Sendable (inout SharedPlaylistWriter) throws -> Void,
    then rest: @Sendable (inout SharedPlaylistWriter) throws -> Void
  ) async throws(LibraryError) {
    try await write(changing: .lists) { db in
      var writer = try SharedPlaylistWriter(db, db.server(id), playlist: playlist)
      try first(&writer)
      try rest(&writer)
      if writer.hasNewMarks { try db.bumpRevision(.marks) }
    }
  }

  /// The mark of the last look for news; nil before the first.
  package func sharedMark(of id: SharedPlaylistID) async throws(LibraryError) -> String? {
    try await read { db in
      try Row.fetchOne(
        db, sql: "SELECT mark FROM shared_playlists WHERE source = ? AND id = ?",
        arguments: [id.server.rawValue, id.id]
      ).flatMap { try $0.value(0) }
    }
  }

  /// Counts nothing of a playlist as new any more.
  package func lookedAtShared(_ id: SharedPlaylistID) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      for table in ["shared_ratings", "shared_comments"] {
        try db.execute(
          sql: "UPDATE \(table) SET is_new = 0 WHERE source = ? AND playlist = ? AND is_new",
          arguments: [id.server.rawValue, id.id])
      }
    }
  }

  /// Notes that the user may not see a playlist any more; what was seen stays.
  package func loseShared(_ id: SharedPlaylistID) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      try db.loseShared(id.id, of: id.server)
    }
  }

  /// Forgets playlists that are no longer at the server. Those with changes of the user's stay, as
  /// lost ones.
  package func forgetShared(
    except ids: Set<String>, of server: ServerID
  ) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      let known = try String.fetchAll(
        db, sql: "SELECT id FROM shared_playlists WHERE source = ?",
        arguments: [server.rawValue])
      for id in known where !ids.contains(id) {
        try db.execute(
          sql: """
            DELETE FROM shared_playlists WHERE source = ?1 AND id = ?2 AND NOT EXISTS
              (SELECT 1 FROM shared_changes c WHERE c.source = ?1 AND c.playlist = ?2)
            """, arguments: [server.rawValue, id])
        try db.loseShared(id, of: server)
        try SharedReactions.forget(db, server, in: id)
      }
    }
  }

  /// The place of a track in its server's storage; nil where it is not known.
  package func storagePath(of address: ServerTrackAddress) async throws(LibraryError) -> String? {
    try await read { db in
      try Row.fetchOne(
        db,
        sql: """
          SELECT path FROM shared_tracks
          WHERE source = (SELECT source FROM servers WHERE uuid = ?) AND id = ?
          """, arguments: [address.server, address.track]
      ).flatMap { try $0.value(0) }
    }
  }
}

extension SharedPlaylistWriter {
  fileprivate mutating func write(
    entries: [ListedSharedEntry]?, ratings: [ListedSharedRating]?,
    comments: [ListedSharedComment]?, mark: String?
  ) throws {
    if let entries { try write(entries) }
    if let ratings { try write(ratings) }
    if let comments { try write(comments) }
    if let mark { try set(mark: mark) }
  }
}

extension Database {
  fileprivate func loseShared(_ id: String, of server: ServerID) throws {
    try execute(
      sql: """
        UPDATE shared_playlists SET standing = 'gone', can_edit = 0, can_rate = 0
        WHERE source = ? AND id = ?
        """, arguments: [server.rawValue, id])
  }

  fileprivate func sharedPlaylists(only id: SharedPlaylistID? = nil) throws -> [SharedPlaylist] {
    let news = ["shared_ratings", "shared_comments"].map { table in
      "(SELECT count(*) FROM \(table) n WHERE n.source = p.source AND n.playlist = p.id AND n.is_new)"
    }.joined(separator: " + ")
    func changes(_ condition: String) -> String {
      """
      (SELECT count(*) FROM shared_changes c
        WHERE c.source = p.source AND c.playlist = p.id AND c.refusal \(condition))
      """
    }
    // Names of people come with what they say.
    func name(_ table: String) -> String {
      """
      (SELECT o.name FROM \(table) o WHERE o.source = p.source AND o.playlist = p.id
        AND o.person = p.owner AND o.name IS NOT NULL LIMIT 1)
      """
    }
    let collaborators = Set(
      try servers().filter { $0.options.person?.isCollaborator == true }.map(\.id))
    return try Row.fetchAll(
      self,
      sql: """
        SELECT p.source, p.id, s.name, p.name, p.details, p.owner,
          coalesce(p.owner_name, \(name("shared_comments")), \(name("shared_ratings"))), p.standing,
          p.can_edit, p.can_rate, p.updated,
          (SELECT count(*) FROM shared_entries e WHERE e.source = p.source AND e.playlist = p.id),
          \(news), \(changes("IS NULL")), \(changes("IS NOT NULL")), l.id
        FROM shared_playlists p JOIN sources s ON s.id = p.source
          JOIN servers v ON v.source = p.source AND NOT v.removed
          LEFT JOIN server_playlists k ON k.source = p.source AND k.id = p.id
          LEFT JOIN playlists l ON l.id = k.playlist
        WHERE ?1 IS NULL OR (p.source = ?1 AND p.id = ?2)
        """, arguments: [id?.server.rawValue, id?.id]
    ).map { row in
      let server = ServerID(try row.value(0))
      return SharedPlaylist(
        id: SharedPlaylistID(server: server, id: try row.value(1)), server: try row.value(2),
        name: try row.value(3), details: try row.value(4),
        owner: SharedPerson(id: try row.value(5), name: try row.value(6)),
        standing: try SharedPlaylist.Standing(stored: row.value(7)),
        rights: SharedRights(canEdit: try row.value(8), canRate: try row.value(9)),
        updated: try row.value(10), tracks: try row.value(11), news: try row.value(12),
        waiting: try row.value(13), refused: try row.value(14),
        playlist: (try row.value(15) as Int64?).map { PlaylistID($0) },
        hasOwnReactions: collaborators.contains(server))
    }.sorted(byName: \.name, id: \.id.server.rawValue)
  }

  fileprivate func sharedEntries(
    of id: SharedPlaylistID, by person: SharedPerson?
  ) throws -> [SharedEntry] {
    let ratings = try sharedRatings(of: id, except: person?.id)
    let comments = try sharedComments(of: id, by: person?.id)
    return try Row.fetchAll(
      self,
      sql: """
        SELECT e.id, t.id, e.track, coalesce(t.title, ''), t.artist, t.duration,
          CASE WHEN p.can_rate AND s.mark = coalesce(m.reaction, 0) THEN coalesce(r.reaction, 0)
            ELSE coalesce(m.reaction, 0) END,
          (p.can_rate AND s.mark <> coalesce(m.reaction, 0)) OR EXISTS
            (SELECT 1 FROM shared_changes c WHERE c.source = e.source AND c.person = ?3
              AND c.track = e.track AND c.is_rating AND c.refusal IS NULL
              AND (?4 = '' OR c.playlist = ?4))
        FROM shared_entries e JOIN shared_playlists p ON p.source = e.source AND p.id = e.playlist
          JOIN shared_tracks s ON s.source = e.source AND s.id = e.track
          JOIN tracks t ON t.id = s.track LEFT JOIN marks m ON m.track = t.id
          LEFT JOIN shared_reactions r ON r.source = e.source AND r.person = ?3
            AND r.track = e.track AND r.playlist = ?4
        WHERE e.source = ?1 AND e.playlist = ?2 ORDER BY e.position, e.id
        """,
      arguments: [id.server.rawValue, id.id, person?.id, SharedReactions.key(id.id, person)]
    ).map { row in
      let track: String = try row.value(2)
      return SharedEntry(
        id: try row.value(0), track: TrackID(try row.value(1)), serverTrack: track,
        title: try row.value(3), artist: try row.value(4),
        duration: (try row.value(5) as Int64?).map { .microseconds($0) },
        reaction: Reaction(rawValue: try row.value(6)) ?? .none, isWaiting: try row.value(7),
        ratings: ratings[track] ?? [], comments: comments[track] ?? [])
    }
  }

  private func sharedRatings(
    of id: SharedPlaylistID, except person: String?
  ) throws -> [String: [SharedRating]] {
    var ratings: [String: [SharedRating]] = [:]
    let rows = try Row.fetchCursor(
      self,
      sql: """
        SELECT track, person, name, is_collaborator, reaction, updated, is_new FROM shared_ratings
        WHERE source = ?1 AND playlist = ?2 AND person IS NOT ?3 ORDER BY track, name, person
        """, arguments: [id.server.rawValue, id.id, person])
    while let row = try rows.next() {
      let rating = SharedRating(
        person: SharedPerson(
          id: try row.value(1), name: try row.value(2), isCollaborator: try row.value(3)),
        reaction: Reaction(rawValue: try row.value(4)) ?? .none, updated: try row.value(5),
        isNew: try row.value(6))
      ratings[try row.value(0), default: []].append(rating)
    }
    return ratings
  }

  private func sharedComments(
    of id: SharedPlaylistID, by person: String?
  ) throws -> [String: [SharedComment]] {
    var comments: [String: [SharedComment]] = [:]
    let rows = try Row.fetchCursor(
      self,
      sql: """
        SELECT track, id, person, name, place, text, created, edited, is_new FROM shared_comments
        WHERE source = ? AND playlist = ? ORDER BY track, created, id
        """, arguments: [id.server.rawValue, id.id])
    while let row = try rows.next() {
      let author: String = try row.value(2)
      let comment = SharedComment(
        id: try row.value(1), person: SharedPerson(id: author, name: try row.value(3)),
        place: (try row.value(4) as Int64?).map { .microseconds($0) }, text: try row.value(5),
        created: try row.value(6), edited: try row.value(7), isOwn: author == person,
        isNew: try row.value(8))
      comments[try row.value(0), default: []].append(comment)
    }
    return comments
  }
}
