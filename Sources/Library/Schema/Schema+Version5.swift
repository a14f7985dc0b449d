internal import GRDB

/// Migration to version 5: `tracks` keeps the facts of files; the user's marks and pending analyses
/// become tables of their own, with rows only where there are values.
extension Schema {
  /// - Parameter progress: Called with the fraction done.
  static func version5(_ db: Database, progress: (Double) -> Void) throws {
    let wasSecure = try Int.fetchOne(db, sql: "PRAGMA secure_delete") ?? 0
    try db.execute(sql: tablesOfVersion5)
    try partTracks(db) { progress($0 * 0.7) }
    // An address may hold a token: it must not outlive its stream in free pages.
    _ = try Int.fetchOne(db, sql: "PRAGMA secure_delete = ON")
    try db.execute(sql: overwritingAddresses)
    // Everything else deleted is in the new tables too: zeroing it would take as long again.
    _ = try Int.fetchOne(db, sql: "PRAGMA secure_delete = OFF")
    try db.execute(sql: replacingTracks)
    for (index, statement) in indicesOfVersion5.enumerated() {
      progress(0.7 + 0.3 * Double(index) / Double(indicesOfVersion5.count))
      try db.execute(sql: statement)
    }
    try db.execute(sql: triggersOfTracks + triggersOfMarks + triggersOfAnalyses)
    _ = try Int.fetchOne(db, sql: "PRAGMA secure_delete = \(wasSecure)")
    progress(1)
  }

  /// Tracks copied between two reports of progress.
  private static let slice = 20_000

  private static func partTracks(_ db: Database, progress: (Double) -> Void) throws {
    let all = try Int.fetchOne(db, sql: "SELECT count(*) FROM tracks") ?? 0
    var (first, done) = (Int64.min, 0)
    while true {
      try db.execute(sql: copyingTracks, arguments: [first, slice])
      let count = db.changesCount
      guard count > 0 else { return }
      let last = db.lastInsertedRowID
      for statement in [copyingMarks, copyingPending] {
        try db.execute(sql: statement, arguments: [first, last])
      }
      done += count
      progress(Double(done) / Double(all))
      guard last < .max else { return }
      first = last + 1
    }
  }

  /// `credential` names a secret stored elsewhere, never the secret itself. A path is unique within
  /// its source, by `tracks_by_path`.
  ///
  /// Gains, totals and all values of a tag that has several are read from files where they are
  /// needed. `reading` is the reader version of the last read. `fingerprint` is a hash of the audio
  /// itself.
  ///
  /// A track has a row of `marks` where any of its columns has a value, and one of
  /// `pending_analyses` with a bit for each pending part.
  private static let tablesOfVersion5 = """
    CREATE TABLE sources (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL CHECK (kind IN ('files', 'streams', 'server')),
      name TEXT NOT NULL,
      address TEXT,
      credential TEXT
    ) STRICT;
    INSERT INTO sources (id, kind, name) VALUES (1, 'files', 'Files'), (2, 'streams', 'Streams');

    CREATE TABLE new_tracks (
      id INTEGER PRIMARY KEY,
      source INTEGER NOT NULL REFERENCES sources (id),
      path BLOB NOT NULL,
      root INTEGER REFERENCES roots (id) ON DELETE SET NULL,
      folder INTEGER NOT NULL REFERENCES folders (id),
      title TEXT, artist TEXT, album_artist TEXT, album TEXT, genre TEXT,
      date TEXT, year INTEGER, track INTEGER, disc INTEGER, bpm REAL, key TEXT,
      title_sort TEXT, artist_sort TEXT, album_artist_sort TEXT, album_sort TEXT,
      compilation INTEGER NOT NULL DEFAULT 0,
      duration INTEGER, codec TEXT NOT NULL, container TEXT NOT NULL,
      sample_rate INTEGER NOT NULL, bit_depth INTEGER, channels INTEGER NOT NULL,
      bit_rate INTEGER, has_art INTEGER NOT NULL,
      size INTEGER NOT NULL, modified INTEGER NOT NULL, fingerprint INTEGER,
      reading INTEGER NOT NULL DEFAULT 0,
      added INTEGER NOT NULL,
      missing INTEGER NOT NULL DEFAULT 0, fault TEXT,
      credit TEXT NOT NULL,
      changed INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    CREATE TABLE marks (
      track INTEGER PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE,
      rating INTEGER NOT NULL DEFAULT 0 CHECK (rating BETWEEN 0 AND 5),
      reaction INTEGER NOT NULL DEFAULT 0 CHECK (reaction BETWEEN 0 AND 3),
      notes TEXT NOT NULL DEFAULT '',
      color TEXT,
      set_bpm REAL,
      set_key INTEGER CHECK (set_key BETWEEN 1 AND 24),
      shifts_grid INTEGER NOT NULL DEFAULT 0,
      plays INTEGER NOT NULL DEFAULT 0,
      last_played INTEGER
    ) STRICT;

    CREATE TABLE pending_analyses (
      track INTEGER PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE,
      added INTEGER NOT NULL,
      parts INTEGER NOT NULL
    ) STRICT;
    """

