internal import GRDB
package import Music

/// A reaction of the library that a server for sharing was not told.
package struct UnsentReaction: Equatable, Sendable {
  /// The server's id.
  package var track: String
  package var reaction: Reaction
  /// The playlists with the track in which the user may rate and has another reaction there, by their
  /// ids; never empty.
  package var playlists: [String]

  package init(track: String, reaction: Reaction, playlists: [String]) {
    (self.track, self.reaction, self.playlists) = (track, reaction, playlists)
  }
}

/// A reaction of the user's own to a track in one playlist, which is to be sent.
package struct OwnSharedReaction: Equatable, Sendable {
  /// The server's ids.
  package var track: String
  package var playlist: String
  package var reaction: Reaction

  package init(track: String, playlist: String, reaction: Reaction) {
    (self.track, self.playlist, self.reaction) = (track, playlist, reaction)
  }
}

// Changes that wait to be sent to servers for sharing. Whatever becomes of them is stored in one
// transaction with what follows from it.
extension Library {
  package func sharedQueue(
    of server: ServerID, by person: String
  ) async throws(LibraryError) -> SharedQueueRows {
    try await read { try $0.sharedQueue(of: server, by: person) }
  }

  /// Changes the changes of a person as they are now; what another process added meanwhile is among
  /// them.
  ///
  /// - Parameters:
  ///   - own: a reaction that the library takes over first, and that `body` takes in.
  ///   - isSignedIn: whether the reactions of the library are those of the person.
  ///   - body: Gets the reactions of the library that are not among the changes yet, and takes all of
  ///     them in; returns what the server has by now besides its value.
  package func editSharedChanges<Value: Sendable>(
    of server: ServerID, by person: SharedPerson, own: OwnSharedReaction? = nil,
    isSignedIn: Bool = true,
    _ body:
      @Sendable (inout SharedQueueRows, _ reactions: [UnsentReaction]) -> (
        value: Value, edits: [SharedCacheEdit]
      )
  ) async throws(LibraryError) -> Value {
    try await write(changing: own == nil ? .nothing : .marks) { db in
      try db.note(person, of: server)
      let old = try db.sharedQueue(of: server, by: person.id)
      var queue = old
      let reactions = SharedReactions(db, server, person)
      if let own { try keep(own, reactions, db) }
      let (value, edits) = body(&queue, isSignedIn ? try reactions.takeIn() : [])
      if queue.rows != old.rows { try db.store(queue.rows, of: server, by: person.id) }
      if queue.pause != old.pause { try db.store(queue.pause, of: server, by: person.id) }
      for edit in edits { try db.apply(edit, of: server, by: person) }
      return value
    }
  }

  /// Whether something of a person waits to be sent, a reaction of the library included.
  package func hasSharedChanges(
    of server: ServerID, by person: SharedPerson
  ) async throws(LibraryError) -> Bool {
    try await read { db in
      let waits = try Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS (SELECT 1 FROM shared_changes
            WHERE source = ? AND person = ? AND refusal IS NULL)
          """, arguments: [server.rawValue, person.id])
      return try waits == true || !SharedReactions(db, server, person).unsent().isEmpty
    }
  }

  /// Everybody who was signed in at a server and whose changes it does not have, by their names.
  package func peopleWithSharedChanges(
    of server: ServerID
  ) async throws(LibraryError) -> [SharedPerson] {
    try await read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT person, name, is_collaborator FROM shared_queues q WHERE source = ?1 AND EXISTS
            (SELECT 1 FROM shared_changes c WHERE c.source = ?1 AND c.person = q.person)
          ORDER BY name, person
          """, arguments: [server.rawValue]
      ).map { row in
        try SharedPerson(id: row.value(0), name: row.value(1), isCollaborator: row.value(2))
      }
    }
  }

  /// Keeps a reaction in one playlist. The library's becomes the strongest of a collaborator's in all
  /// playlists, as a step of the history.
  private func keep(
    _ own: OwnSharedReaction, _ reactions: SharedReactions, _ db: Database
  ) throws {
    try reactions.keep(own)
    guard let track = try reactions.libraryTrack(own.track) else { return }
    let then = try reactions.strongest(own.track)
    let now = try Int.fetchOne(
      db, sql: "SELECT reaction FROM marks WHERE track = ?", arguments: [track])
    guard then != now ?? 0 else { return }
    _ = try ChangeLog.record(db, within: historyBounds, name: { $0 }) {
      try db.setMark("reaction", then, of: track)
      let title = try db.tracks([track])[track]?.title ?? "a track"
      return (Reaction(rawValue: then) ?? own.reaction).step(for: title)
    }
  }
}
