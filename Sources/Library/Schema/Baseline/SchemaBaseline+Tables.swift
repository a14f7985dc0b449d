extension SchemaBaseline {
  /// Tables of music, lists and the library itself, with their indices.
  static let tables = """
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
    , change INTEGER NOT NULL DEFAULT 0, identity INTEGER NOT NULL DEFAULT 0, library TEXT NOT \
    NULL DEFAULT '') STRICT;
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
      tempo_version INTEGER NOT NULL DEFAULT 0, key_version INTEGER NOT NULL DEFAULT 0, \
    loudness_version INTEGER NOT NULL DEFAULT 0, edges_version INTEGER NOT NULL DEFAULT 0, \
    energy_version INTEGER NOT NULL DEFAULT 0, waveform_version INTEGER NOT NULL DEFAULT 0,
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
    CREATE INDEX plays_by_time ON plays (time);
    """
}
