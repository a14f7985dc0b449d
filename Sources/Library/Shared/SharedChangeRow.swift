internal import GRDB
internal import Music

/// The changes of one person, as they are stored.
package struct SharedQueueRows: Equatable, Sendable {
  /// In the order in which they are sent.
  package var rows: [SharedChangeRow]
  package var pause: SharedPause

  package init(rows: [SharedChangeRow] = [], pause: SharedPause = SharedPause()) {
    (self.rows, self.pause) = (rows, pause)
  }
}

/// Times before which nothing of a person is sent; Unix times in milliseconds, 0 for none.
package struct SharedPause: Equatable, Sendable {
  /// Attempts in a row that failed.
  package var failures: Int
  package var until: Int64
  /// The server's own wish.
  package var asked: Int64

  package init(failures: Int = 0, until: Int64 = 0, asked: Int64 = 0) {
    (self.failures, self.until, self.asked) = (failures, until, asked)
  }
}

/// By which somebody who has read the changes of a person knows that nobody else has changed them.
package struct SharedQueueStamp: Equatable, Sendable {
  /// The count of changes of the database by other processes.
  var ofOthers: Int64
  var ofOurs: Int
}

/// Edits of a few of the stored changes of a person.
package struct SharedQueueStep: Equatable, Sendable {
  package var removed: [String] = []
  /// In their old order.
  package var changed: [SharedChangeRow] = []
  /// Nil for the same as before.
  package var pause: SharedPause?
  package var edits: [SharedCacheEdit] = []

  package init() {}
}

/// A change of a user that a server for sharing does not have yet, or has refused.
package struct SharedChangeRow: Equatable, Sendable, Identifiable {
  package var id: String
  /// JSON.
  package var change: String
  /// Its playlist and track, by the ids of the server.
  package var playlist: String?
  package var track: String?
  package var isRating: Bool
  /// Whether it was sent at least once.
  package var isAttempted: Bool
  /// Attempts that ended in a fault of the server's own.
  package var faults: Int
  /// Unix time in milliseconds of the server's clock of the change that this one follows.
  package var follows: Int64
  /// Why it was set aside, up to the Unix time in milliseconds; nil for one that was not.
  package var hold: String?
  package var heldUntil: Int64
  /// Why the server does not take it; nil while it waits.
  package var refusal: String?

  package init(
    id: String, change: String, playlist: String? = nil, track: String? = nil,
    isRating: Bool = false, isAttempted: Bool = false, faults: Int = 0, follows: Int64 = 0,
    hold: String? = nil, heldUntil: Int64 = 0, refusal: String? = nil
  ) {
    (self.id, self.change, self.playlist, self.track) = (id, change, playlist, track)
    (self.isRating, self.isAttempted) = (isRating, isAttempted)
    (self.faults, self.follows) = (faults, follows)
    (self.hold, self.heldUntil, self.refusal) = (hold, heldUntil, refusal)
  }
}

extension Database {
  func sharedQueue(of server: ServerID, by person: String) throws -> SharedQueueRows {
    let pause = try Row.fetchOne(
      self,
      sql: """
        SELECT failures, paused_until, asked_until FROM shared_queues
        WHERE source = ? AND person = ?
        """, arguments: [server.rawValue, person]
    ).map { row in
      try SharedPause(failures: row.value(0), until: row.value(1), asked: row.value(2))
    }
    return SharedQueueRows(
      rows: try storedChanges(of: server, by: person).map(\.row), pause: pause ?? SharedPause())
  }

  /// Notes who is signed in, whose changes are found again when somebody else is.
  func note(_ person: SharedPerson, of server: ServerID) throws {
    try execute(
      sql: """
        INSERT INTO shared_queues (source, person, name, is_collaborator, failures, paused_until,
          asked_until)
        VALUES (?, ?, ?, ?, 0, 0, 0)
        ON CONFLICT (source, person) DO UPDATE SET name = excluded.name,
          is_collaborator = excluded.is_collaborator
        WHERE name IS NOT excluded.name OR is_collaborator <> excluded.is_collaborator
        """,
      arguments: [server.rawValue, person.id, person.name, person.isCollaborator])
  }