  private static let copyingTracks = """
    INSERT INTO new_tracks (id,
      source, path, root, folder, title, artist, album_artist, album, genre, date, year, track,
      disc, bpm, key, title_sort, artist_sort, album_artist_sort, album_sort, compilation,
      duration, codec, container, sample_rate, bit_depth, channels, bit_rate, has_art, size,
      modified, fingerprint, reading, added, missing, fault, credit, changed)
    SELECT id, CASE WHEN substr(path, 1, 7) = X'687474703A2F2F'
        OR substr(path, 1, 8) = X'68747470733A2F2F' THEN 2 ELSE 1 END,
      path, root, folder, title, artist, album_artist, album, genre, date, year, track, disc,
      bpm, key, title_sort, artist_sort, album_artist_sort, album_sort, compilation, duration,
      codec, container, sample_rate, bit_depth, channels, bit_rate, has_art, size, modified,
      fingerprint, reading, added, missing, fault, credit, changed
    FROM tracks WHERE id >= ? ORDER BY id LIMIT ?
    """

  private static let copyingMarks = """
    INSERT INTO marks (track,
      rating, reaction, notes, color, set_bpm, set_key, shifts_grid, plays, last_played)
    SELECT id,
      rating, reaction, notes, color, set_bpm, set_key, shifts_grid, plays, last_played
    FROM tracks WHERE id BETWEEN ? AND ? AND (rating <> 0 OR reaction <> 0 OR notes <> ''
      OR color IS NOT NULL OR set_bpm IS NOT NULL OR set_key IS NOT NULL OR shifts_grid <> 0
      OR plays <> 0 OR last_played IS NOT NULL)
    ORDER BY id
    """

  private static let copyingPending = """
    INSERT INTO pending_analyses (track, added, parts)
    SELECT old.id, old.added, old.awaits FROM tracks old JOIN new_tracks new ON new.id = old.id
    WHERE old.id BETWEEN ? AND ? AND old.awaits <> 0 AND new.source = 1 ORDER BY old.id
    """

  private static let overwritingAddresses = """
    UPDATE tracks
    SET path = CAST('streams:' || id AS BLOB), title = NULL, title_key = X'', name_key = X''
    WHERE folder = (SELECT id FROM folders WHERE path = CAST('streams:' AS BLOB));
    """

  /// A table named by a trigger cannot be replaced.
  private static let replacingTracks = """
    DROP TRIGGER roots_taken_out;
    DROP TRIGGER analyses_gone;
    DROP TRIGGER analyses_taken_over;
    DROP TABLE tracks;
    ALTER TABLE new_tracks RENAME TO tracks;
    DROP INDEX folders_by_order;
    ALTER TABLE folders DROP COLUMN order_key;
    """

  private static let indicesOfVersion5 = [
    "CREATE UNIQUE INDEX tracks_by_path ON tracks (path, source)",
    "CREATE INDEX tracks_by_folder ON tracks (folder, missing)",
    """
    CREATE INDEX tracks_by_fingerprint ON tracks (fingerprint, missing DESC)
    WHERE fingerprint IS NOT NULL
    """,
    "CREATE INDEX tracks_by_change ON tracks (changed)",
    "CREATE INDEX tracks_missing ON tracks (folder) WHERE missing <> 0",
    "CREATE INDEX tracks_faulty ON tracks (folder) WHERE fault IS NOT NULL",
    "CREATE INDEX marks_with_notes ON marks (track) WHERE notes <> ''",
    "CREATE INDEX pending_analyses_by_age ON pending_analyses (added)",
  ]

