internal import GRDB

// Edits that go on with the one before them.
extension ChangeLog {
  /// One row of a table.
  struct ChangedRow {
    var table: String
    var key: Int64
  }

  /// Runs an edit of a row as a part of the latest step, where that has changed this row alone and
  /// nothing was undone since; false, with nothing done, where it is to be a step of its own.
  static func extend(
    _ db: Database, _ row: ChangedRow, name: String, _ edit: () throws -> Void
  ) throws -> Bool {
    let (start, end) = ("UPDATE \(row.table) SET ", " WHERE id=\(row.key)")
    let step = try Int64.fetchOne(
      db,
      sql: """
        SELECT id FROM undo_steps WHERE id = (SELECT max(id) FROM undo_steps) AND NOT undone
          AND EXISTS (SELECT 1 FROM undo_changes WHERE step = undo_steps.id)
          AND NOT EXISTS (SELECT 1 FROM undo_changes WHERE step = undo_steps.id
            AND NOT (substr(statement, 1, length(?1)) = ?1
              AND substr(statement, -length(?2)) = ?2))
        """, arguments: [start, end])
    guard let step else { return false }
    try whileOpen(step, db, edit)
    // Each statement sets all of the row: the first one alone leads back to where it began.
    try db.execute(
      sql: """
        DELETE FROM undo_changes WHERE step = ?1
          AND id > (SELECT min(id) FROM undo_changes WHERE step = ?1)
        """, arguments: [step])
    try db.execute(
      sql: "UPDATE undo_steps SET name = ? WHERE id = ?", arguments: [name, step])
    return true
  }
}
