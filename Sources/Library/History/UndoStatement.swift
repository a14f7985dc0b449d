internal import GRDB

/// One changed row as versions 1 to 3 kept it, taken apart.
struct UndoStatement {
  var change: UndoChange

  /// - Returns: nil for a text that no trigger of ours has written.
  init?(_ text: String) {
    var literals = UndoLiterals(text)
    guard let change = UndoStatement.change(&literals), literals.isAtEnd else { return nil }
    self.change = change
  }

  private static func change(_ text: inout UndoLiterals) -> UndoChange? {
    if text.take("UPDATE tracks SET plays=max(0,plays-(") { return count(&text) }
    if text.take("UPDATE ") { return update(&text) }
    if text.take("INSERT OR REPLACE INTO analyses ") { return analysis(&text) }
    if text.take("INSERT INTO ") { return named(&text).flatMap { insertion($0, &text) } }
    guard text.take("DELETE FROM ") else { return nil }
    guard let table = named(&text), text.take(" WHERE ") else { return nil }
    if text.take("\(table.key)="), let row = text.integer() {
      return UndoChange(table: table, operation: .delete, row: row)
    }
    // What has taken the place of a track makes way for it, which goes without saying by now.
    guard table.name == "tracks", text.take("path="), text.value() != nil,
      text.take(";INSERT INTO tracks ")
    else { return nil }
    return insertion(table, &text)
  }

  private static func named(_ text: inout UndoLiterals) -> UndoTable? {
    text.name().flatMap { UndoTable.named($0, in: UndoTable.version4) }
  }

  private static func update(_ text: inout UndoLiterals) -> UndoChange? {
    guard let table = named(&text), text.take(" SET ") else { return nil }
    var change = UndoChange(table: table, operation: .update, row: 0)
    repeat {
      guard let column = text.name(), table.edited.contains(column), text.take("="),
        let value = text.value()
      else { return nil }
      change.values.append((column, value))
    } while text.take(",")
    guard text.take(" WHERE \(table.key)="), let row = text.integer() else { return nil }
    change.row = row
    return change
  }

  /// The columns and values of a row that comes back, its number among them.
  private static func insertion(_ table: UndoTable, _ text: inout UndoLiterals) -> UndoChange? {
    _ = text.take(" ")
    guard text.take("(") else { return nil }
    var columns: [String] = []
    repeat {
      guard let column = text.name() else { return nil }
      columns.append(column)
    } while text.take(",")
    guard text.take(") VALUES (") else { return nil }
    var change = UndoChange(table: table, operation: .insert, row: 0)
    var hasRow = false
    for (index, column) in columns.enumerated() {
      if index > 0, !text.take(",") { return nil }
      guard let value = text.value() else { return nil }
      if column == table.key, !hasRow, case .int64(let row) = value.storage {
        (change.row, hasRow) = (row, true)
      } else {
        guard table.columns.contains(column) else { return nil }
        if !value.isNull { change.values.append((column, value)) }
      }
    }
    return text.take(")") && hasRow ? change : nil
  }

  private static func count(_ text: inout UndoLiterals) -> UndoChange? {
    guard let plays = text.integer(), text.take(")),last_played=CASE WHEN last_played IS "),
      let heard = text.value(), text.take(" THEN "), let last = text.value(),
      text.take(" ELSE last_played END,added="), let added = text.integer(),
      text.take(" WHERE id="), let row = text.integer(),
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
      text.take(";")
    else { return nil }
    guard text.take("UPDATE tracks SET awaits=") else { return change }
    guard let awaits = text.integer(), text.take(" WHERE id="), text.integer() == change.row,
      text.take(";")
    else { return nil }
    change.values.append((UndoTable.awaits, awaits.databaseValue))
    return change
  }
}