  /// Visible changes raise the change number that readers go by. Changed audio deletes the
  /// analysis, and the user's grid shift, which corrects it; the user's tempo and key are about the
  /// music, and stay like a rating.
  private static let triggersOfTracks = """
    CREATE TRIGGER tracks_changed AFTER UPDATE OF added, fault, missing ON tracks
    WHEN OLD.fault IS NOT NEW.fault OR OLD.missing <> NEW.missing OR OLD.added <> NEW.added
    BEGIN
      UPDATE revision SET change = change + 1;
      UPDATE tracks SET changed = (SELECT change FROM revision) WHERE id = NEW.id;
    END;
    CREATE TRIGGER tracks_deleted AFTER DELETE ON tracks BEGIN
      UPDATE revision SET change = change + 1;
      INSERT OR REPLACE INTO removed_tracks VALUES (OLD.id, (SELECT change FROM revision));
      UPDATE folders SET digest = NULL WHERE id = OLD.folder;
    END;
    CREATE TRIGGER tracks_moved
    AFTER UPDATE OF path, folder, root, size, modified, missing ON tracks BEGIN
      UPDATE folders SET digest = NULL WHERE id IN (OLD.folder, NEW.folder);
    END;
    CREATE TRIGGER roots_taken_out AFTER UPDATE OF removed ON roots
    WHEN NEW.removed AND NOT OLD.removed BEGIN
      DELETE FROM tracks WHERE root = NEW.id;
      UPDATE revision SET tracks = tracks + 1;
    END;
    CREATE TRIGGER tracks_to_analyse AFTER INSERT ON tracks WHEN NEW.source = 1 BEGIN
      INSERT OR REPLACE INTO pending_analyses VALUES (NEW.id, NEW.added, -1);
    END;
    CREATE TRIGGER tracks_dated AFTER UPDATE OF added ON tracks WHEN OLD.added <> NEW.added BEGIN
      UPDATE pending_analyses SET added = NEW.added WHERE track = NEW.id;
    END;
    CREATE TRIGGER tracks_audio_changed AFTER UPDATE OF fingerprint, size, modified ON tracks
    WHEN OLD.fingerprint IS NOT NEW.fingerprint OR OLD.size <> NEW.size
      OR OLD.modified <> NEW.modified
    BEGIN
      DELETE FROM analyses WHERE track = NEW.id AND NOT CASE
        WHEN fault IS NULL AND fingerprint IS NOT NULL AND NEW.fingerprint IS NOT NULL
        THEN fingerprint = NEW.fingerprint
        ELSE size = NEW.size AND modified = NEW.modified END;
      UPDATE analyses SET fingerprint = coalesce(NEW.fingerprint, fingerprint), size = NEW.size,
        modified = NEW.modified
      WHERE track = NEW.id;
      UPDATE marks SET shifts_grid = 0
      WHERE track = NEW.id AND shifts_grid <> 0
        AND NOT EXISTS (SELECT 1 FROM analyses WHERE track = NEW.id)
        AND CASE WHEN OLD.fingerprint IS NOT NULL AND NEW.fingerprint IS NOT NULL
          THEN OLD.fingerprint <> NEW.fingerprint
          ELSE OLD.size <> NEW.size OR OLD.modified <> NEW.modified END;
    END;

    CREATE TRIGGER tracks_updated AFTER UPDATE OF added ON tracks
    WHEN EXISTS (SELECT 1 FROM undo_open) AND OLD.added <> NEW.added BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'tracks', 'update', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        VALUES (last_insert_rowid(), 'added', OLD.added);
    END;
    CREATE TRIGGER tracks_taken_out AFTER DELETE ON tracks WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'tracks', 'insert', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
        SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
        ('source', OLD.source, NULL), ('path', OLD.path, NULL), ('root', OLD.root, NULL),
        ('folder', OLD.folder, NULL), ('title', OLD.title, NULL), ('artist', OLD.artist, NULL),
        ('album_artist', OLD.album_artist, NULL), ('album', OLD.album, NULL),
        ('genre', OLD.genre, NULL), ('date', OLD.date, NULL), ('year', OLD.year, NULL),
        ('track', OLD.track, NULL), ('disc', OLD.disc, NULL), ('bpm', OLD.bpm, NULL),
        ('key', OLD.key, NULL), ('title_sort', OLD.title_sort, NULL),
        ('artist_sort', OLD.artist_sort, NULL),
        ('album_artist_sort', OLD.album_artist_sort, NULL),
        ('album_sort', OLD.album_sort, NULL), ('compilation', OLD.compilation, NULL),
        ('duration', OLD.duration, NULL), ('codec', OLD.codec, NULL),
        ('container', OLD.container, NULL), ('sample_rate', OLD.sample_rate, NULL),
        ('bit_depth', OLD.bit_depth, NULL), ('channels', OLD.channels, NULL),
        ('bit_rate', OLD.bit_rate, NULL), ('has_art', OLD.has_art, NULL),
        ('size', OLD.size, NULL), ('modified', OLD.modified, NULL),
        ('fingerprint', OLD.fingerprint, NULL), ('reading', OLD.reading, NULL),
        ('added', OLD.added, NULL), ('missing', OLD.missing, NULL), ('fault', OLD.fault, NULL),
        ('credit', OLD.credit, NULL), ('changed', OLD.changed, NULL))
        WHERE value IS NOT other;
      UPDATE revision SET tracks = tracks + 1;
    END;
    CREATE TRIGGER tracks_brought_back AFTER INSERT ON tracks WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'tracks', 'delete', NEW.id FROM undo_open;
      DELETE FROM removed_tracks WHERE track = NEW.id;
      UPDATE revision SET change = change + 1, tracks = tracks + 1;
      UPDATE tracks SET changed = (SELECT change FROM revision),
        root = (SELECT id FROM roots WHERE id = NEW.root) WHERE id = NEW.id;
    END;

    """

