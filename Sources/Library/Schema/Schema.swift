internal import GRDB

/// The tables of the library and their history: one migration per version, never edited once
/// released.
enum Schema {
  /// "Trit": marks our databases.
  static let applicationID = 0x5472_6974

  static var migrator: DatabaseMigrator { migrator(progress: { _ in }) }

  /// - Parameter progress: Called with the fraction of the newest version's work that is done.
  static func migrator(progress: @escaping @Sendable (Double) -> Void) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: files)
      try db.execute(sql: tracks)
      try db.execute(sql: playlists)
      try db.execute(sql: state)
      try db.execute(sql: ChangeLog.schema)
    }
    migrator.registerMigration("2") { db in
      try db.execute(sql: entryNames)
      try db.execute(sql: ChangeLog.entriesWithNames)
    }
    migrator.registerMigration("3") { db in
      try db.execute(sql: version3)
      try db.execute(sql: ChangeLog.removalsOfVersion3)
    }
    migrator.registerMigration("4") { try version4($0) }
    migrator.registerMigration("5") { try version5($0, progress: progress) }
    migrator.registerMigration("6") { try version6($0) }
    migrator.registerMigration("7") { try version7($0) }
    migrator.registerMigration("8") { try version8($0) }
    migrator.registerMigration("9") { try version9($0) }
    migrator.registerMigration("10") { try version10($0) }
    return migrator
  }

  /// The name of an entry that is a virtual track; NULL for the track's name.
  private static let entryNames = """
    ALTER TABLE entries ADD COLUMN title TEXT;
    ALTER TABLE entries ADD COLUMN artist TEXT;
    """

  /// Roots are the user's; folders are those found below them, with their parents up to the root.
  /// `order_key` sorts a folder's sub folders before its own files, so that a walk in this order is
  /// the order of the folder lists.
  private static let files = """
    CREATE TABLE roots (
      id INTEGER PRIMARY KEY,
      path BLOB NOT NULL UNIQUE,
      is_file INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE folders (
      id INTEGER PRIMARY KEY,
      parent INTEGER REFERENCES folders (id),
      path BLOB NOT NULL UNIQUE,
      order_key BLOB NOT NULL,
      is_mount INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX folders_by_order ON folders (order_key);

    -- Files with an audio name and no audio in them, so that they are read only once.
    CREATE TABLE rejects (
      folder INTEGER NOT NULL REFERENCES folders (id) ON DELETE CASCADE,
      name BLOB NOT NULL,
      size INTEGER NOT NULL,
      modified INTEGER NOT NULL,
      PRIMARY KEY (folder, name)
    ) STRICT, WITHOUT ROWID;
    """

  /// Durations are microseconds, `modified` is nanoseconds and other times are seconds since 1970.
  /// Keys of absent texts are X'FF', which sorts behind all others. `credit` is the album artist
  /// under which a track's album is listed.
  private static let tracks = """
    CREATE TABLE tracks (
      id INTEGER PRIMARY KEY,
      path BLOB NOT NULL UNIQUE,
      root INTEGER REFERENCES roots (id) ON DELETE SET NULL,
      folder INTEGER NOT NULL REFERENCES folders (id),
      title TEXT, artist TEXT, album_artist TEXT, album TEXT, genre TEXT,
      date TEXT, year INTEGER, track INTEGER, disc INTEGER, bpm REAL, key TEXT,
      duration INTEGER, codec TEXT NOT NULL, container TEXT NOT NULL,
      sample_rate INTEGER NOT NULL, bit_depth INTEGER, channels INTEGER NOT NULL,
      bit_rate INTEGER, has_art INTEGER NOT NULL,
      size INTEGER NOT NULL, modified INTEGER NOT NULL,
      added INTEGER NOT NULL, last_played INTEGER, plays INTEGER NOT NULL DEFAULT 0,
      rating INTEGER NOT NULL DEFAULT 0 CHECK (rating BETWEEN 0 AND 5),
      reaction INTEGER NOT NULL DEFAULT 0 CHECK (reaction BETWEEN 0 AND 3),
      notes TEXT NOT NULL DEFAULT '', color TEXT,
      missing INTEGER NOT NULL DEFAULT 0, fault TEXT,
      credit TEXT NOT NULL,
      title_key BLOB NOT NULL, artist_key BLOB NOT NULL, album_key BLOB NOT NULL,
      genre_key BLOB NOT NULL, credit_key BLOB NOT NULL, name_key BLOB NOT NULL
    ) STRICT;

    CREATE INDEX tracks_by_folder ON tracks (folder, missing, duration);
    CREATE INDEX tracks_by_artist ON tracks (artist_key, album_key, disc, track, duration)
      WHERE missing = 0;
    CREATE INDEX tracks_by_credit ON tracks (credit_key, album_key, disc, track, duration, year)
      WHERE missing = 0;
    CREATE INDEX tracks_by_title ON tracks (title_key, duration) WHERE missing = 0;

    -- Folded text apart from the rest, so that looking through all of it reads little.
    CREATE TABLE search (
      track INTEGER PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE,
      text TEXT NOT NULL
    ) STRICT;

    CREATE TABLE cues (
      id INTEGER PRIMARY KEY,
      track INTEGER NOT NULL REFERENCES tracks (id) ON DELETE CASCADE,
      time INTEGER NOT NULL,
      end_time INTEGER,
      type TEXT NOT NULL,
      color TEXT,
      name TEXT NOT NULL DEFAULT ''
    ) STRICT;
    CREATE INDEX cues_by_track ON cues (track, time);
    """

  /// The position of an entry orders it; gaps between positions mean nothing.
  private static let playlists = """
    CREATE TABLE playlist_folders (
      id INTEGER PRIMARY KEY,
      parent INTEGER REFERENCES playlist_folders (id) ON DELETE SET NULL,
      name TEXT NOT NULL
    ) STRICT;

    CREATE TABLE playlists (
      id INTEGER PRIMARY KEY,
      folder INTEGER REFERENCES playlist_folders (id) ON DELETE SET NULL,
      name TEXT NOT NULL,
      notes TEXT NOT NULL DEFAULT '',
      color TEXT,
      target_bpm REAL,
      template TEXT NOT NULL DEFAULT '',
      created INTEGER NOT NULL,
      modified INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX playlists_by_folder ON playlists (folder);

    CREATE TABLE entries (
      id INTEGER PRIMARY KEY,
      playlist INTEGER NOT NULL REFERENCES playlists (id) ON DELETE CASCADE,
      track INTEGER NOT NULL REFERENCES tracks (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      crossfade INTEGER, start_offset INTEGER, end_offset INTEGER, gain REAL,
      notes TEXT NOT NULL DEFAULT ''
    ) STRICT;
    CREATE INDEX entries_by_position ON entries (playlist, position);
    CREATE INDEX entries_by_track ON entries (track, playlist);

    CREATE TABLE slots (
      slot INTEGER PRIMARY KEY CHECK (slot BETWEEN 1 AND 3),
      playlist INTEGER REFERENCES playlists (id) ON DELETE SET NULL
    ) STRICT;
    INSERT INTO slots (slot) VALUES (1), (2), (3);
    """

  /// The revision counts the transactions that changed facts of files, the user's marks of tracks,
  /// and the user's lists: a cache derived from them is validated in one read, even when another
  /// process wrote.
  private static let state = """
    CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE session (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE revision (
      tracks INTEGER NOT NULL, marks INTEGER NOT NULL, lists INTEGER NOT NULL
    ) STRICT;
    INSERT INTO revision VALUES (0, 0, 0);
    """
}
