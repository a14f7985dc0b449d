internal import GRDB

// Ids are never reused. A queue, a step of the history, an open window and a merged track name rows
// by id: a later row must not be taken for an earlier one.
extension Schema {
  /// Makes SQLite remember the greatest id that these tables ever had. Tracks are many and leave
  /// their ids behind: `Database.nextTrack` looks there.
  static func keepNumbersApart(_ db: Database) throws {
    for table in numbered {
      let columns = table.columns.joined(separator: ", ")
      try db.execute(
        sql: """
          CREATE TABLE new_\(table.name) (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            \(table.declarations.joined(separator: ",\n  "))
          ) STRICT;
          INSERT INTO new_\(table.name) (id, \(columns)) SELECT id, \(columns) FROM \(table.name);
          DROP TABLE \(table.name);
          ALTER TABLE new_\(table.name) RENAME TO \(table.name);
          """)
    }
    try db.execute(sql: indicesOfNumbered)
    try db.execute(sql: mergingTriggers)
    try leaveFreedNumbers(db)
    // A reused id belongs to its new track only.
    try db.execute(sql: "DELETE FROM merged_tracks WHERE track IN (SELECT id FROM tracks)")
  }

  /// Until now a table reused the ids of its last rows: which of them a stored queue or an old step
  /// still has is not known.
  private static func leaveFreedNumbers(_ db: Database) throws {
    let isUsed = try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (SELECT 1 FROM tracks) OR EXISTS (SELECT 1 FROM playlists)
          OR EXISTS (SELECT 1 FROM undo_steps) OR EXISTS (SELECT 1 FROM session)
          OR EXISTS (SELECT 1 FROM replaced_queues)
        """)
    guard isUsed == true else { return }
    for table in numbered {
      try db.execute(
        sql: """
          INSERT INTO sqlite_sequence (name, seq) SELECT ?1, 0
            WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)
          """, arguments: [table.name])
      try db.execute(
        sql: """
          UPDATE sqlite_sequence SET seq = min(max(seq, 0), ?2) + \(freedNumbers) WHERE name = ?1
          """, arguments: [table.name, Database.lastNumber])
    }
  }

  /// More rows than anybody has removed from the end of a table.
  private static let freedNumbers = 10_000_000

  private struct NumberedTable {
    var name: String
    /// Declarations of all columns but the id.
    var declarations: [String]

    var columns: [String] {
      declarations.map { String($0.prefix { $0 != " " }) }
    }
  }

  private static let numbered = [
    NumberedTable(
      name: "roots",
      declarations: [
        "path BLOB NOT NULL UNIQUE",
        "is_file INTEGER NOT NULL",
        "offline INTEGER NOT NULL DEFAULT 0",
      ]),
    NumberedTable(
      name: "undo_steps",
      declarations: ["name TEXT NOT NULL", "undone INTEGER NOT NULL DEFAULT 0"]),
    NumberedTable(
      name: "playlist_folders",
      declarations: [
        "parent INTEGER REFERENCES playlist_folders (id) ON DELETE SET NULL",
        "name TEXT NOT NULL",
        "collapsed INTEGER NOT NULL DEFAULT 0",
      ]),
    NumberedTable(
      name: "playlists",
      declarations: [
        "folder INTEGER REFERENCES playlist_folders (id) ON DELETE SET NULL",
        "name TEXT NOT NULL",
        "notes TEXT NOT NULL DEFAULT ''",
        "color TEXT",
        "target_bpm REAL",
        "template TEXT NOT NULL DEFAULT ''",
        "created INTEGER NOT NULL",
        "modified INTEGER NOT NULL",
        "query TEXT",
        "query_sort TEXT",
        "query_descending INTEGER NOT NULL DEFAULT 0",
        "query_limit INTEGER",
      ]),
    NumberedTable(
      name: "entries",
      declarations: [
        "playlist INTEGER NOT NULL REFERENCES playlists (id) ON DELETE CASCADE",
        "track INTEGER NOT NULL REFERENCES tracks (id) ON DELETE CASCADE",
        "position INTEGER NOT NULL",
        "crossfade INTEGER",
        "start_offset INTEGER",
        "end_offset INTEGER",
        "gain REAL",
        "notes TEXT NOT NULL DEFAULT ''",
        "title TEXT",
        "artist TEXT",
      ]),
    NumberedTable(
      name: "cues",
      declarations: [
        "track INTEGER NOT NULL REFERENCES tracks (id) ON DELETE CASCADE",
        "time INTEGER NOT NULL",
        "end_time INTEGER",
        "type TEXT NOT NULL",
        "color TEXT",
        "name TEXT NOT NULL DEFAULT ''",
      ]),
    NumberedTable(
      name: "templates", declarations: ["name TEXT NOT NULL", "source TEXT NOT NULL"]),
    NumberedTable(
      name: "plays",
      declarations: [
        "track INTEGER NOT NULL REFERENCES tracks (id) ON DELETE CASCADE",
        "time INTEGER NOT NULL",
      ]),
  ]

  private static let indicesOfNumbered = """
    CREATE INDEX playlists_by_folder ON playlists (folder);
    CREATE INDEX entries_by_position ON entries (playlist, position);
    CREATE INDEX entries_by_track ON entries (track, playlist);
    CREATE INDEX entries_by_crossfade ON entries (playlist) WHERE crossfade > 0;
    CREATE INDEX cues_by_track ON cues (track, time);
    CREATE INDEX plays_by_track ON plays (track);
    """

  /// As of version 3: references to a merged track are led to its survivor.
  private static let mergingTriggers = """
    CREATE TRIGGER entries_of_merged_insert
    AFTER INSERT ON entries
    WHEN EXISTS (SELECT 1 FROM merged_tracks WHERE track = NEW.track) BEGIN
      UPDATE entries SET track = (SELECT survivor FROM merged_tracks WHERE track = NEW.track)
      WHERE id = NEW.id;
    END;
    CREATE TRIGGER entries_of_merged_update
    AFTER UPDATE OF track ON entries
    WHEN EXISTS (SELECT 1 FROM merged_tracks WHERE track = NEW.track) BEGIN
      UPDATE entries SET track = (SELECT survivor FROM merged_tracks WHERE track = NEW.track)
      WHERE id = NEW.id;
    END;
    CREATE TRIGGER cues_of_merged_insert
    AFTER INSERT ON cues
    WHEN EXISTS (SELECT 1 FROM merged_tracks WHERE track = NEW.track) BEGIN
      UPDATE cues SET track = (SELECT survivor FROM merged_tracks WHERE track = NEW.track)
      WHERE id = NEW.id;
    END;
    CREATE TRIGGER cues_of_merged_update
    AFTER UPDATE OF track ON cues
    WHEN EXISTS (SELECT 1 FROM merged_tracks WHERE track = NEW.track) BEGIN
      UPDATE cues SET track = (SELECT survivor FROM merged_tracks WHERE track = NEW.track)
      WHERE id = NEW.id;
    END;
    """
}

extension Database {
  /// No id of ours is greater: a stranger's greater one does not raise the counter.
  static let lastNumber: Int64 = 1 << 62

  /// The id of a new track: one that no track ever had, neither one that left the library nor one
  /// that was merged. A part of an INSERT.
  static let nextTrack = """
    (SELECT 1 + max(
      (SELECT coalesce(max(id), 0) FROM tracks WHERE id < \(lastNumber)),
      (SELECT coalesce(max(track), 0) FROM removed_tracks WHERE track < \(lastNumber)),
      (SELECT coalesce(max(track), 0) FROM merged_tracks WHERE track < \(lastNumber))))
    """

  /// The greatest track id assigned so far.
  func lastTrack() throws -> Int64 {
    try Int64.fetchOne(try cachedStatement(sql: "SELECT \(Database.nextTrack) - 1")) ?? 0
  }

  /// Whether there is any track, whatever its id.
  func hasTracks() throws -> Bool {
    try Bool.fetchOne(self, sql: "SELECT EXISTS (SELECT 1 FROM tracks)") ?? true
  }
}
