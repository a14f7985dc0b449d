internal import GRDB
internal import GRDBSQLite

// The size of steps, and the treatment of oversized ones.
extension ChangeLog {
  /// Notes the size of a step. An oversized one is stored without analyses, which can be repeated,
  /// and by its name alone where that is not enough.
  ///
  /// - Returns: whether the step can be undone.
  @discardableResult
  static func measure(
    _ step: Int64, within bounds: HistoryBounds = HistoryBounds(), _ db: Database
  ) throws -> Bool {
    var isKept = true
    if try bytes(of: step, db) > bounds.bytes {
      try drop("step = ? AND target = 'analyses'", of: step, db)
      if try bytes(of: step, db) > bounds.bytes {
        try giveUp(step, .tooLarge, db)
        isKept = false
      }
    }
    try db.executeCached(
      """
      UPDATE undo_steps SET bytes = ?1,
        changes = (SELECT count(*) FROM undo_changes WHERE step = ?2) WHERE id = ?2
      """, [try bytes(of: step, db), step])
    return isKept
  }

  /// Reduces a step to its name, and why it cannot be undone.
  static func giveUp(_ step: Int64, _ fault: HistoryFault, _ db: Database) throws {
    try drop("step = ?", of: step, db)
    try db.execute(
      sql: "UPDATE undo_steps SET fault = ? WHERE id = ?", arguments: [fault.rawValue, step])
  }

  /// Deletes changes of a step with their values: during a migration foreign keys are off, and
  /// deletes do not cascade.
  private static func drop(_ changes: String, of step: Int64, _ db: Database) throws {
    try db.execute(
      sql: """
        DELETE FROM undo_values WHERE change IN (SELECT id FROM undo_changes WHERE \(changes))
        """, arguments: [step])
    try db.execute(sql: "DELETE FROM undo_changes WHERE \(changes)", arguments: [step])
  }

  /// The estimated size in the file.
  private static func bytes(of step: Int64, _ db: Database) throws -> Int64 {
    try Int64.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT count(DISTINCT c.id) * 40 + coalesce(sum(16 + CASE typeof(v.value)
            WHEN 'text' THEN length(CAST(v.value AS BLOB)) WHEN 'blob' THEN length(v.value)
            ELSE 8 END), 0)
          FROM undo_changes c LEFT JOIN undo_values v ON v.change = c.id WHERE c.step = ?
          """), arguments: [step]) ?? 0
  }
}

extension Database {
  /// Whether a row has a dangling reference, where foreign keys are deferred to the end of a
  /// transaction.
  var hasDanglingRows: Bool {
    var (current, highest): (CInt, CInt) = (0, 0)
    let code = sqlite3_db_status(
      sqliteConnection, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0)
    return code != SQLITE_OK || current != 0
  }
}