  /// A row without any mark is deleted: a row is inserted before the first mark is set, and goes
  /// with the last. The history logs marks by value, and a whole row only where it goes with its
  /// track. The last play is undone where it still is the last one: `heard` is that play.
  private static let triggersOfMarks = """
    CREATE TRIGGER marks_made AFTER INSERT ON marks
    WHEN (NEW.rating <> 0 OR NEW.reaction <> 0 OR NEW.notes <> ''
      OR NEW.color IS NOT NULL OR NEW.set_bpm IS NOT NULL OR NEW.set_key IS NOT NULL
      OR NEW.shifts_grid <> 0 OR NEW.plays <> 0 OR NEW.last_played IS NOT NULL)
    BEGIN
      UPDATE revision SET change = change + 1;
      UPDATE tracks SET changed = (SELECT change FROM revision) WHERE id = NEW.track;
    END;
    CREATE TRIGGER marks_changed
    AFTER UPDATE OF rating, reaction, notes, color, plays, last_played ON marks
    WHEN OLD.rating <> NEW.rating OR OLD.reaction <> NEW.reaction OR OLD.notes <> NEW.notes
      OR OLD.color IS NOT NEW.color OR OLD.plays <> NEW.plays
      OR OLD.last_played IS NOT NEW.last_played
    BEGIN
      UPDATE revision SET change = change + 1;
      UPDATE tracks SET changed = (SELECT change FROM revision) WHERE id = NEW.track;
    END;
    CREATE TRIGGER marks_corrected AFTER UPDATE OF set_bpm, set_key, shifts_grid ON marks
    WHEN OLD.set_bpm IS NOT NEW.set_bpm OR OLD.set_key IS NOT NEW.set_key
      OR OLD.shifts_grid <> NEW.shifts_grid
    BEGIN
      UPDATE revision SET change = change + 1, tracks = tracks + 1;
      UPDATE tracks SET changed = (SELECT change FROM revision) WHERE id = NEW.track;
    END;
    CREATE TRIGGER marks_emptied AFTER UPDATE ON marks
    WHEN NOT (NEW.rating <> 0 OR NEW.reaction <> 0 OR NEW.notes <> ''
      OR NEW.color IS NOT NULL OR NEW.set_bpm IS NOT NULL OR NEW.set_key IS NOT NULL
      OR NEW.shifts_grid <> 0 OR NEW.plays <> 0 OR NEW.last_played IS NOT NULL)
    BEGIN
      DELETE FROM marks WHERE track = NEW.track;
    END;

    CREATE TRIGGER marks_updated AFTER UPDATE OF
      rating, reaction, notes, color, set_bpm, set_key, shifts_grid ON marks
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD.rating IS NOT NEW.rating
      OR OLD.reaction IS NOT NEW.reaction OR OLD.notes IS NOT NEW.notes
      OR OLD.color IS NOT NEW.color OR OLD.set_bpm IS NOT NEW.set_bpm
      OR OLD.set_key IS NOT NEW.set_key OR OLD.shifts_grid IS NOT NEW.shifts_grid)
    BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'marks', 'update', OLD.track FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
        SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
        ('rating', OLD.rating, NEW.rating), ('reaction', OLD.reaction, NEW.reaction),
        ('notes', OLD.notes, NEW.notes), ('color', OLD.color, NEW.color),
        ('set_bpm', OLD.set_bpm, NEW.set_bpm), ('set_key', OLD.set_key, NEW.set_key),
        ('shifts_grid', OLD.shifts_grid, NEW.shifts_grid))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER marks_counted AFTER UPDATE OF plays, last_played ON marks
    WHEN EXISTS (SELECT 1 FROM undo_open)
      AND (OLD.plays <> NEW.plays OR OLD.last_played IS NOT NEW.last_played)
    BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'marks', 'count', OLD.track FROM undo_open;
      INSERT INTO undo_values (change, field, value) VALUES
        (last_insert_rowid(), 'plays', NEW.plays - OLD.plays),
        (last_insert_rowid(), 'heard', NEW.last_played),
        (last_insert_rowid(), 'last_played', OLD.last_played);
    END;
    CREATE TRIGGER marks_deleted AFTER DELETE ON marks
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD.rating <> 0 OR OLD.reaction <> 0 OR OLD.notes <> ''
      OR OLD.color IS NOT NULL OR OLD.set_bpm IS NOT NULL OR OLD.set_key IS NOT NULL
      OR OLD.shifts_grid <> 0 OR OLD.plays <> 0 OR OLD.last_played IS NOT NULL)
    BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'marks', 'insert', OLD.track FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
        SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
        ('rating', OLD.rating, NULL), ('reaction', OLD.reaction, NULL),
        ('notes', OLD.notes, NULL), ('color', OLD.color, NULL), ('set_bpm', OLD.set_bpm, NULL),
        ('set_key', OLD.set_key, NULL), ('shifts_grid', OLD.shifts_grid, NULL),
        ('plays', OLD.plays, NULL), ('last_played', OLD.last_played, NULL))
        WHERE value IS NOT other;
    END;

    """

