internal import GRDB

/// The history of the user's own edits, logged in the database by triggers.
///
/// While a step is open, a trigger logs the inverse of every changed row, as typed values. Undoing
/// a step applies these, latest first, while the same triggers log *their* inverse: one routine
/// goes both ways, whatever an edit does, and a step costs as much as it changed.
enum ChangeLog {
  /// Runs an edit as one step, named by its result; an edit that changes nothing is none.
  ///
  /// - Returns: the edit's result, and whether it can be undone.
  static func record<Outcome>(
    _ db: Database, within bounds: HistoryBounds, name: (Outcome) -> String,
    _ edit: () throws -> Outcome
  ) throws -> (outcome: Outcome, isKept: Bool) {
    try db.executeCached("INSERT INTO undo_steps (name) VALUES ('')")
    let step = db.lastInsertedRowID
    let outcome = try whileOpen(step, db, edit)
    let hasChanges =
      try Bool.fetchOne(
        db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM undo_changes WHERE step = ?)"),
        arguments: [step]) ?? false
    guard hasChanges else {
      try db.executeCached("DELETE FROM undo_steps WHERE id = ?", [step])
      return (outcome, true)
    }
    try db.executeCached("UPDATE undo_steps SET name = ? WHERE id = ?", [name(outcome), step])
    // Undone steps cannot be redone on top of a new one.
    try db.executeCached("DELETE FROM undo_steps WHERE undone")
    let isKept = try measure(step, within: bounds, db)
    try forgetOldest(but: step, bounds, db)
    return (outcome, isKept)
  }

  private static func forgetOldest(but step: Int64, _ bounds: HistoryBounds, _ db: Database) throws
  {
    try db.executeCached(
      """
      DELETE FROM undo_steps WHERE id <=
        (SELECT id FROM undo_steps ORDER BY id DESC LIMIT 1 OFFSET ?)
      """, [bounds.steps])
    // As real numbers, whose sums do not overflow.
    let isFull =
      try Bool.fetchOne(
        db.cachedStatement(
          sql: "SELECT total(bytes) > ? OR total(changes) > ? FROM undo_steps"),
        arguments: [bounds.bytes, bounds.changes]) ?? false
    guard isFull else { return }
    try db.execute(
      sql: """
        DELETE FROM undo_steps WHERE id < ?1 AND id <=
          (SELECT max(id) FROM
            (SELECT id, total(bytes) OVER later AS bytes, total(changes) OVER later AS changes
             FROM undo_steps WINDOW later AS (ORDER BY id DESC))
           WHERE bytes > ?2 OR changes > ?3)
        """, arguments: [step, bounds.bytes, bounds.changes])
  }

  /// Undoes the latest step.
  static func undo(_ db: Database, within bounds: HistoryBounds) throws -> HistoryMove {
    try flip(db, bounds, select: nextStep(isRedo: false), undone: true)
  }

  /// Redoes the step undone last.
  static func redo(_ db: Database, within bounds: HistoryBounds) throws -> HistoryMove {
    try flip(db, bounds, select: nextStep(isRedo: true), undone: false)
  }

  private static func nextStep(isRedo: Bool) -> String {
    let steps = isRedo ? "undone ORDER BY id" : "NOT undone ORDER BY id DESC"
    return "SELECT id, name, fault FROM undo_steps WHERE \(steps) LIMIT 1"
  }

  /// The name of the step to undo or to redo next; nil for none.
  static func nextName(_ db: Database, isRedo: Bool) throws -> String? {
    try Row.fetchOne(db, sql: nextStep(isRedo: isRedo)).map { try $0.value(1) }
  }

  /// Applies a step as a whole. One that fails is dropped from the history, with nothing of it
  /// done, so that the steps behind it stay in reach.
  private static func flip(
    _ db: Database, _ bounds: HistoryBounds, select: String, undone: Bool
  ) throws -> HistoryMove {
    guard let row = try Row.fetchOne(db, sql: select) else { return .none }
    let (step, name): (Int64, String) = (try row.value(0), try row.value(1))
    do {
      if let fault: String = try row.value(2) {
        throw HistoryFault(rawValue: fault) ?? .unreadable
      }
      // A row may be restored before the row it refers to.
      try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
      try db.inSavepoint {
        try apply(step, isRedo: !undone, db)
        return .commit
      }
    } catch {
      guard let fault = fault(of: error) else { throw error }
      try db.execute(sql: "DELETE FROM undo_steps WHERE id = ?", arguments: [step])
      return .lost(name, fault)
    }
    try measure(step, within: bounds, db)
    try db.execute(
      sql: "UPDATE undo_steps SET undone = ? WHERE id = ?", arguments: [undone, step])
    return .done(name)
  }

  /// The fault that an error means for a step; nil for a fault of the disk or the file.
  private static func fault(of error: any Error) -> HistoryFault? {
    switch error {
    case let fault as HistoryFault: fault
    case let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT: .conflict
    case is RowDecodingError: .unreadable
    default: nil
    }
  }

  private static func apply(_ step: Int64, isRedo: Bool, _ db: Database) throws {
    let newest = try Int64.fetchOne(
      db, sql: "SELECT max(id) FROM undo_changes WHERE step = ?", arguments: [step])
    guard let newest else { return }
    // The triggers log with numbers behind these.
    guard newest < .max >> 1 else { throw HistoryFault.unreadable }
    var (last, isThere, hasRoots) = (newest, false, false)
    var context = try UndoChange.Context(step: step, isRedo: isRedo, db)
    try whileOpen(step, db) {
      while true {
        let changes = try UndoChange.read(step, upTo: last, db)
        for run in UndoChange.runs(of: changes) {
          if run.contains(where: { $0.table.name == "roots" }) { hasRoots = true }
          if try UndoChange.apply(run, &context, db) { isThere = true }
        }
        guard let oldest = changes.last?.id, oldest > .min else { break }
        last = oldest - 1
      }
      try UndoChange.joinFound(context, db)
      // A restored root may contain, or lie in, one added since.
      if hasRoots { try db.joinNestedRoots() }
    }
    guard isThere else { throw HistoryFault.gone }
    guard !db.hasDanglingRows else { throw HistoryFault.conflict }
    try db.execute(
      sql: "DELETE FROM undo_changes WHERE step = ? AND id <= ?", arguments: [step, newest])
  }

  static func whileOpen<Outcome>(
    _ step: Int64, _ db: Database, _ body: () throws -> Outcome
  ) throws -> Outcome {
    try db.executeCached("INSERT INTO undo_open VALUES (?)", [step])
    let outcome = try body()
    try db.executeCached("DELETE FROM undo_open")
    return outcome
  }

  /// Makes changes outside of the open step.
  static func whileClosed(_ step: Int64, _ db: Database, _ body: () throws -> Void) throws {
    try db.execute(sql: "DELETE FROM undo_open")
    try body()
    try db.execute(sql: "INSERT INTO undo_open VALUES (?)", arguments: [step])
  }
}
