/// A library as created by version 5 of the tables: schema and content as SQL.
enum VersionFive {
  static let schema = #"""
    PRAGMA application_id = 1416784244;
    PRAGMA journal_mode = WAL;
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    CREATE TABLE folders (
      id INTEGER PRIMARY KEY,
      parent INTEGER REFERENCES folders (id),
      path BLOB NOT NULL UNIQUE,
      is_mount INTEGER NOT NULL DEFAULT 0
    , offline INTEGER NOT NULL DEFAULT 0, digest INTEGER) STRICT;
    CREATE TABLE rejects (
      folder INTEGER NOT NULL REFERENCES folders (id) ON DELETE CASCADE,
      name BLOB NOT NULL,
      size INTEGER NOT NULL,
      modified INTEGER NOT NULL,
      PRIMARY KEY (folder, name)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE slots (
      slot INTEGER PRIMARY KEY CHECK (slot BETWEEN 1 AND 3),
      playlist INTEGER REFERENCES playlists (id) ON DELETE SET NULL
    ) STRICT;
    CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE session (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE revision (
      tracks INTEGER NOT NULL, marks INTEGER NOT NULL, lists INTEGER NOT NULL
    , change INTEGER NOT NULL DEFAULT 0, identity INTEGER NOT NULL DEFAULT 0) STRICT;
    CREATE TABLE undo_open (step INTEGER NOT NULL) STRICT;
    CREATE TABLE merged_tracks (
      track INTEGER PRIMARY KEY,
      survivor INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX merged_tracks_by_survivor ON merged_tracks (survivor);
    CREATE TABLE removed_tracks (
      track INTEGER PRIMARY KEY,
      changed INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE replaced_queues (
      id INTEGER PRIMARY KEY,
      time INTEGER NOT NULL,
      tracks INTEGER NOT NULL,
      title TEXT,
      queue TEXT NOT NULL
    ) STRICT;
    CREATE TABLE analyses (
      track INTEGER PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE,
      fingerprint INTEGER, size INTEGER NOT NULL, modified INTEGER NOT NULL,
      tempo_version INTEGER NOT NULL DEFAULT 0, key_version INTEGER NOT NULL DEFAULT 0, loudness_version INTEGER NOT NULL DEFAULT 0, edges_version INTEGER NOT NULL DEFAULT 0, energy_version INTEGER NOT NULL DEFAULT 0, waveform_version INTEGER NOT NULL DEFAULT 0,
      bpm REAL, bpm_confidence REAL, bpm_alternative REAL, is_constant INTEGER,
      grid_anchor REAL, grid_period REAL,
      key INTEGER, key_confidence REAL, key_alternative INTEGER, tuning REAL,
      loudness REAL, loudness_range REAL, true_peak REAL,
      sound_start INTEGER, sound_end INTEGER, audible_start INTEGER, audible_end INTEGER,
      fade_out INTEGER, energy REAL, mix_in INTEGER, mix_out INTEGER,
      fault TEXT, histogram BLOB, beats BLOB
    ) STRICT;
    CREATE INDEX analyses_by_energy ON analyses (energy) WHERE energy IS NOT NULL;
    CREATE INDEX analyses_by_fault ON analyses (track) WHERE fault IS NOT NULL;
    CREATE TABLE energy_grades (
      grade INTEGER PRIMARY KEY CHECK (grade BETWEEN 2 AND 10),
      least REAL NOT NULL,
      tracks INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE analysis_versions (part TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT;
    CREATE TABLE "roots" (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      path BLOB NOT NULL UNIQUE,
      is_file INTEGER NOT NULL,
      offline INTEGER NOT NULL DEFAULT 0
    , removed INTEGER NOT NULL DEFAULT 0) STRICT;
    CREATE TABLE "undo_steps" (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL,
      undone INTEGER NOT NULL DEFAULT 0
    , bytes INTEGER NOT NULL DEFAULT 0, changes INTEGER NOT NULL DEFAULT 0, fault TEXT) STRICT;
    CREATE TABLE "playlist_folders" (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      parent INTEGER REFERENCES playlist_folders (id) ON DELETE SET NULL,
      name TEXT NOT NULL,
      collapsed INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE "playlists" (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      folder INTEGER REFERENCES playlist_folders (id) ON DELETE SET NULL,
      name TEXT NOT NULL,
      notes TEXT NOT NULL DEFAULT '',
      color TEXT,
      target_bpm REAL,
      template TEXT NOT NULL DEFAULT '',
      created INTEGER NOT NULL,
      modified INTEGER NOT NULL,
      query TEXT,
      query_sort TEXT,
      query_descending INTEGER NOT NULL DEFAULT 0,
      query_limit INTEGER
    ) STRICT;
    CREATE TABLE "entries" (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      playlist INTEGER NOT NULL REFERENCES playlists (id) ON DELETE CASCADE,
      track INTEGER NOT NULL REFERENCES tracks (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      crossfade INTEGER,
      start_offset INTEGER,
      end_offset INTEGER,
      gain REAL,
      notes TEXT NOT NULL DEFAULT '',
      title TEXT,
      artist TEXT
    ) STRICT;
    CREATE TABLE "cues" (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      track INTEGER NOT NULL REFERENCES tracks (id) ON DELETE CASCADE,
      time INTEGER NOT NULL,
      end_time INTEGER,
      type TEXT NOT NULL,
      color TEXT,
      name TEXT NOT NULL DEFAULT ''
    ) STRICT;
    CREATE TABLE "templates" (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL,
      source TEXT NOT NULL
    ) STRICT;
    CREATE TABLE "plays" (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      track INTEGER NOT NULL REFERENCES tracks (id) ON DELETE CASCADE,
      time INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX playlists_by_folder ON playlists (folder);
    CREATE INDEX entries_by_position ON entries (playlist, position);
    CREATE INDEX entries_by_track ON entries (track, playlist);
    CREATE INDEX entries_by_crossfade ON entries (playlist) WHERE crossfade > 0;
    CREATE INDEX cues_by_track ON cues (track, time);
    CREATE INDEX plays_by_track ON plays (track);
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
    CREATE TABLE walks (path BLOB PRIMARY KEY, newest INTEGER NOT NULL) STRICT, WITHOUT ROWID;
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
    CREATE TRIGGER playlist_folders_updated AFTER UPDATE OF "parent", "name" ON playlist_folders
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD."parent" IS NOT NEW."parent" OR OLD."name" IS NOT NEW."name") BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'playlist_folders', 'update', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('parent', OLD."parent", NEW."parent"),
            ('name', OLD."name", NEW."name"))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER playlist_folders_inserted AFTER INSERT ON playlist_folders WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'playlist_folders', 'delete', NEW.id FROM undo_open;
    END;
    CREATE TRIGGER playlist_folders_deleted AFTER DELETE ON playlist_folders WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'playlist_folders', 'insert', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('parent', OLD."parent", NULL),
            ('name', OLD."name", NULL),
            ('collapsed', OLD."collapsed", NULL))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER playlists_updated AFTER UPDATE OF "folder", "name", "notes", "color", "target_bpm", "template", "created", "modified", "query", "query_sort", "query_descending", "query_limit" ON playlists
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD."folder" IS NOT NEW."folder" OR OLD."name" IS NOT NEW."name" OR OLD."notes" IS NOT NEW."notes" OR OLD."color" IS NOT NEW."color" OR OLD."target_bpm" IS NOT NEW."target_bpm" OR OLD."template" IS NOT NEW."template" OR OLD."created" IS NOT NEW."created" OR OLD."modified" IS NOT NEW."modified" OR OLD."query" IS NOT NEW."query" OR OLD."query_sort" IS NOT NEW."query_sort" OR OLD."query_descending" IS NOT NEW."query_descending" OR OLD."query_limit" IS NOT NEW."query_limit") BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'playlists', 'update', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('folder', OLD."folder", NEW."folder"),
            ('name', OLD."name", NEW."name"),
            ('notes', OLD."notes", NEW."notes"),
            ('color', OLD."color", NEW."color"),
            ('target_bpm', OLD."target_bpm", NEW."target_bpm"),
            ('template', OLD."template", NEW."template"),
            ('created', OLD."created", NEW."created"),
            ('modified', OLD."modified", NEW."modified"),
            ('query', OLD."query", NEW."query"),
            ('query_sort', OLD."query_sort", NEW."query_sort"),
            ('query_descending', OLD."query_descending", NEW."query_descending"),
            ('query_limit', OLD."query_limit", NEW."query_limit"))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER playlists_inserted AFTER INSERT ON playlists WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'playlists', 'delete', NEW.id FROM undo_open;
    END;
    CREATE TRIGGER playlists_deleted AFTER DELETE ON playlists WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'playlists', 'insert', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('folder', OLD."folder", NULL),
            ('name', OLD."name", NULL),
            ('notes', OLD."notes", NULL),
            ('color', OLD."color", NULL),
            ('target_bpm', OLD."target_bpm", NULL),
            ('template', OLD."template", NULL),
            ('created', OLD."created", NULL),
            ('modified', OLD."modified", NULL),
            ('query', OLD."query", NULL),
            ('query_sort', OLD."query_sort", NULL),
            ('query_descending', OLD."query_descending", NULL),
            ('query_limit', OLD."query_limit", NULL))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER entries_updated AFTER UPDATE OF "playlist", "track", "position", "crossfade", "start_offset", "end_offset", "gain", "notes", "title", "artist" ON entries
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD."playlist" IS NOT NEW."playlist" OR OLD."track" IS NOT NEW."track" OR OLD."position" IS NOT NEW."position" OR OLD."crossfade" IS NOT NEW."crossfade" OR OLD."start_offset" IS NOT NEW."start_offset" OR OLD."end_offset" IS NOT NEW."end_offset" OR OLD."gain" IS NOT NEW."gain" OR OLD."notes" IS NOT NEW."notes" OR OLD."title" IS NOT NEW."title" OR OLD."artist" IS NOT NEW."artist") BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'entries', 'update', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('playlist', OLD."playlist", NEW."playlist"),
            ('track', OLD."track", NEW."track"),
            ('position', OLD."position", NEW."position"),
            ('crossfade', OLD."crossfade", NEW."crossfade"),
            ('start_offset', OLD."start_offset", NEW."start_offset"),
            ('end_offset', OLD."end_offset", NEW."end_offset"),
            ('gain', OLD."gain", NEW."gain"),
            ('notes', OLD."notes", NEW."notes"),
            ('title', OLD."title", NEW."title"),
            ('artist', OLD."artist", NEW."artist"))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER entries_inserted AFTER INSERT ON entries WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'entries', 'delete', NEW.id FROM undo_open;
    END;
    CREATE TRIGGER entries_deleted AFTER DELETE ON entries WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'entries', 'insert', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('playlist', OLD."playlist", NULL),
            ('track', OLD."track", NULL),
            ('position', OLD."position", NULL),
            ('crossfade', OLD."crossfade", NULL),
            ('start_offset', OLD."start_offset", NULL),
            ('end_offset', OLD."end_offset", NULL),
            ('gain', OLD."gain", NULL),
            ('notes', OLD."notes", NULL),
            ('title', OLD."title", NULL),
            ('artist', OLD."artist", NULL))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER cues_updated AFTER UPDATE OF "track", "time", "end_time", "type", "color", "name" ON cues
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD."track" IS NOT NEW."track" OR OLD."time" IS NOT NEW."time" OR OLD."end_time" IS NOT NEW."end_time" OR OLD."type" IS NOT NEW."type" OR OLD."color" IS NOT NEW."color" OR OLD."name" IS NOT NEW."name") BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'cues', 'update', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('track', OLD."track", NEW."track"),
            ('time', OLD."time", NEW."time"),
            ('end_time', OLD."end_time", NEW."end_time"),
            ('type', OLD."type", NEW."type"),
            ('color', OLD."color", NEW."color"),
            ('name', OLD."name", NEW."name"))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER cues_inserted AFTER INSERT ON cues WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'cues', 'delete', NEW.id FROM undo_open;
    END;
    CREATE TRIGGER cues_deleted AFTER DELETE ON cues WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'cues', 'insert', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('track', OLD."track", NULL),
            ('time', OLD."time", NULL),
            ('end_time', OLD."end_time", NULL),
            ('type', OLD."type", NULL),
            ('color', OLD."color", NULL),
            ('name', OLD."name", NULL))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER slots_updated AFTER UPDATE OF "playlist" ON slots
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD."playlist" IS NOT NEW."playlist") BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'slots', 'update', OLD.slot FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('playlist', OLD."playlist", NEW."playlist"))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER templates_updated AFTER UPDATE OF "name", "source" ON templates
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD."name" IS NOT NEW."name" OR OLD."source" IS NOT NEW."source") BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'templates', 'update', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('name', OLD."name", NEW."name"),
            ('source', OLD."source", NEW."source"))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER templates_inserted AFTER INSERT ON templates WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'templates', 'delete', NEW.id FROM undo_open;
    END;
    CREATE TRIGGER templates_deleted AFTER DELETE ON templates WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'templates', 'insert', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('name', OLD."name", NULL),
            ('source', OLD."source", NULL))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER merged_tracks_updated AFTER UPDATE OF "survivor" ON merged_tracks
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD."survivor" IS NOT NEW."survivor") BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'merged_tracks', 'update', OLD.track FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('survivor', OLD."survivor", NEW."survivor"))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER merged_tracks_inserted AFTER INSERT ON merged_tracks WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'merged_tracks', 'delete', NEW.track FROM undo_open;
    END;
    CREATE TRIGGER merged_tracks_deleted AFTER DELETE ON merged_tracks WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'merged_tracks', 'insert', OLD.track FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('survivor', OLD."survivor", NULL))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER plays_updated AFTER UPDATE OF "track", "time" ON plays
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD."track" IS NOT NEW."track" OR OLD."time" IS NOT NEW."time") BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'plays', 'update', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('track', OLD."track", NEW."track"),
            ('time', OLD."time", NEW."time"))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER plays_inserted AFTER INSERT ON plays WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'plays', 'delete', NEW.id FROM undo_open;
    END;
    CREATE TRIGGER plays_deleted AFTER DELETE ON plays WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'plays', 'insert', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('track', OLD."track", NULL),
            ('time', OLD."time", NULL))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER roots_updated AFTER UPDATE OF "removed" ON roots
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD."removed" IS NOT NEW."removed") BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'roots', 'update', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('removed', OLD."removed", NEW."removed"))
        WHERE value IS NOT other;
    END;
    CREATE TABLE sources (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL CHECK (kind IN ('files', 'streams', 'server')),
      name TEXT NOT NULL,
      address TEXT,
      credential TEXT
    ) STRICT;
    CREATE TABLE "tracks" (
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
    CREATE UNIQUE INDEX tracks_by_path ON tracks (path, source);
    CREATE INDEX tracks_by_folder ON tracks (folder, missing);
    CREATE INDEX tracks_by_fingerprint ON tracks (fingerprint, missing DESC)
    WHERE fingerprint IS NOT NULL;
    CREATE INDEX tracks_by_change ON tracks (changed);
    CREATE INDEX tracks_missing ON tracks (folder) WHERE missing <> 0;
    CREATE INDEX tracks_faulty ON tracks (folder) WHERE fault IS NOT NULL;
    CREATE INDEX marks_with_notes ON marks (track) WHERE notes <> '';
    CREATE INDEX pending_analyses_by_age ON pending_analyses (added);
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
    INSERT INTO slots VALUES (1, NULL);
    INSERT INTO slots VALUES (2, NULL);
    INSERT INTO slots VALUES (3, NULL);
    INSERT INTO revision VALUES (0, 0, 0, 0, 4948135806489689307);
    INSERT INTO sources VALUES (1, 'files', 'Files', NULL, NULL);
    INSERT INTO sources VALUES (2, 'streams', 'Streams', NULL, NULL);
    INSERT INTO analysis_versions VALUES ('tempo', 1);
    INSERT INTO analysis_versions VALUES ('key', 2);
    INSERT INTO analysis_versions VALUES ('loudness', 1);
    INSERT INTO analysis_versions VALUES ('edges', 1);
    INSERT INTO analysis_versions VALUES ('energy', 1);
    INSERT INTO analysis_versions VALUES ('waveform', 1);
    INSERT INTO grdb_migrations VALUES ('1');
    INSERT INTO grdb_migrations VALUES ('2');
    INSERT INTO grdb_migrations VALUES ('3');
    INSERT INTO grdb_migrations VALUES ('4');
    INSERT INTO grdb_migrations VALUES ('5');
    """#

  static let content = #"""
    INSERT INTO roots (id, path, is_file) VALUES (1, CAST('/m' AS BLOB), 0);
    INSERT INTO folders (id, path) VALUES (1, CAST('/m' AS BLOB));
    INSERT INTO tracks (id, source, path, root, folder, title, artist, duration, codec, container,
      sample_rate, channels, has_art, size, modified, added, credit)
    SELECT id, 1, CAST('/m/' || id || '.flac' AS BLOB), 1, 1, 'Title ' || id, 'Artist', 180000000,
      'flac', 'flac', 44100, 2, 0, 1000, 5, 70 + id, 'Artist'
    FROM (SELECT 1 AS id UNION SELECT 2 UNION SELECT 3);
    INSERT INTO marks (track, rating, reaction, plays, last_played)
    VALUES (1, 4, 3, 2, 2000), (2, 0, 0, 1, 1500);
    INSERT INTO plays VALUES (1, 1, 1000), (2, 2, 1500), (3, 1, 2000);
    INSERT INTO settings VALUES ('theme', 'Vinyl');
    """#
}