  /// A restored analysis replaces one saved while the track was away.
  private static let triggersOfAnalyses = """
    CREATE TRIGGER analyses_gone AFTER DELETE ON analyses BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'analyses', 'insert', OLD.track FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
        SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
        ('fingerprint', OLD.fingerprint, NULL), ('size', OLD.size, NULL),
        ('modified', OLD.modified, NULL), ('tempo_version', OLD.tempo_version, NULL),
        ('key_version', OLD.key_version, NULL),
        ('loudness_version', OLD.loudness_version, NULL),
        ('edges_version', OLD.edges_version, NULL),
        ('energy_version', OLD.energy_version, NULL),
        ('waveform_version', OLD.waveform_version, NULL), ('bpm', OLD.bpm, NULL),
        ('bpm_confidence', OLD.bpm_confidence, NULL),
        ('bpm_alternative', OLD.bpm_alternative, NULL), ('is_constant', OLD.is_constant, NULL),
        ('grid_anchor', OLD.grid_anchor, NULL), ('grid_period', OLD.grid_period, NULL),
        ('key', OLD.key, NULL), ('key_confidence', OLD.key_confidence, NULL),
        ('key_alternative', OLD.key_alternative, NULL), ('tuning', OLD.tuning, NULL),
        ('loudness', OLD.loudness, NULL), ('loudness_range', OLD.loudness_range, NULL),
        ('true_peak', OLD.true_peak, NULL), ('sound_start', OLD.sound_start, NULL),
        ('sound_end', OLD.sound_end, NULL), ('audible_start', OLD.audible_start, NULL),
        ('audible_end', OLD.audible_end, NULL), ('fade_out', OLD.fade_out, NULL),
        ('energy', OLD.energy, NULL), ('mix_in', OLD.mix_in, NULL),
        ('mix_out', OLD.mix_out, NULL), ('fault', OLD.fault, NULL),
        ('histogram', OLD.histogram, NULL), ('beats', OLD.beats, NULL))
        WHERE EXISTS (SELECT 1 FROM undo_open) AND value IS NOT other;
      INSERT OR REPLACE INTO pending_analyses
        SELECT id, added, -1 FROM tracks WHERE id = OLD.track AND source = 1;
    END;
    CREATE TRIGGER analyses_taken_over AFTER INSERT ON analyses WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'analyses', 'delete', NEW.track FROM undo_open;
    END;
    """
}
