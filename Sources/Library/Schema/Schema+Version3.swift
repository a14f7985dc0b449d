/// Additions of version 3.
extension Schema {
  static let version3 = [
    moreTags, offlineRoots, mergedTracks, changes, digests, catalog, smartPlaylists, templates,
    history, ChangeLog.listsOfVersion3, relocation, ChangeLog.relocationsOfVersion3,
    analysis, ChangeLog.analysesOfVersion3,
  ].joined(separator: "\n")

  /// Several values of one tag are ended by newlines; the columns with one value stay the ones
  /// shown and grouped by. Gains are dB, peaks 1 at full scale. `fingerprint` is a hash of the
  /// audio itself, the same whatever the tags say; NULL until it is known. `reading` is the reader
  /// version of the last read: the next scan reads outdated files.
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
    CREATE INDEX tracks_by_fingerprint ON tracks (fingerprint, missing DESC)
      WHERE fingerprint IS NOT NULL;
    ALTER TABLE tracks ADD COLUMN reading INTEGER NOT NULL DEFAULT 0;
    """

  /// A hash of the names, sizes and times of a folder's audio files where the library has all of
  /// them unchanged, so that changes show without looking for each. A change of the library's
  /// record of a file clears the digest.
  private static let digests = """
    ALTER TABLE folders ADD COLUMN digest INTEGER;
    CREATE TRIGGER tracks_moved
    AFTER UPDATE OF path, folder, root, size, modified, missing ON tracks BEGIN
      UPDATE folders SET digest = NULL WHERE id IN (OLD.folder, NEW.folder);
    END;
    CREATE TRIGGER tracks_forgotten AFTER DELETE ON tracks BEGIN
      UPDATE folders SET digest = NULL WHERE id = OLD.folder;
    END;
    """

  /// A root that is not mounted or absent keeps its tracks as they are, and so does a folder within
  /// a root that is not mounted or cannot be listed, with its subtree.
  private static let offlineRoots = """
    ALTER TABLE roots ADD COLUMN offline INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE folders ADD COLUMN offline INTEGER NOT NULL DEFAULT 0;
    """

  /// Where one file was two tracks for a while, at its old and its new path: the id of the merged
  /// one leads to the other, also where a step of the history restores it.
  private static let mergedTracks = """
    CREATE TABLE merged_tracks (
      track INTEGER PRIMARY KEY,
      survivor INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX merged_tracks_by_survivor ON merged_tracks (survivor);

    """
    + ["entries", "cues"].flatMap { table in
      ["INSERT", "UPDATE OF track"].map { event in
        """
        CREATE TRIGGER \(table)_of_merged_\(event.prefix { $0 != " " }.lowercased())
        AFTER \(event) ON \(table)
        WHEN EXISTS (SELECT 1 FROM merged_tracks WHERE track = NEW.track) BEGIN
          UPDATE \(table) SET track = (SELECT survivor FROM merged_tracks WHERE track = NEW.track)
          WHERE id = NEW.id;
        END;
        """
      }
    }.joined(separator: "\n")

  /// `changed` is the number of the change that touched a track last, so that a cache of all tracks
  /// can be updated by reading a few. Marks are counted by a trigger, since edits, plays, undo and
  /// redo all write them; a scan counts its own. `identity` differs between libraries and restored
  /// backups: numbers of changes can be compared only where it is the same.
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
    AFTER UPDATE OF rating, reaction, notes, color, plays, last_played, added, fault, missing
    ON tracks
    WHEN OLD.rating <> NEW.rating OR OLD.reaction <> NEW.reaction OR OLD.notes <> NEW.notes
      OR OLD.color IS NOT NEW.color OR OLD.plays <> NEW.plays
      OR OLD.last_played IS NOT NEW.last_played OR OLD.fault IS NOT NEW.fault
      OR OLD.missing <> NEW.missing OR OLD.added <> NEW.added
    BEGIN
      UPDATE revision SET change = change + 1;
      UPDATE tracks SET changed = (SELECT change FROM revision) WHERE id = NEW.id;
    END;
    CREATE TRIGGER tracks_removed AFTER DELETE ON tracks BEGIN
      UPDATE revision SET change = change + 1;
      INSERT OR REPLACE INTO removed_tracks VALUES (OLD.id, (SELECT change FROM revision));
    END;
    """

  /// Lists and searches are built from the catalog, so that nothing here has to be sorted.
  /// `identity` distinguishes databases, so that another one's catalog is not taken for this one's;
  /// restoring a copy assigns a new one.
  private static let catalog = """
    DROP INDEX tracks_by_artist;
    DROP INDEX tracks_by_credit;
    DROP INDEX tracks_by_title;
    DROP TABLE search;
    """

  /// A playlist with a query has no entries of its own: its tracks are those that match, in the
  /// order of a `SortColumn`, at most `query_limit` where that is set. A collapsed folder hides its
  /// contents; that is view state, not an edit.
  private static let smartPlaylists = """
    ALTER TABLE playlists ADD COLUMN query TEXT;
    ALTER TABLE playlists ADD COLUMN query_sort TEXT;
    ALTER TABLE playlists ADD COLUMN query_descending INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE playlists ADD COLUMN query_limit INTEGER;
    ALTER TABLE playlist_folders ADD COLUMN collapsed INTEGER NOT NULL DEFAULT 0;
    """

  /// The user's saved group templates.
  private static let templates = """
    CREATE TABLE templates (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      source TEXT NOT NULL
    ) STRICT;
    """

  /// Few playlists have crossfades, with which the playing time is not the sum of the parts.
  private static let relocation = """
    CREATE INDEX entries_by_crossfade ON entries (playlist) WHERE crossfade > 0;

    """

  /// Plays with their times, and replaced queues, as `PlayQueue` is coded. Neither is an edit.
  /// Times are seconds since 1970.
  private static let history = """
    CREATE TABLE plays (
      id INTEGER PRIMARY KEY,
      track INTEGER NOT NULL REFERENCES tracks (id) ON DELETE CASCADE,
      time INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX plays_by_track ON plays (track);
    CREATE TABLE replaced_queues (
      id INTEGER PRIMARY KEY,
      time INTEGER NOT NULL,
      tracks INTEGER NOT NULL,
      title TEXT,
      queue TEXT NOT NULL
    ) STRICT;
    """
}
