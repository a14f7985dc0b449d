internal import GRDB

// Edits that extend the step before them.
extension ChangeLog {
  /// One row of a table.
  struct ChangedRow {
    var table: String
    var key: Int64
  }

  /// Runs an edit of a row as part of the latest step, where that has changed this row alone and
  /// nothing was undone since; false, with nothing done, where it is to be a step of its own.
  static func extend(
    _ db: Database, _ row: ChangedRow, name: String, _ edit: () throws -> Void
  ) throws -> Bool {
    let step = try Int64.fetchOne(
      db,
      sql: """
        SELECT id FROM undo_steps WHERE id = (SELECT max(id) FROM undo_steps) AND NOT undone
          AND EXISTS (SELECT 1 FROM undo_changes WHERE step = undo_steps.id)
          AND NOT EXISTS (SELECT 1 FROM undo_changes WHERE step = undo_steps.id
            AND NOT (operation = 'update' AND target = ? AND row = ?))
        """, arguments: [row.table, row.key])
    guard let step else { return false }
    try whileOpen(step, db, edit)
    // The first old value of each column leads back to the start.
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO undo_values (change, field, value)
        SELECT (SELECT min(id) FROM undo_changes WHERE step = ?1), field, value
        FROM undo_values WHERE change IN (SELECT id FROM undo_changes WHERE step = ?1)
        ORDER BY change
        """, arguments: [step])
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
