internal import GRDB

/// The inverse of one row's change.
struct UndoChange {
  enum Operation: String { case insert, update, delete, count }

  var id: Int64 = 0
  var table: UndoTable
  var operation: Operation
  var row: Int64
  var values: [(column: String, value: DatabaseValue)] = []

  func keep(in step: Int64, _ db: Database) throws {
    try db.cachedStatement(
      sql: "INSERT INTO undo_changes (step, target, operation, row) VALUES (?, ?, ?, ?)"
    ).execute(arguments: [step, table.name, operation.rawValue, row])
    let change = db.lastInsertedRowID
    let insertion = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO undo_values (change, field, value) VALUES (?, ?, ?)")
    for (column, value) in values {
      try insertion.execute(arguments: [change, column, value])
    }
  }

  // MARK: Reading

  /// The changes of a step up to a number, the latest first, a few hundred at once.
  ///
  /// - Throws: `HistoryFault.unreadable` where one names what no history of ours has.
  static func read(_ step: Int64, upTo last: Int64, _ db: Database) throws -> [UndoChange] {
    let values = try db.cachedStatement(
      sql: "SELECT field, value FROM undo_values WHERE change = ? ORDER BY field")
    return try Row.fetchAll(
      try db.cachedStatement(
        sql: """
          SELECT id, target, operation, row FROM undo_changes WHERE step = ? AND id <= ?
          ORDER BY id DESC LIMIT 500
          """), arguments: [step, last]
    ).flatMap { row in
      guard let table = UndoTable.named(try row.value(1)),
        let operation = Operation(rawValue: try row.value(2))
      else { throw HistoryFault.unreadable }
      var change = UndoChange(
        id: try row.value(0), table: table, operation: operation, row: try row.value(3))
      change.values = try Row.fetchAll(values, arguments: [change.id])
        .map { (try $0.value(0), try $0.value(1)) }
      let changes = change.ofToday
      for change in changes { try change.check() }
      return changes
    }
  }

  /// Accepts the table's columns only, so that no name from a file gets into a statement.
  private func check() throws {
    let names = values.map(\.column)
    let isKnown =
      switch operation {
      case .insert: names.allSatisfy(table.columns.contains)
      case .update: !names.isEmpty && names.allSatisfy(table.edited.contains)
      case .delete: names.isEmpty
      case .count: table.name == "marks" && names == ["heard", "last_played", "plays"]
      }
    guard isKnown else { throw HistoryFault.unreadable }
  }
}
