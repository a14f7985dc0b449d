internal import GRDB

/// The history of the user's own edits, kept in the database by triggers.
///
/// While a step is open, a trigger writes down for every changed row the statement that would
/// take the change back. Undoing a step runs its statements, latest first, while the same
/// triggers write down how to take *that* back: so one routine goes both ways, whatever an edit
/// does, and a step costs as much as it changed.
enum ChangeLog {
  /// Steps that are kept.
  static let longest = 1_000
  /// Changed rows that are kept, over all steps.
  private static let mostChanges = 1_000_000

  /// The columns of the user's data that a step may change, as of version 1. Of tracks only what
  /// the user says of them: what a scan finds or a play counts is not taken back.
  private static let watched: [(table: String, key: String, columns: [String])] = [
    ("playlist_folders", "id", ["parent", "name"]),
    (
      "playlists", "id",
      [
        "folder", "name", "notes", "color", "target_bpm", "template", "created", "modified",
      ]
    ),
    (
      "entries", "id",
      [
        "playlist", "track", "position", "crossfade", "start_offset", "end_offset", "gain", "notes",
      ]
    ),
    ("cues", "id", ["track", "time", "end_time", "type", "color", "name"]),
    ("slots", "slot", ["playlist"]),
    ("tracks", "id", ["rating", "reaction", "notes", "color"]),
  ]

  /// The tables of the log and the triggers that fill it, as of version 1.
  static var schema: String {
    """
    CREATE TABLE undo_steps (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      undone INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE undo_changes (
      id INTEGER PRIMARY KEY,
      step INTEGER NOT NULL REFERENCES undo_steps (id) ON DELETE CASCADE,
      statement TEXT NOT NULL
    ) STRICT;
    CREATE INDEX undo_changes_by_step ON undo_changes (step);
    -- The step that is open, inside a transaction; empty outside of one.
    CREATE TABLE undo_open (step INTEGER NOT NULL) STRICT;

    """ + watched.map { triggers($0.table, $0.key, $0.columns) }.joined(separator: "\n")
  }

  /// The triggers of entries as of version 2, in place of those of version 1.
  static var entriesWithNames: String {
    """
    DROP TRIGGER entries_updated;
    DROP TRIGGER entries_inserted;
    DROP TRIGGER entries_deleted;

    """
      + triggers(
        "entries", "id",
        [
          "playlist", "track", "position", "crossfade", "start_offset", "end_offset", "gain",
          "notes", "title", "artist",
        ])
  }

  /// The triggers of playlists as of version 3, in place of those before, and of templates.
  static var listsOfVersion3: String {
    """
    DROP TRIGGER playlists_updated;
    DROP TRIGGER playlists_inserted;
    DROP TRIGGER playlists_deleted;

    """
      + triggers(
        "playlists", "id",
        [
          "folder", "name", "notes", "color", "target_bpm", "template", "created", "modified",
          "query", "query_sort", "query_descending", "query_limit",
        ]) + triggers("templates", "id", ["name", "source"])
        + """
        DROP TRIGGER playlist_folders_updated;
        DROP TRIGGER playlist_folders_inserted;
        DROP TRIGGER playlist_folders_deleted;

        """ + triggers("playlist_folders", "id", ["parent", "name"], kept: ["collapsed"])
  }

  /// What a step takes along when a track that is missing becomes another one, as of version 3:
  /// what was heard of it, and the number by which it was known. Plays are taken back by their
  /// count, since others may have been added meanwhile.
  static var relocationsOfVersion3: String {
    triggers("merged_tracks", "track", ["survivor"]) + triggers("plays", "id", ["track", "time"])
      + """

      CREATE TRIGGER tracks_counted AFTER UPDATE OF plays, last_played, added ON tracks
      WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD.plays <> NEW.plays
        OR OLD.last_played IS NOT NEW.last_played OR OLD.added <> NEW.added)
      BEGIN
        INSERT INTO undo_changes (step, statement) SELECT step,
          'UPDATE tracks SET plays=max(0,plays-('||(NEW.plays-OLD.plays)||')),last_played='
          ||'CASE WHEN last_played IS '||quote(NEW.last_played)||' THEN '||quote(OLD.last_played)
          ||' ELSE last_played END,added='||OLD.added||' WHERE id='||OLD.id
        FROM undo_open;
      END;

      """
  }

  /// - Parameter kept: Columns whose changes are no edits, and that a row which was removed comes
  ///   back with all the same.
  static func triggers(
    _ table: String, _ key: String, _ columns: [String], kept: [String] = []
  ) -> String {
    let assignments = columns.map { "\($0)='||quote(OLD.\($0))||'" }.joined(separator: ",")
    let all = [key] + columns + kept
    let values = all.map { "'||quote(OLD.\($0))||'" }.joined(separator: ",")
    let differs = columns.map { "OLD.\($0) IS NOT NEW.\($0)" }.joined(separator: " OR ")
    let open = "EXISTS (SELECT 1 FROM undo_open)"
    func log(_ statement: String) -> String {
      "INSERT INTO undo_changes (step, statement) SELECT step, \(statement) FROM undo_open;"
    }
    var text = """
      CREATE TRIGGER \(table)_updated AFTER UPDATE OF \(columns.joined(separator: ", ")) ON \(table)
      WHEN \(open) AND (\(differs)) BEGIN
        \(log("'UPDATE \(table) SET \(assignments) WHERE \(key)='||OLD.\(key)"))
      END;

      """
    // Tracks and slots are neither made nor removed by an edit.
    if table != "tracks", table != "slots" {
      text += """
        CREATE TRIGGER \(table)_inserted AFTER INSERT ON \(table) WHEN \(open) BEGIN
          \(log("'DELETE FROM \(table) WHERE \(key)='||NEW.\(key)"))
        END;
        CREATE TRIGGER \(table)_deleted AFTER DELETE ON \(table) WHEN \(open) BEGIN
          \(log("'INSERT INTO \(table) (\(all.joined(separator: ","))) VALUES (\(values))'"))
        END;

        """
    }
    return text
  }

