/// What version 6 of the tables added to version 5: schema and content as SQL.
enum VersionSix {
  static let schema = #"""
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
    CREATE INDEX plays_by_time ON plays (time);
    INSERT INTO grdb_migrations VALUES ('6');
    """#

  static let content = #"""
    INSERT INTO listen_services (kind, root, user, signed_in, since)
    VALUES ('lastfm', 'https://example.org', 'me', 1, 100);
    INSERT INTO listens (service, time, title, artist, source) VALUES (1, 9, 'T', 'A', 'file');
    """#
}
