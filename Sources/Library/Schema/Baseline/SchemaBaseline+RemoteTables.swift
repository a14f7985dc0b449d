extension SchemaBaseline {
  /// Tables of devices, servers, shared playlists and listens.
  static let remoteTables = """
    CREATE TABLE listen_services (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL CHECK (kind IN ('listenbrainz', 'lastfm')),
      root TEXT NOT NULL,
      user TEXT NOT NULL,
      signed_in INTEGER NOT NULL,
      paused INTEGER NOT NULL DEFAULT 0,
      sends_love INTEGER NOT NULL DEFAULT 0,
      since INTEGER NOT NULL,
      imported INTEGER NOT NULL DEFAULT 0,
      failures INTEGER NOT NULL DEFAULT 0,
      retry_time INTEGER NOT NULL DEFAULT 0,
      needs_sign_in INTEGER NOT NULL DEFAULT 0,
      fault TEXT,
      UNIQUE (kind, root, user)
    ) STRICT;
    CREATE TABLE listens (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      service INTEGER NOT NULL REFERENCES listen_services (id) ON DELETE CASCADE,
      time INTEGER NOT NULL,
      feedback INTEGER,
      title TEXT NOT NULL, artist TEXT NOT NULL, album TEXT, album_artist TEXT, number INTEGER,
      duration INTEGER, source TEXT NOT NULL, recording TEXT, release TEXT, artists TEXT
    ) STRICT;
    CREATE INDEX listens_by_service ON listens (service, id);
    CREATE TABLE devices (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      uuid TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      folder BLOB,
      host TEXT, user TEXT, port INTEGER, library BLOB,
      options TEXT NOT NULL,
      last_sync INTEGER, speed INTEGER,
      abilities TEXT, logs TEXT,
      sync_id TEXT,
      journal TEXT, journal_logs TEXT,
      CHECK ((folder IS NULL) <> (host IS NULL))
    ) STRICT;
    CREATE TABLE device_tracks (
      device INTEGER NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
      uuid TEXT NOT NULL,
      track INTEGER NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('copied', 'synced', 'excluded')),
      path BLOB NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL,
      source_size INTEGER NOT NULL, source_modified INTEGER NOT NULL,
      fingerprint INTEGER,
      conversion TEXT,
      plays INTEGER NOT NULL, last_played INTEGER,
      favorite INTEGER NOT NULL, rating INTEGER NOT NULL,
      device_plays INTEGER NOT NULL, device_last_played INTEGER,
      device_favorite INTEGER NOT NULL, device_rating INTEGER NOT NULL,
      place BLOB,
      adopted INTEGER NOT NULL,
      PRIMARY KEY (device, uuid)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE device_playlists (
      device INTEGER NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
      device_id TEXT NOT NULL,
      playlist INTEGER NOT NULL,
      name TEXT NOT NULL,
      ours TEXT NOT NULL,
      theirs TEXT NOT NULL,
      PRIMARY KEY (device, device_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE server_tracks (
      track INTEGER PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE,
      listing INTEGER NOT NULL,
      digest INTEGER NOT NULL,
      rating INTEGER NOT NULL, loved INTEGER NOT NULL, plays INTEGER NOT NULL,
      told INTEGER NOT NULL,
      marked INTEGER NOT NULL DEFAULT 0,
      suffix TEXT, cover TEXT,
      track_gain REAL, track_peak REAL, album_gain REAL, album_peak REAL
    ) STRICT;
    CREATE INDEX server_tracks_with_marks ON server_tracks (track) WHERE rating <> 0 OR loved \
    <> 0;
    CREATE TABLE server_items (
      source INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
      item TEXT NOT NULL,
      version INTEGER NOT NULL,
      PRIMARY KEY (source, item)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE server_playlists (
      source INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
      id TEXT NOT NULL,
      playlist INTEGER NOT NULL,
      name TEXT NOT NULL, own_name TEXT NOT NULL,
      version TEXT,
      tracks TEXT NOT NULL,
      is_ours INTEGER NOT NULL,
      sending TEXT,
      PRIMARY KEY (source, id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE server_books (
      book INTEGER PRIMARY KEY REFERENCES books (id) ON DELETE CASCADE,
      source INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
      item TEXT NOT NULL,
      library TEXT NOT NULL,
      synced INTEGER NOT NULL DEFAULT 0, received INTEGER NOT NULL DEFAULT 0,
      bookmarks TEXT,
      UNIQUE (source, item)
    ) STRICT;
    CREATE TABLE server_chapters (
      book INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      title TEXT NOT NULL,
      start INTEGER NOT NULL, end_time INTEGER NOT NULL,
      PRIMARY KEY (book, position)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE server_episodes (
      track INTEGER PRIMARY KEY,
      source INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
      item TEXT NOT NULL,
      episode TEXT NOT NULL,
      place INTEGER NOT NULL DEFAULT 0,
      is_finished INTEGER NOT NULL DEFAULT 0,
      is_hidden INTEGER NOT NULL DEFAULT 0,
      updated INTEGER NOT NULL DEFAULT 0,
      started INTEGER, finished INTEGER,
      synced INTEGER NOT NULL DEFAULT 0, received INTEGER NOT NULL DEFAULT 0,
      UNIQUE (source, item, episode)
    ) STRICT;
    CREATE TABLE "servers" (
      source INTEGER PRIMARY KEY REFERENCES sources (id) ON DELETE CASCADE,
      uuid TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL CHECK (kind IN ('audiobookshelf', 'coretet', 'subsonic')),
      user TEXT,
      options TEXT NOT NULL,
      removed INTEGER NOT NULL DEFAULT 0,
      listing INTEGER NOT NULL DEFAULT 0,
      is_listing INTEGER NOT NULL DEFAULT 0,
      cursor TEXT,
      last_listing INTEGER
    ) STRICT;
    CREATE TABLE shared_playlists (
      source INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
      id TEXT NOT NULL,
      name TEXT NOT NULL, details TEXT,
      owner TEXT NOT NULL, owner_name TEXT,
      standing TEXT NOT NULL CHECK (standing IN ('own', 'shared', 'invited', 'gone')),
      can_edit INTEGER NOT NULL, can_rate INTEGER NOT NULL,
      created INTEGER NOT NULL, updated INTEGER NOT NULL,
      mark TEXT,
      PRIMARY KEY (source, id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE shared_entries (
      source INTEGER NOT NULL,
      playlist TEXT NOT NULL,
      id TEXT NOT NULL,
      position INTEGER NOT NULL,
      track TEXT NOT NULL,
      PRIMARY KEY (source, playlist, id),
      FOREIGN KEY (source, playlist) REFERENCES shared_playlists (source, id) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX shared_entries_by_track ON shared_entries (source, track);
    CREATE TABLE shared_tracks (
      track INTEGER PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE,
      source INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
      id TEXT NOT NULL,
      path TEXT,
      labels TEXT NOT NULL,
      mark INTEGER NOT NULL DEFAULT 0,
      UNIQUE (source, id)
    ) STRICT;
    CREATE TABLE shared_ratings (
      source INTEGER NOT NULL,
      playlist TEXT NOT NULL,
      track TEXT NOT NULL,
      person TEXT NOT NULL, name TEXT,
      is_collaborator INTEGER NOT NULL,
      reaction INTEGER NOT NULL CHECK (reaction BETWEEN 1 AND 3),
      updated INTEGER NOT NULL,
      is_new INTEGER NOT NULL,
      PRIMARY KEY (source, playlist, track, person, is_collaborator),
      FOREIGN KEY (source, playlist) REFERENCES shared_playlists (source, id) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE shared_comments (
      source INTEGER NOT NULL,
      playlist TEXT NOT NULL,
      id TEXT NOT NULL,
      track TEXT NOT NULL,
      person TEXT NOT NULL, name TEXT,
      place INTEGER,
      text TEXT NOT NULL,
      created INTEGER NOT NULL, edited INTEGER,
      is_new INTEGER NOT NULL,
      PRIMARY KEY (source, playlist, id),
      FOREIGN KEY (source, playlist) REFERENCES shared_playlists (source, id) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE shared_changes (
      position INTEGER PRIMARY KEY AUTOINCREMENT,
      source INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
      person TEXT NOT NULL,
      id TEXT NOT NULL UNIQUE,
      change TEXT NOT NULL,
      playlist TEXT, track TEXT,
      is_rating INTEGER NOT NULL,
      is_attempted INTEGER NOT NULL,
      faults INTEGER NOT NULL,
      follows INTEGER NOT NULL,
      hold TEXT, held_until INTEGER NOT NULL,
      refusal TEXT
    ) STRICT;
    CREATE INDEX shared_changes_of_person ON shared_changes (source, person, position);
    CREATE TABLE shared_queues (
      source INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
      person TEXT NOT NULL, name TEXT,
      is_collaborator INTEGER NOT NULL,
      failures INTEGER NOT NULL,
      paused_until INTEGER NOT NULL, asked_until INTEGER NOT NULL,
      PRIMARY KEY (source, person)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE shared_reactions (
      source INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
      person TEXT NOT NULL,
      track TEXT NOT NULL,
      playlist TEXT NOT NULL,
      reaction INTEGER NOT NULL CHECK (reaction BETWEEN 1 AND 3),
      PRIMARY KEY (source, person, track, playlist)
    ) STRICT, WITHOUT ROWID;
    """
}
