/// What version 4 keeps of scans.
extension Schema {
  /// A root that was taken out of the library keeps its row, so that undo can bring it back. Its
  /// tracks go with it, also those that a scan has found since it was brought back and is taken out
  /// once more.
  ///
  /// `walks` has the folders, and the files that are roots, that a finished scan went through, with
  /// the newest track that there was when it ended: that one and all before it were there together
  /// with what was found. The longest path that a file lies in counts.
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
