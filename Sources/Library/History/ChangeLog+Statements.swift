// The history of versions 1 to 3: as statements. Released, and so never edited; version 4 has typed
// rows, and nothing runs these statements any more.
extension ChangeLog {
  /// The user's columns that a step may change, as of version 1. Of tracks only the user's marks:
  /// scans and play counts are not undone.
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

  /// Part of a step that makes a missing track another one, as of version 3: its plays and its old
  /// id. Plays are undone by their count, since others may have been added meanwhile.
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

  /// - Parameter kept: Columns whose changes are no edits, but that a restored row gets back.
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
    // No edit inserts or deletes tracks and slots.
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

  /// Lets a step remove tracks, whose other columns are no edits of the user's, as of version 3: a
  /// track is restored whole.
  ///
  /// A row in the way of a restored one, such as a file found again, is removed.
  static var removalsOfVersion3: String {
    let values = tracksOfVersion3.map { "'||quote(OLD.\($0))||'" }.joined(separator: ",")
    let open = "EXISTS (SELECT 1 FROM undo_open)"
    func log(_ statement: String) -> String {
      "INSERT INTO undo_changes (step, statement) SELECT step, \(statement) FROM undo_open;"
    }
    let restored = """
      DELETE FROM removed_tracks WHERE track = NEW.id;
      UPDATE revision SET change = change + 1, tracks = tracks + 1;
      UPDATE tracks SET changed = (SELECT change FROM revision),
        root = (SELECT id FROM roots WHERE id = NEW.root) WHERE id = NEW.id;
      """
    return """
      CREATE TRIGGER tracks_taken_out AFTER DELETE ON tracks WHEN \(open) BEGIN
        \(log(
          "'DELETE FROM tracks WHERE path='||quote(OLD.path)||';"
            + "INSERT INTO tracks (\(tracksOfVersion3.joined(separator: ","))) VALUES (\(values))'"))
        UPDATE revision SET tracks = tracks + 1;
      END;
      CREATE TRIGGER tracks_brought_back AFTER INSERT ON tracks WHEN \(open) BEGIN
        \(log("'DELETE FROM tracks WHERE id='||NEW.id"))
        \(restored)
      END;
      """
  }

  /// The columns of tracks as of version 3, in their order.
  private static let tracksOfVersion3 = [
    "id", "path", "root", "folder", "title", "artist", "album_artist", "album", "genre", "date",
    "year", "track", "disc", "bpm", "key", "duration", "codec", "container", "sample_rate",
    "bit_depth", "channels", "bit_rate", "has_art", "size", "modified", "added", "last_played",
    "plays", "rating", "reaction", "notes", "color", "missing", "fault", "credit", "title_key",
    "artist_key", "album_key", "genre_key", "credit_key", "name_key", "artists", "genres",
    "title_sort", "artist_sort", "album_artist_sort", "album_sort", "original_date",
    "track_total", "disc_total", "compilation", "track_gain", "track_peak", "album_gain",
    "album_peak", "fingerprint", "reading", "changed", "set_bpm", "set_key", "shifts_grid",
    "awaits",
  ]
}