  /// Lets a step remove rows of a table whose other columns are no edits of the user's: made from
  /// all columns that there are, since a row comes back whole. Whoever adds a column drops the
  /// triggers and has them made again.
  ///
  /// What has taken the place of a row in the meantime, a file that was found again, makes way.
  static func watchRemovals(
    of table: String, key: String, unique: String, _ db: Database
  ) throws {
    let columns = try String.fetchAll(
      db, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
    let values = columns.map { "'||quote(OLD.\($0))||'" }.joined(separator: ",")
    let open = "EXISTS (SELECT 1 FROM undo_open)"
    func log(_ statement: String) -> String {
      "INSERT INTO undo_changes (step, statement) SELECT step, \(statement) FROM undo_open;"
    }
    let restored =
      table != "tracks"
      ? ""
      : """
      DELETE FROM removed_tracks WHERE track = NEW.id;
      UPDATE revision SET change = change + 1, tracks = tracks + 1;
      UPDATE tracks SET changed = (SELECT change FROM revision),
        root = (SELECT id FROM roots WHERE id = NEW.root) WHERE id = NEW.id;
      """
    try db.execute(
      sql: """
        CREATE TRIGGER \(table)_taken_out AFTER DELETE ON \(table) WHEN \(open) BEGIN
          \(log(
            "'DELETE FROM \(table) WHERE \(unique)='||quote(OLD.\(unique))||';"
              + "INSERT INTO \(table) (\(columns.joined(separator: ","))) VALUES (\(values))'"))
          UPDATE revision SET tracks = tracks + 1;
        END;
        CREATE TRIGGER \(table)_brought_back AFTER INSERT ON \(table) WHEN \(open) BEGIN
          \(log("'DELETE FROM \(table) WHERE \(key)='||NEW.\(key)"))
          \(restored)
        END;
        """)
  }

  /// Runs an edit as one step, named by what it returns; an edit that changes nothing is none.
  static func record<Outcome>(
    _ db: Database, name: (Outcome) -> String, _ edit: () throws -> Outcome
  ) throws -> Outcome {
    try db.execute(sql: "INSERT INTO undo_steps (name) VALUES ('')")
    let step = db.lastInsertedRowID
    let outcome = try whileOpen(step, db, edit)
    let hasChanges =
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM undo_changes WHERE step = ?)", arguments: [step])
      ?? false
    guard hasChanges else {
      try db.execute(sql: "DELETE FROM undo_steps WHERE id = ?", arguments: [step])
      return outcome
    }
    try db.execute(
      sql: "UPDATE undo_steps SET name = ? WHERE id = ?", arguments: [name(outcome), step])
    // What was undone before cannot be redone on top of something else.
    try db.execute(sql: "DELETE FROM undo_steps WHERE undone")
    try db.execute(
      sql: """
        DELETE FROM undo_steps WHERE id <=
          (SELECT id FROM undo_steps ORDER BY id DESC LIMIT 1 OFFSET ?)
        """, arguments: [longest])
    try db.execute(
      sql: """
        DELETE FROM undo_steps WHERE id < ?1 AND id <=
          (SELECT step FROM undo_changes WHERE id = (SELECT max(id) FROM undo_changes) - ?2)
        """, arguments: [step, mostChanges])
    return outcome
  }

  /// Takes back the latest step that stands; its name, or nil when there is none.
  static func undo(_ db: Database) throws -> String? {
    try flip(
      db, select: "SELECT id, name FROM undo_steps WHERE NOT undone ORDER BY id DESC LIMIT 1",
      undone: true)
  }

  /// Does again the step that was undone last; its name, or nil when there is none.
  static func redo(_ db: Database) throws -> String? {
    try flip(
      db, select: "SELECT id, name FROM undo_steps WHERE undone ORDER BY id LIMIT 1", undone: false)
  }

  private static func flip(_ db: Database, select: String, undone: Bool) throws -> String? {
    guard let row = try Row.fetchOne(db, sql: select) else { return nil }
    let (step, name): (Int64, String) = (row[0], row[1])
    let statements = try String.fetchAll(
      db, sql: "SELECT statement FROM undo_changes WHERE step = ? ORDER BY id DESC",
      arguments: [step])
    try db.execute(sql: "DELETE FROM undo_changes WHERE step = ?", arguments: [step])
    // A row may come back before the row it refers to.
    try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
    try whileOpen(step, db) {
      for statement in batched(statements) { try db.execute(sql: statement) }
    }
    try db.execute(
      sql: "UPDATE undo_steps SET undone = ? WHERE id = ?", arguments: [undone, step])
    return name
  }

  static func whileOpen<Outcome>(
    _ step: Int64, _ db: Database, _ body: () throws -> Outcome
  ) throws -> Outcome {
    try db.execute(sql: "INSERT INTO undo_open VALUES (?)", arguments: [step])
    let outcome = try body()
    try db.execute(sql: "DELETE FROM undo_open")
    return outcome
  }
}
