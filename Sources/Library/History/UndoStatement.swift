internal import GRDB

/// One changed row as versions 1 to 3 logged it, parsed.
struct UndoStatement {
  var change: UndoChange

  /// - Returns: nil for a text that no trigger of ours wrote.
  init?(_ text: String) {
    var literals = UndoLiterals(text)
    guard let change = UndoStatement.change(&literals), literals.isAtEnd else { return nil }
    self.change = change
  }

  private static func change(_ text: inout UndoLiterals) -> UndoChange? {
    if text.consume("UPDATE tracks SET plays=max(0,plays-(") { return count(&text) }
    if text.consume("UPDATE ") { return update(&text) }
    if text.consume("INSERT OR REPLACE INTO analyses ") { return analysis(&text) }
    if text.consume("INSERT INTO ") { return named(&text).flatMap { insertion($0, &text) } }
    guard text.consume("DELETE FROM ") else { return nil }
    guard let table = named(&text), text.consume(" WHERE ") else { return nil }
    if text.consume("\(table.key)="), let row = text.integer() {
      return UndoChange(table: table, operation: .delete, row: row)
    }
    // Removing the row in a restored track's way is implied by now.
    guard table.name == "tracks", text.consume("path="), text.value() != nil,
      text.consume(";INSERT INTO tracks ")
    else { return nil }
    return insertion(table, &text)
  }

  private static func named(_ text: inout UndoLiterals) -> UndoTable? {
    text.name().flatMap { UndoTable.named($0, in: UndoTable.version4) }
  }

  private static func update(_ text: inout UndoLiterals) -> UndoChange? {
    guard let table = named(&text), text.consume(" SET ") else { return nil }
    var change = UndoChange(table: table, operation: .update, row: 0)
    repeat {
      guard let column = text.name(), table.edited.contains(column), text.consume("="),
        let value = text.value()
      else { return nil }
      change.values.append((column, value))
    } while text.consume(",")
    guard text.consume(" WHERE \(table.key)="), let row = text.integer() else { return nil }
    change.row = row
    return change
  }

  /// The columns and values of a restored row, its id among them.
  private static func insertion(_ table: UndoTable, _ text: inout UndoLiterals) -> UndoChange? {
    _ = text.consume(" ")
    guard text.consume("(") else { return nil }
    var columns: [String] = []
    repeat {
      guard let column = text.name() else { return nil }
      columns.append(column)
    } while text.consume(",")
    guard text.consume(") VALUES (") else { return nil }
    var change = UndoChange(table: table, operation: .insert, row: 0)
    var hasRow = false
    for (index, column) in columns.enumerated() {
      if index > 0, !text.consume(",") { return nil }
      guard let value = text.value() else { return nil }
      if column == table.key, !hasRow, case .int64(let row) = value.storage {
        (change.row, hasRow) = (row, true)
      } else {
        guard table.columns.contains(column) else { return nil }
        if !value.isNull { change.values.append((column, value)) }
      }
    }
    return text.consume(")") && hasRow ? change : nil
  }

  private static func count(_ text: inout UndoLiterals) -> UndoChange? {
    guard let plays = text.integer(), text.consume(")),last_played=CASE WHEN last_played IS "),
      let heard = text.value(), text.consume(" THEN "), let last = text.value(),
      text.consume(" ELSE last_played END,added="), let added = text.integer(),
      text.consume(" WHERE id="), let row = text.integer(),
      let table = UndoTable.named("tracks", in: UndoTable.version4)
    else { return nil }
    return UndoChange(
      table: table, operation: .count, row: row,
      values: [
        ("plays", plays.databaseValue), ("heard", heard), ("last_played", last),
        ("added", added.databaseValue),
      ])
  }

  private static func analysis(_ text: inout UndoLiterals) -> UndoChange? {
    guard let table = UndoTable.named("analyses", in: UndoTable.version4),
      var change = insertion(table, &text),
      text.consume(";")
    else { return nil }
    guard text.consume("UPDATE tracks SET awaits=") else { return change }
    guard let awaits = text.integer(), text.consume(" WHERE id="), text.integer() == change.row,
      text.consume(";")
    else { return nil }
    change.values.append((UndoTable.awaits, awaits.databaseValue))
    return change
  }
}
