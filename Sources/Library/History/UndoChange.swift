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

  private static let maximumRead = 500

  /// The changes of a step up to a number, the latest first, a few hundred at once.
  ///
  /// - Throws: `HistoryFault.unreadable` where one names what no history of ours has.
  static func read(_ step: Int64, upTo last: Int64, _ db: Database) throws -> [UndoChange] {
    let rows = try Row.fetchCursor(
      try db.cachedStatement(
        sql: """
          SELECT c.id, c.target, c.operation, c.row, v.field, v.value FROM
            (SELECT id, target, operation, row FROM undo_changes WHERE step = ? AND id <= ?
             ORDER BY id DESC LIMIT \(maximumRead)) c
            LEFT JOIN undo_values v ON v.change = c.id
          ORDER BY c.id DESC, v.field
          """), arguments: [step, last])
    var changes: [UndoChange] = []
    while let row = try rows.next() {
      let id: Int64 = try row.value(0)
      if changes.last?.id != id {
        guard let table = UndoTable.named(try row.value(1)),
          let operation = Operation(rawValue: try row.value(2))
        else { throw HistoryFault.unreadable }
        changes.append(
          UndoChange(id: id, table: table, operation: operation, row: try row.value(3)))
      }
      guard !row.hasNull(atIndex: 4) else { continue }
      try changes[changes.count - 1].values.append((row.value(4), row.value(5)))
    }
    changes = changes.flatMap(\.ofToday)
    for change in changes { try change.check() }
    return changes
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
