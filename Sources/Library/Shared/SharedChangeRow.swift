internal import GRDB
internal import Music

/// A change of a user that a server for sharing does not have yet, or has refused.
package struct SharedChangeRow: Equatable, Sendable, Identifiable {
  package var id: String
  /// JSON.
  package var change: String
  /// What it is about, by the ids of the server.
  package var playlist: String?
  package var track: String?
  package var isRating: Bool
  /// Whether it was sent at least once.
  package var isAttempted: Bool
  /// Attempts that ended in a fault of the server's own.
  package var faults: Int
  /// Unix time in milliseconds of the server's clock of the change that this one follows.
  package var follows: Int64
  /// Why the server does not take it; nil while it waits.
  package var refusal: String?

  package init(
    id: String, change: String, playlist: String? = nil, track: String? = nil,
    isRating: Bool = false, isAttempted: Bool = false, faults: Int = 0, follows: Int64 = 0,
    refusal: String? = nil
  ) {
    (self.id, self.change, self.playlist, self.track) = (id, change, playlist, track)
    (self.isRating, self.isAttempted) = (isRating, isAttempted)
    (self.faults, self.follows, self.refusal) = (faults, follows, refusal)
  }
}

extension Database {
  /// The changes of a person in the order in which they are sent.
  func sharedChanges(of server: ServerID, by person: String) throws -> [SharedChangeRow] {
    try storedChanges(of: server, by: person).map(\.row)
  }

  private func storedChanges(
    of server: ServerID, by person: String
  ) throws -> [(position: Int64, row: SharedChangeRow)] {
    try Row.fetchAll(
      self,
      sql: """
        SELECT position, id, change, playlist, track, is_rating, is_attempted, faults, follows,
          refusal
        FROM shared_changes WHERE source = ? AND person = ? ORDER BY position
        """, arguments: [server.rawValue, person]
    ).map { row in
      (
        try row.value(0),
        try SharedChangeRow(
          id: row.value(1), change: row.value(2), playlist: row.value(3), track: row.value(4),
          isRating: row.value(5), isAttempted: row.value(6), faults: row.value(7),
          follows: row.value(8), refusal: row.value(9))
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

  private func deleteChange(_ id: String) throws {
    try execute(sql: "DELETE FROM shared_changes WHERE id = ?", arguments: [id])
  }

  private func write(
    _ row: SharedChangeRow, at position: Int64?, of server: ServerID, by person: String
  ) throws {
    try execute(
      sql: """
        INSERT OR REPLACE INTO shared_changes (position, source, person, id, change, playlist, track,
          is_rating, is_attempted, faults, follows, refusal)
        VALUES \(Database.marks(12))
        """,
      arguments: [
        position, server.rawValue, person, row.id, row.change, row.playlist, row.track,
        row.isRating, row.isAttempted, row.faults, row.follows, row.refusal,
      ])
  }
}
