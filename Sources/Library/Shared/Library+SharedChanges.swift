internal import GRDB
package import Music

/// A reaction of the library that a server for sharing was not told.
package struct UnsentReaction: Equatable, Sendable {
  /// The server's id.
  package var track: String
  package var reaction: Reaction
  /// The playlists with the track in which the user may rate, by their ids; never empty.
  package var playlists: [String]

  package init(track: String, reaction: Reaction, playlists: [String]) {
    (self.track, self.reaction, self.playlists) = (track, reaction, playlists)
  }
}

// Changes that wait to be sent to servers for sharing. Whatever becomes of them is stored in one
// transaction with what follows from it.
extension Library {
  package func sharedChanges(
    of server: ServerID, by person: String
  ) async throws(LibraryError) -> [SharedChangeRow] {
    try await read { try $0.sharedChanges(of: server, by: person) }
  }

  /// Changes the changes of a person as they are now; what another process added meanwhile is among
  /// them.
  ///
  /// - Parameter body: Gets the reactions of the library that are not among the changes yet, and
  ///   takes all of them in; returns what the server has by now besides its value.
  package func editSharedChanges<Value: Sendable>(
    of server: ServerID, by person: SharedPerson,
    _ body:
      @Sendable (inout [SharedChangeRow], _ reactions: [UnsentReaction]) -> (
        value: Value, edits: [SharedCacheEdit]
      )
  ) async throws(LibraryError) -> Value {
    try await write(changing: .nothing) { db in
      let old = try db.sharedChanges(of: server, by: person.id)
      var rows = old
      let unsent = try db.unsentReactions(of: server)
      let (value, edits) = body(&rows, unsent)
      for one in unsent {
        try db.cachedStatement(
          sql: "UPDATE shared_tracks SET reaction = ? WHERE source = ? AND id = ?"
        ).execute(arguments: [one.reaction.rawValue, server.rawValue, one.track])
      }
      if rows != old { try db.store(rows, of: server, by: person.id) }
      for edit in edits { try db.apply(edit, of: server, by: person) }
      return value
    }
  }

  /// Whether something of a person waits to be sent, a reaction of the library included.
  package func hasSharedChanges(
    of server: ServerID, by person: String
  ) async throws(LibraryError) -> Bool {
    try await read { db in
      let waits = try Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS (SELECT 1 FROM shared_changes
            WHERE source = ? AND person = ? AND refusal IS NULL)
          """, arguments: [server.rawValue, person])
      return try waits == true || !db.unsentReactions(of: server).isEmpty
    }
  }
}

extension Database {
  /// Tracks that are in no playlist in which the user may rate keep their reactions for themselves.
  fileprivate func unsentReactions(of server: ServerID) throws -> [UnsentReaction] {
    let rows = try Row.fetchAll(
      try cachedStatement(
        sql: """
          SELECT DISTINCT s.id, coalesce(m.reaction, 0), e.playlist
          FROM shared_tracks s LEFT JOIN marks m ON m.track = s.track
            JOIN shared_entries e ON e.source = s.source AND e.track = s.id
            JOIN shared_playlists p ON p.source = e.source AND p.id = e.playlist
          WHERE s.source = ? AND s.reaction <> coalesce(m.reaction, 0)
            AND p.can_rate AND p.standing IN ('own', 'shared')
          ORDER BY s.id, e.playlist
          """), arguments: [server.rawValue])
    var unsent: [UnsentReaction] = []
    for row in rows {
      let (track, playlist): (String, String) = (try row.value(0), try row.value(2))
      if unsent.last?.track == track {
        unsent[unsent.count - 1].playlists.append(playlist)
      } else {
        unsent.append(
          UnsentReaction(
            track: track, reaction: Reaction(rawValue: try row.value(1)) ?? .none,
            playlists: [playlist]))
      }
    }
    return unsent
  }
}
