internal import GRDB

/// Additions of version 9: servers that tracks and books come from, and what they and the library
/// held after the last exchange.
extension Schema {
  static func version9(_ db: Database) throws {
    try db.execute(sql: serverTables + serverBookTables)
  }

  /// A server's name and address are in its row of `sources`, `options` is JSON. A `removed` one
  /// keeps its row and its UUID, by which its tracks are found when it is added again. `listing` is
  /// the number of the last one that was begun, `cursor` where one that is under way goes on. Times
  /// are seconds since 1970.
  ///
  /// `listing` of a track is the last one that named it, `digest` a hash of the values that were
  /// listed. `rating`, `loved` and `plays` are what the server is known to hold: a value of the
  /// library that differs is one that the server was not told. Plays up to `told` were told, and
  /// `marked` is the listing under way at that moment, whose marks are older. `version` of an item
  /// is the server's own.
  ///
  /// A playlist is named without a foreign key: undo brings it back. `name`, `tracks`, as JSON of
  /// their ids here, and `version` are what the server is known to hold, but for tracks that are not
  /// listed; the library's own name may have a number. `sending` has the ids there of a sending that
  /// may have broken off.
  private static let serverTables = """
    CREATE TABLE servers (
      source INTEGER PRIMARY KEY REFERENCES sources (id) ON DELETE CASCADE,
      uuid TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL CHECK (kind IN ('audiobookshelf', 'subsonic')),
      user TEXT,
      options TEXT NOT NULL,
      removed INTEGER NOT NULL DEFAULT 0,
      listing INTEGER NOT NULL DEFAULT 0,
      is_listing INTEGER NOT NULL DEFAULT 0,
      cursor TEXT,
      last_listing INTEGER
    ) STRICT;
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
    CREATE INDEX server_tracks_with_marks ON server_tracks (track) WHERE rating <> 0 OR loved <> 0;
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

    """

  /// `synced` is `updated` of the progress that the server is known to hold, and `received` that of
  /// the progress merged last, as the server's clock wrote it. `bookmarks` are those of
  /// both sides after the last exchange, as JSON. Chapters of a server's book are on its timeline.
  /// An episode of a podcast is a track whose progress has the columns of a book's; it outlives a
  /// track that leaves the library.
  private static let serverBookTables = """
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
    """
}
