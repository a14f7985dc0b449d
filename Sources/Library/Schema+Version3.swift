/// What version 3 adds. Not released yet: it may still be edited.
extension Schema {
  static let version3 = [moreTags, offlineRoots, changes].joined(separator: "\n")

  /// Several values of one tag are ended by newlines; the columns with one value stay what is
  /// shown and grouped by. Gains are dB, peaks 1 at full scale. `fingerprint` is a hash of the
  /// audio itself, the same whatever the tags say; NULL until it is known.
  private static let moreTags = """
    ALTER TABLE tracks ADD COLUMN artists TEXT;
    ALTER TABLE tracks ADD COLUMN genres TEXT;
    ALTER TABLE tracks ADD COLUMN title_sort TEXT;
    ALTER TABLE tracks ADD COLUMN artist_sort TEXT;
    ALTER TABLE tracks ADD COLUMN album_artist_sort TEXT;
    ALTER TABLE tracks ADD COLUMN album_sort TEXT;
    ALTER TABLE tracks ADD COLUMN original_date TEXT;
    ALTER TABLE tracks ADD COLUMN track_total INTEGER;
    ALTER TABLE tracks ADD COLUMN disc_total INTEGER;
    ALTER TABLE tracks ADD COLUMN compilation INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tracks ADD COLUMN track_gain REAL;
    ALTER TABLE tracks ADD COLUMN track_peak REAL;
    ALTER TABLE tracks ADD COLUMN album_gain REAL;
    ALTER TABLE tracks ADD COLUMN album_peak REAL;
    ALTER TABLE tracks ADD COLUMN fingerprint INTEGER;
    CREATE INDEX tracks_by_fingerprint ON tracks (fingerprint) WHERE fingerprint IS NOT NULL;
    """

  /// A root that is not mounted or not there keeps its tracks as they are.
  private static let offlineRoots = """
    ALTER TABLE roots ADD COLUMN offline INTEGER NOT NULL DEFAULT 0;
    """

  /// `changed` is the number of the change that touched a track last, so that whoever keeps
  /// something made of all tracks can bring it up to date by reading a few. Marks are counted by
  /// a trigger, since edits, plays, undo and redo all write them; a scan counts its own.
  /// `identity` is another number for every library and for every restored backup: numbers of
  /// changes can be compared only where it is the same.
  private static let changes = """
    ALTER TABLE revision ADD COLUMN change INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE revision ADD COLUMN identity INTEGER NOT NULL DEFAULT 0;
    UPDATE revision SET identity = random();
    ALTER TABLE tracks ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX tracks_by_change ON tracks (changed);
    CREATE TABLE removed_tracks (
      track INTEGER PRIMARY KEY,
      changed INTEGER NOT NULL
    ) STRICT;
    CREATE TRIGGER tracks_marked
    AFTER UPDATE OF rating, reaction, notes, color, plays, last_played, fault, missing ON tracks
    BEGIN
      UPDATE revision SET change = change + 1;
      UPDATE tracks SET changed = (SELECT change FROM revision) WHERE id = NEW.id;
    END;
    CREATE TRIGGER tracks_removed AFTER DELETE ON tracks BEGIN
      UPDATE revision SET change = change + 1;
      INSERT OR REPLACE INTO removed_tracks VALUES (OLD.id, (SELECT change FROM revision));
    END;
    """
}
