internal import GRDB
package import Music
internal import Synchronization

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
  ///   - own: reactions that the library takes over first, and that `body` takes in.
  ///   - isSignedIn: whether the reactions of the library are those of the person.
  ///   - body: Gets the reactions of the library that are not among the changes yet, and takes all of
  ///     them in; returns what the server has by now besides its value.
  /// - Returns: The value, and the stamp for steps from there on.
  @discardableResult
  package func editSharedChanges<Value: Sendable>(
    of server: ServerID, by person: SharedPerson, own: [OwnSharedReaction] = [],
    isSignedIn: Bool = true,
    _ body:
      @Sendable (inout SharedQueueRows, _ reactions: [UnsentReaction]) -> (
        value: Value, edits: [SharedCacheEdit]
      )
  ) async throws(LibraryError) -> (value: Value, stamp: SharedQueueStamp) {
    try await write(changing: own.isEmpty ? .nothing : .marks) { db in
      sharedEdits.add(1, ordering: .relaxed)
      try db.note(person, of: server)
      let old = try db.sharedQueue(of: server, by: person.id)
      var queue = old
      let reactions = SharedReactions(db, server, person)
      if !own.isEmpty { try keep(own, reactions, db) }
      let (value, edits) = body(&queue, isSignedIn ? try reactions.takeIn() : [])
      if queue.rows != old.rows { try db.store(queue.rows, of: server, by: person.id) }
      if queue.pause != old.pause { try db.store(queue.pause, of: server, by: person.id) }
      for edit in edits { try db.apply(edit, of: server, by: person) }
      return (value, try stamp(db))
    }
  }

  private func stamp(_ db: Database) throws -> SharedQueueStamp {
    SharedQueueStamp(
      ofOthers: try Int64.fetchOne(db, sql: "PRAGMA data_version") ?? 0,
      ofOurs: sharedEdits.load(ordering: .relaxed))
  }

  /// Stores what sending and its answers have changed of the changes of a person, where nobody else has
  /// changed any since they were read or stored: the rest is not read again.
  ///
  /// - Returns: Nil, with nothing stored, where somebody else may have.
  package func store(
    _ step: SharedQueueStep, of server: ServerID, by person: SharedPerson,
    since old: SharedQueueStamp
  ) async throws(LibraryError) -> SharedQueueStamp? {
    try await write(changing: .nothing) { db in
      guard try stamp(db) == old else { return nil }
      try db.store(step, of: server, by: person)
      return old
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

  /// Keeps reactions in one playlist. The library's become the strongest of a collaborator's in all
  /// playlists, as one step of the history.
  private func keep(
    _ own: [OwnSharedReaction], _ reactions: SharedReactions, _ db: Database
  ) throws {
    var edits: [(track: Int64, reaction: Int)] = []
    for one in own {
      try reactions.keep(one)
      guard let track = try reactions.libraryTrack(one.track) else { continue }
      let then = try reactions.strongest(one.track)
      let now = try Int.fetchOne(
        db, sql: "SELECT reaction FROM marks WHERE track = ?", arguments: [track])
      if then != now ?? 0 { edits.append((track, then)) }
    }
    guard let first = edits.first else { return }
    _ = try ChangeLog.record(db, within: historyBounds, name: { $0 }) {
      for edit in edits { try db.setMark("reaction", edit.reaction, of: edit.track) }
      let title = try db.tracks([first.track])[first.track]?.title ?? "a track"
      return (Reaction(rawValue: first.reaction) ?? own[0].reaction)
        .step(for: edits.count == 1 ? title : "\(edits.count) tracks")
    }
  }
}
