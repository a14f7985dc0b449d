internal import GRDB

/// Converts steps logged as statements into the form of version 4. No statement is run: one that
/// cannot be parsed makes its step impossible to undo, which is reported when it is its turn.
struct UndoConversion {
  let db: Database

  /// Changed rows that are converted; older steps are dropped. A single step with more is stored by
  /// its name.
  var maximumRows = 200_000

  func run() throws {
    let steps = try Row.fetchAll(
      db,
      sql: """
        SELECT s.id, count(c.id) FROM undo_steps s LEFT JOIN undo_statements c ON c.step = s.id
        GROUP BY s.id ORDER BY s.id DESC
        """)
    var left = maximumRows
    var tooLarge: Set<Int64> = []
    for row in steps {
      let (step, count): (Int64, Int) = (try row.value(0), try row.value(1))
      guard count <= maximumRows else {
        tooLarge.insert(step)
        continue
      }
      guard count <= left else {
        try db.execute(sql: "DELETE FROM undo_steps WHERE id <= ?", arguments: [step])
        break
      }
      left -= count
    }
    for step in try Int64.fetchAll(db, sql: "SELECT id FROM undo_steps ORDER BY id") {
      if tooLarge.contains(step) {
        try ChangeLog.giveUp(step, .tooLarge, db)
      } else if try !convert(step) {
        try ChangeLog.giveUp(step, .unreadable, db)
      }
      try ChangeLog.measure(step, db)
    }
  }

  private func convert(_ step: Int64) throws -> Bool {
    let statements = try String.fetchCursor(
      db, sql: "SELECT statement FROM undo_statements WHERE step = ? ORDER BY id",
      arguments: [step])
    while let statement = try statements.next() {
      guard let change = UndoStatement(statement)?.change else { return false }
      try change.keep(in: step, db)
    }
    return true
  }
}
