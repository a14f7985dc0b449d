/// The part of version 10 for servers where people share playlists.
extension Schema {
  /// The kinds of servers are one more. No table refers to this one.
  static let serversOfVersion10 = """
    CREATE TABLE new_servers (
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
    INSERT INTO new_servers SELECT source, uuid, kind, user, options, removed, listing, is_listing,
      cursor, last_listing FROM servers;
    DROP TABLE servers;
    ALTER TABLE new_servers RENAME TO servers;

    """

  /// Ids of playlists, entries, tracks, comments and people are the server's; times are
  /// milliseconds since 1970, and `place` is microseconds from the start of the track. `mark` is
  /// what the last look for news has seen, `is_new` what came since the user looked at the playlist.
  ///
  /// Of a track, `path` is its place in the server's storage, `labels` those that the server has
  /// listed, as JSON, and `mark` the reaction of the library that was last taken into
  /// `shared_reactions`, or came from there: one that differs is to be sent.
  ///
  /// A row of `shared_reactions` is what the server holds of `person`, or is to be sent, but for none:
  /// of a collaborator in one playlist, of a user in all of them, with an empty `playlist`.
  ///
  /// A row of `shared_changes` waits to be sent as `person`, in the order of `position`; with a
  /// `refusal` it does not. `change` is JSON; `playlist` and `track` are what it is about. With a `hold`
  /// it was set aside until `held_until`. `shared_queues` has everybody who was signed in, and the
  /// times before which nothing of theirs is sent.
  static let sharedTables = """
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
