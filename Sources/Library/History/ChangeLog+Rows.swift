internal import GRDB

/// The history as typed rows, as of version 4: the row, its table, the inverse operation and its
/// values. None of these is ever a part of a statement.
extension ChangeLog {
  /// Installs the triggers that log rows, and converts the older log.
  static func keepRows(_ db: Database) throws {
    try db.execute(
      sql: tablesOfVersion4
        + UndoTable.version4.map { triggers($0) }.joined(separator: "\n") + triggersOfTracks
        + triggersOfAnalyses)
    try UndoConversion(db: db).run()
    try db.execute(sql: "DROP TABLE undo_statements")
  }

  /// Drops the triggers of version 3, but for those of replaced tables, which go with them.
  static func dropTriggers(_ db: Database) throws {
    let triggers = [
      "merged_tracks_updated", "merged_tracks_inserted", "merged_tracks_deleted", "slots_updated",
      "tracks_updated", "tracks_counted", "tracks_taken_out", "tracks_brought_back",
      "analyses_gone", "analyses_taken_over",
    ]
    for trigger in triggers { try db.execute(sql: "DROP TRIGGER \(trigger)") }
  }

  /// `fault` of a step says why it cannot be undone; NULL where it can. `operation` is the inverse:
  /// 'insert' of a row, 'update' of its columns, 'delete', or 'count' for plays, which others may
  /// have added to meanwhile. A column that a row is restored without is NULL.
  private static let tablesOfVersion4 = """
    DROP INDEX undo_changes_by_step;
    ALTER TABLE undo_changes RENAME TO undo_statements;
    ALTER TABLE undo_steps ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE undo_steps ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE undo_steps ADD COLUMN fault TEXT;
    CREATE TABLE undo_changes (
      id INTEGER PRIMARY KEY,
      step INTEGER NOT NULL REFERENCES undo_steps (id) ON DELETE CASCADE,
      target TEXT NOT NULL,
      operation TEXT NOT NULL CHECK (operation IN ('insert', 'update', 'delete', 'count')),
      row INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX undo_changes_by_step ON undo_changes (step);
    CREATE TABLE undo_values (
      change INTEGER NOT NULL REFERENCES undo_changes (id) ON DELETE CASCADE,
      field TEXT NOT NULL,
      value ANY,
      PRIMARY KEY (change, field)
    ) STRICT, WITHOUT ROWID;

    """

  private static let open = "EXISTS (SELECT 1 FROM undo_open)"

  /// Logs a change of the row whose id is an expression.
  private static func log(_ operation: String, _ table: String, _ row: String) -> String {
    """
    INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, '\(table)', '\(operation)', \(row) FROM undo_open;
    """
  }

  /// Logs the values before a change, of expressions by name, where they exist or, for pairs, where
  /// they differ.
  private static func values(
    _ values: [(name: String, value: String, new: String)], where condition: String = ""
  ) -> String {
    let rows = values.map { "('\($0.name)', \($0.value), \($0.new))" }
    return """
      INSERT INTO undo_values (change, field, value)
          SELECT last_insert_rowid(), field, value FROM (
            SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
            \(rows.joined(separator: ",\n        ")))
          WHERE \(condition)value IS NOT other;
      """
  }

  private static func wholeRow(_ columns: [String]) -> String {
    values(columns.map { ($0, "OLD.\"\($0)\"", "NULL") })
  }

  static func triggers(_ table: UndoTable) -> String {
    let name = table.name
    var text = ""
    if !table.edited.isEmpty {
      let differs = table.edited.map { "OLD.\"\($0)\" IS NOT NEW.\"\($0)\"" }
      let changed = table.edited.map { ($0, "OLD.\"\($0)\"", "NEW.\"\($0)\"") }
      let columns = table.edited.map { "\"\($0)\"" }.joined(separator: ", ")
      text += """
        CREATE TRIGGER \(name)_updated AFTER UPDATE OF \(columns) ON \(name)
        WHEN \(open) AND (\(differs.joined(separator: " OR "))) BEGIN
          \(log("update", name, "OLD.\(table.key)"))
          \(values(changed))
        END;

        """
    }
    guard table.comesAndGoes, name != "tracks", name != "analyses" else { return text }
    return text + """
      CREATE TRIGGER \(name)_inserted AFTER INSERT ON \(name) WHEN \(open) BEGIN
        \(log("delete", name, "NEW.\(table.key)"))
      END;
      CREATE TRIGGER \(name)_deleted AFTER DELETE ON \(name) WHEN \(open) BEGIN
        \(log("insert", name, "OLD.\(table.key)"))
        \(wholeRow(table.columns))
      END;

      """
  }

  /// The last play is undone where it still is the last one: `heard` is that play.
  private static var triggersOfTracks: String {
    let columns = UndoTable.named("tracks", in: UndoTable.version4)?.columns ?? []
    return """
      CREATE TRIGGER tracks_counted AFTER UPDATE OF plays, last_played, added ON tracks
      WHEN \(open) AND (OLD.plays <> NEW.plays OR OLD.last_played IS NOT NEW.last_played
        OR OLD.added <> NEW.added)
      BEGIN
        \(log("count", "tracks", "OLD.id"))
        INSERT INTO undo_values (change, field, value) VALUES
          (last_insert_rowid(), 'plays', NEW.plays - OLD.plays),
          (last_insert_rowid(), 'heard', NEW.last_played),
          (last_insert_rowid(), 'last_played', OLD.last_played),
          (last_insert_rowid(), 'added', OLD.added);
      END;
      CREATE TRIGGER tracks_taken_out AFTER DELETE ON tracks WHEN \(open) BEGIN
        \(log("insert", "tracks", "OLD.id"))
        \(wholeRow(columns))
        UPDATE revision SET tracks = tracks + 1;
      END;
      CREATE TRIGGER tracks_brought_back AFTER INSERT ON tracks WHEN \(open) BEGIN
        \(log("delete", "tracks", "NEW.id"))
        DELETE FROM removed_tracks WHERE track = NEW.id;
        UPDATE revision SET change = change + 1, tracks = tracks + 1;
        UPDATE tracks SET changed = (SELECT change FROM revision),
          root = (SELECT id FROM roots WHERE id = NEW.root) WHERE id = NEW.id;
      END;

      """
  }

  /// A restored analysis replaces one saved while the track was away.
  private static var triggersOfAnalyses: String {
    let columns = (UndoTable.named("analyses", in: UndoTable.version4)?.columns ?? [])
      .filter { $0 != UndoTable.awaits }
    let found = columns.map { ($0, "OLD.\"\($0)\"", "NULL") }
    let awaits = "(SELECT awaits FROM tracks WHERE id = OLD.track)"
    return """
      CREATE TRIGGER analyses_gone AFTER DELETE ON analyses BEGIN
        \(log("insert", "analyses", "OLD.track"))
        \(values(found + [(UndoTable.awaits, awaits, "NULL")], where: "\(open) AND "))
        UPDATE tracks SET awaits = -1 WHERE id = OLD.track;
      END;
      CREATE TRIGGER analyses_taken_over AFTER INSERT ON analyses WHEN \(open) BEGIN
        \(log("delete", "analyses", "NEW.track"))
      END;

      """
  }
}
