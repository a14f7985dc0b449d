internal import GRDB

/// Additions of version 6: listens for services on the net.
extension Schema {
  static func version6(_ db: Database) throws {
    try db.execute(sql: listenTables)
    try db.execute(sql: lovedTracks)
    // For the first play, and for plays in the order of their times.
    try db.execute(sql: "CREATE INDEX plays_by_time ON plays (time)")
  }

  /// A service has a row from its first sign-in on. A sign-out keeps it, so that plays are imported
  /// once. Tokens are never here.
  ///
  /// A row of `listens` is a listen, or feedback where `feedback` has a value, until the service has
  /// taken it. Names are stored as they were heard: the track may leave the library meanwhile.
  /// `duration` is in milliseconds, times are seconds since 1970.
  private static let listenTables = """
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
    """

  /// A trigger, since edits, undo, redo and imports change reactions; 3 is loved, and source 1 has
  /// the files.
  private static let lovedTracks = """
    CREATE TRIGGER marks_loved AFTER UPDATE OF reaction ON marks
    WHEN (OLD.reaction = 3) <> (NEW.reaction = 3) BEGIN
      INSERT INTO listens
        (service, time, feedback, title, artist, album, album_artist, number, duration, source)
      SELECT s.id, 0, NEW.reaction = 3, t.title, coalesce(t.artist, t.album_artist), t.album,
        t.album_artist, t.track, t.duration / 1000, 'file'
      FROM listen_services s JOIN tracks t ON t.id = NEW.track
      WHERE s.signed_in AND s.sends_love AND t.source = 1 AND t.title <> ''
        AND coalesce(t.artist, t.album_artist) <> ''
        AND lower(substr(t.path, -4)) <> '.m4b';
    END;
    """
}
