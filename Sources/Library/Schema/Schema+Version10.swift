internal import GRDB

/// Additions of version 10: the user's labels of tracks, variations, comments, and shared playlists.
extension Schema {
  static func version10(_ db: Database) throws {
    try db.execute(
      sql: labelTables + triggersOfLabels
        + UndoTable.version10.map { ChangeLog.triggers($0) }.joined(separator: "\n")
        + mergedComments + serversOfVersion10 + sharedTables)
  }

  /// A track has a row of `labels` where any of its columns has a value. Each of `tags` is ended by
  /// a newline. Variations name the track that stands for them, which is no variation itself.
  ///
  /// `place` of a comment is microseconds from the start of the file, `author` is NULL for the user;
  /// `created` and `edited` are milliseconds since 1970. The UUID is the same wherever the comment
  /// is.
  private static let labelTables = """
    CREATE TABLE labels (
      track INTEGER PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE,
      category TEXT,
      tags TEXT NOT NULL DEFAULT '',
      collection TEXT,
      mood TEXT,
      time_signature TEXT,
      primary_track INTEGER REFERENCES tracks (id) ON DELETE SET NULL
    ) STRICT;
    CREATE INDEX labels_by_primary ON labels (primary_track) WHERE primary_track IS NOT NULL;
    CREATE TABLE comments (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      uuid TEXT NOT NULL UNIQUE,
      track INTEGER NOT NULL REFERENCES tracks (id) ON DELETE CASCADE,
      place INTEGER,
      author TEXT,
      text TEXT NOT NULL,
      created INTEGER NOT NULL,
      edited INTEGER
    ) STRICT;
    CREATE INDEX comments_by_track ON comments (track, created);

    """

  /// A row without any label is deleted, and logged by value, as one of marks is. A track that goes
  /// leaves its variations to the oldest of them.
  private static let triggersOfLabels = """
    CREATE TRIGGER labels_made AFTER INSERT ON labels
    WHEN (NEW.category IS NOT NULL OR NEW.tags <> '' OR NEW.collection IS NOT NULL
      OR NEW.mood IS NOT NULL OR NEW.time_signature IS NOT NULL OR NEW.primary_track IS NOT NULL)
    BEGIN
      UPDATE revision SET change = change + 1, tracks = tracks + 1;
      UPDATE tracks SET changed = (SELECT change FROM revision) WHERE id = NEW.track;
    END;
    CREATE TRIGGER labels_changed AFTER UPDATE ON labels
    WHEN OLD.category IS NOT NEW.category OR OLD.tags <> NEW.tags
      OR OLD.collection IS NOT NEW.collection OR OLD.mood IS NOT NEW.mood
      OR OLD.time_signature IS NOT NEW.time_signature
      OR OLD.primary_track IS NOT NEW.primary_track
    BEGIN
      UPDATE revision SET change = change + 1, tracks = tracks + 1;
      UPDATE tracks SET changed = (SELECT change FROM revision) WHERE id = NEW.track;
    END;
    CREATE TRIGGER labels_emptied AFTER UPDATE ON labels
    WHEN NOT (NEW.category IS NOT NULL OR NEW.tags <> '' OR NEW.collection IS NOT NULL
      OR NEW.mood IS NOT NULL OR NEW.time_signature IS NOT NULL OR NEW.primary_track IS NOT NULL)
    BEGIN
      DELETE FROM labels WHERE track = NEW.track;
    END;
    CREATE TRIGGER labels_updated AFTER UPDATE ON labels
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD.category IS NOT NEW.category
      OR OLD.tags <> NEW.tags OR OLD.collection IS NOT NEW.collection OR OLD.mood IS NOT NEW.mood
      OR OLD.time_signature IS NOT NEW.time_signature
      OR OLD.primary_track IS NOT NEW.primary_track)
    BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'labels', 'update', OLD.track FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
        SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
        ('category', OLD.category, NEW.category), ('tags', OLD.tags, NEW.tags),
        ('collection', OLD.collection, NEW.collection), ('mood', OLD.mood, NEW.mood),
        ('time_signature', OLD.time_signature, NEW.time_signature),
        ('primary_track', OLD.primary_track, NEW.primary_track))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER labels_deleted AFTER DELETE ON labels
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD.category IS NOT NULL OR OLD.tags <> ''
      OR OLD.collection IS NOT NULL OR OLD.mood IS NOT NULL OR OLD.time_signature IS NOT NULL
      OR OLD.primary_track IS NOT NULL)
    BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'labels', 'insert', OLD.track FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
        SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
        ('category', OLD.category, NULL), ('tags', OLD.tags, NULL),
        ('collection', OLD.collection, NULL), ('mood', OLD.mood, NULL),
        ('time_signature', OLD.time_signature, NULL), ('primary_track', OLD.primary_track, NULL))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER variations_left BEFORE DELETE ON tracks
    WHEN EXISTS (SELECT 1 FROM labels WHERE primary_track = OLD.id) BEGIN
      UPDATE labels SET primary_track = nullif(heirs.heir, labels.track)
      FROM (SELECT min(track) AS heir FROM labels WHERE primary_track = OLD.id) AS heirs
      WHERE labels.primary_track = OLD.id;
    END;

    """

  /// A comment of a merged track goes to the one that it merged into, also by undo.
  private static let mergedComments = ["INSERT", "UPDATE OF track"].map { event in
    """
    CREATE TRIGGER comments_of_merged_\(event.prefix { $0 != " " }.lowercased())
    AFTER \(event) ON comments
    WHEN EXISTS (SELECT 1 FROM merged_tracks WHERE track = NEW.track) BEGIN
      UPDATE comments SET track = (SELECT survivor FROM merged_tracks WHERE track = NEW.track)
      WHERE id = NEW.id;
    END;

    """
  }.joined()
}
