/// The tables of version 4 for scans.
extension Schema {
  /// A root that was removed from the library keeps its row, so that undo can restore it. Its
  /// tracks go with it, also those that a scan has found between a restore and another removal.
  ///
  /// `walks` has the folders, and the files that are roots, of complete scans, with the newest
  /// track at the end: that one and all before it existed together with the files found. The
  /// longest path that contains a file counts.
  static let rootsAndWalks = """
    ALTER TABLE roots ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
    CREATE TRIGGER roots_taken_out AFTER UPDATE OF removed ON roots
    WHEN NEW.removed AND NOT OLD.removed BEGIN
      DELETE FROM tracks WHERE root = NEW.id;
      UPDATE revision SET tracks = tracks + 1;
    END;
    CREATE TABLE walks (path BLOB PRIMARY KEY, newest INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    INSERT INTO walks SELECT path, (SELECT coalesce(max(id), 0) FROM tracks) FROM roots;
    """
}