  func store(_ pause: SharedPause, of server: ServerID, by person: String) throws {
    try execute(
      sql: """
        UPDATE shared_queues SET failures = ?, paused_until = ?, asked_until = ?
        WHERE source = ? AND person = ?
        """,
      arguments: [pause.failures, pause.until, pause.asked, server.rawValue, person])
  }

  private func storedChanges(
    of server: ServerID, by person: String
  ) throws -> [(position: Int64, row: SharedChangeRow)] {
    try Row.fetchAll(
      self,
      sql: """
        SELECT position, id, change, playlist, track, is_rating, is_attempted, faults, follows,
          hold, held_until, refusal
        FROM shared_changes WHERE source = ? AND person = ? ORDER BY position
        """, arguments: [server.rawValue, person]
    ).map { row in
      (
        try row.value(0),
        try SharedChangeRow(
          id: row.value(1), change: row.value(2), playlist: row.value(3), track: row.value(4),
          isRating: row.value(5), isAttempted: row.value(6), faults: row.value(7),
          follows: row.value(8), hold: row.value(9), heldUntil: row.value(10),
          refusal: row.value(11))
      )
    }
  }

  /// Stores the changes of a person in place of those that are stored. A row that stands behind
  /// others than before gets a new position.
  func store(_ rows: [SharedChangeRow], of server: ServerID, by person: String) throws {
    let old = Dictionary(
      try storedChanges(of: server, by: person).map { ($0.row.id, $0) },
      uniquingKeysWith: { first, _ in first })
    let ids = Set(rows.map(\.id))
    for id in old.keys where !ids.contains(id) { try deleteChange(id) }
    // Refused ones are sent in no order.
    for part in [rows.filter { $0.refusal == nil }, rows.filter { $0.refusal != nil }] {
      var last: Int64 = 0
      for row in part {
        if let known = old[row.id], known.position > last {
          last = known.position
          if known.row != row { try write(row, at: known.position, of: server, by: person) }
        } else {
          last = .max
          try deleteChange(row.id)
          try write(row, at: nil, of: server, by: person)
        }
      }
    }
  }

  func store(_ step: SharedQueueStep, of server: ServerID, by person: SharedPerson) throws {
    for id in step.removed { try deleteChange(id) }
    for row in step.changed { try rewrite(row) }
    if let pause = step.pause { try store(pause, of: server, by: person.id) }
    for edit in step.edits { try apply(edit, of: server, by: person) }
  }

  private func deleteChange(_ id: String) throws {
    try cachedStatement(sql: "DELETE FROM shared_changes WHERE id = ?").execute(arguments: [id])
  }

  /// Writes a row in its place.
  private func rewrite(_ row: SharedChangeRow) throws {
    try cachedStatement(
      sql: """
        UPDATE shared_changes SET change = ?, playlist = ?, track = ?, is_rating = ?,
          is_attempted = ?, faults = ?, follows = ?, hold = ?, held_until = ?, refusal = ?
        WHERE id = ?
        """
    ).execute(arguments: [
      row.change, row.playlist, row.track, row.isRating, row.isAttempted, row.faults, row.follows,
      row.hold, row.heldUntil, row.refusal, row.id,
    ])
  }

  private func write(
    _ row: SharedChangeRow, at position: Int64?, of server: ServerID, by person: String
  ) throws {
    try execute(
      sql: """
        INSERT OR REPLACE INTO shared_changes (position, source, person, id, change, playlist, track,
          is_rating, is_attempted, faults, follows, hold, held_until, refusal)
        VALUES \(Database.marks(14))
        """,
      arguments: [
        position, server.rawValue, person, row.id, row.change, row.playlist, row.track,
        row.isRating, row.isAttempted, row.faults, row.follows, row.hold, row.heldUntil,
        row.refusal,
      ])
  }
}
