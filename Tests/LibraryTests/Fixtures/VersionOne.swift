/// A library of version 1 of the tables, statement by statement.
enum VersionOne {
  static let schema = #"""
    PRAGMA application_id = 1416784244;
    PRAGMA journal_mode = WAL;
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
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
    CREATE TABLE rejects (
      folder INTEGER NOT NULL REFERENCES folders (id) ON DELETE CASCADE,
      name BLOB NOT NULL,
      size INTEGER NOT NULL,
      modified INTEGER NOT NULL,
      PRIMARY KEY (folder, name)
    ) STRICT, WITHOUT ROWID;
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
    CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE session (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE revision (
      tracks INTEGER NOT NULL, marks INTEGER NOT NULL, lists INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE undo_steps (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      undone INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE undo_changes (
      id INTEGER PRIMARY KEY,
      step INTEGER NOT NULL REFERENCES undo_steps (id) ON DELETE CASCADE,
      statement TEXT NOT NULL
    ) STRICT;
    CREATE INDEX undo_changes_by_step ON undo_changes (step);
    CREATE TABLE undo_open (step INTEGER NOT NULL) STRICT;
    CREATE TRIGGER playlist_folders_updated AFTER UPDATE OF parent, name ON playlist_folders
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD.parent IS NOT NEW.parent OR OLD.name IS NOT NEW.name) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'UPDATE playlist_folders SET parent='||quote(OLD.parent)||',name='||quote(OLD.name)||' WHERE id='||OLD.id FROM undo_open;
    END;
    CREATE TRIGGER playlist_folders_inserted AFTER INSERT ON playlist_folders WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'DELETE FROM playlist_folders WHERE id='||NEW.id FROM undo_open;
    END;
    CREATE TRIGGER playlist_folders_deleted AFTER DELETE ON playlist_folders WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'INSERT INTO playlist_folders (id,parent,name) VALUES ('||quote(OLD.id)||','||quote(OLD.parent)||','||quote(OLD.name)||')' FROM undo_open;
    END;
    CREATE TRIGGER playlists_updated AFTER UPDATE OF folder, name, notes, color, target_bpm, template, created, modified ON playlists
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD.folder IS NOT NEW.folder OR OLD.name IS NOT NEW.name OR OLD.notes IS NOT NEW.notes OR OLD.color IS NOT NEW.color OR OLD.target_bpm IS NOT NEW.target_bpm OR OLD.template IS NOT NEW.template OR OLD.created IS NOT NEW.created OR OLD.modified IS NOT NEW.modified) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'UPDATE playlists SET folder='||quote(OLD.folder)||',name='||quote(OLD.name)||',notes='||quote(OLD.notes)||',color='||quote(OLD.color)||',target_bpm='||quote(OLD.target_bpm)||',template='||quote(OLD.template)||',created='||quote(OLD.created)||',modified='||quote(OLD.modified)||' WHERE id='||OLD.id FROM undo_open;
    END;
    CREATE TRIGGER playlists_inserted AFTER INSERT ON playlists WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'DELETE FROM playlists WHERE id='||NEW.id FROM undo_open;
    END;
    CREATE TRIGGER playlists_deleted AFTER DELETE ON playlists WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'INSERT INTO playlists (id,folder,name,notes,color,target_bpm,template,created,modified) VALUES ('||quote(OLD.id)||','||quote(OLD.folder)||','||quote(OLD.name)||','||quote(OLD.notes)||','||quote(OLD.color)||','||quote(OLD.target_bpm)||','||quote(OLD.template)||','||quote(OLD.created)||','||quote(OLD.modified)||')' FROM undo_open;
    END;
    CREATE TRIGGER entries_updated AFTER UPDATE OF playlist, track, position, crossfade, start_offset, end_offset, gain, notes ON entries
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD.playlist IS NOT NEW.playlist OR OLD.track IS NOT NEW.track OR OLD.position IS NOT NEW.position OR OLD.crossfade IS NOT NEW.crossfade OR OLD.start_offset IS NOT NEW.start_offset OR OLD.end_offset IS NOT NEW.end_offset OR OLD.gain IS NOT NEW.gain OR OLD.notes IS NOT NEW.notes) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'UPDATE entries SET playlist='||quote(OLD.playlist)||',track='||quote(OLD.track)||',position='||quote(OLD.position)||',crossfade='||quote(OLD.crossfade)||',start_offset='||quote(OLD.start_offset)||',end_offset='||quote(OLD.end_offset)||',gain='||quote(OLD.gain)||',notes='||quote(OLD.notes)||' WHERE id='||OLD.id FROM undo_open;
    END;
    CREATE TRIGGER entries_inserted AFTER INSERT ON entries WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'DELETE FROM entries WHERE id='||NEW.id FROM undo_open;
    END;
    CREATE TRIGGER entries_deleted AFTER DELETE ON entries WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'INSERT INTO entries (id,playlist,track,position,crossfade,start_offset,end_offset,gain,notes) VALUES ('||quote(OLD.id)||','||quote(OLD.playlist)||','||quote(OLD.track)||','||quote(OLD.position)||','||quote(OLD.crossfade)||','||quote(OLD.start_offset)||','||quote(OLD.end_offset)||','||quote(OLD.gain)||','||quote(OLD.notes)||')' FROM undo_open;
    END;
    CREATE TRIGGER cues_updated AFTER UPDATE OF track, time, end_time, type, color, name ON cues
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD.track IS NOT NEW.track OR OLD.time IS NOT NEW.time OR OLD.end_time IS NOT NEW.end_time OR OLD.type IS NOT NEW.type OR OLD.color IS NOT NEW.color OR OLD.name IS NOT NEW.name) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'UPDATE cues SET track='||quote(OLD.track)||',time='||quote(OLD.time)||',end_time='||quote(OLD.end_time)||',type='||quote(OLD.type)||',color='||quote(OLD.color)||',name='||quote(OLD.name)||' WHERE id='||OLD.id FROM undo_open;
    END;
    CREATE TRIGGER cues_inserted AFTER INSERT ON cues WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'DELETE FROM cues WHERE id='||NEW.id FROM undo_open;
    END;
    CREATE TRIGGER cues_deleted AFTER DELETE ON cues WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'INSERT INTO cues (id,track,time,end_time,type,color,name) VALUES ('||quote(OLD.id)||','||quote(OLD.track)||','||quote(OLD.time)||','||quote(OLD.end_time)||','||quote(OLD.type)||','||quote(OLD.color)||','||quote(OLD.name)||')' FROM undo_open;
    END;
    CREATE TRIGGER slots_updated AFTER UPDATE OF playlist ON slots
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD.playlist IS NOT NEW.playlist) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'UPDATE slots SET playlist='||quote(OLD.playlist)||' WHERE slot='||OLD.slot FROM undo_open;
    END;
    CREATE TRIGGER tracks_updated AFTER UPDATE OF rating, reaction, notes, color ON tracks
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD.rating IS NOT NEW.rating OR OLD.reaction IS NOT NEW.reaction OR OLD.notes IS NOT NEW.notes OR OLD.color IS NOT NEW.color) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'UPDATE tracks SET rating='||quote(OLD.rating)||',reaction='||quote(OLD.reaction)||',notes='||quote(OLD.notes)||',color='||quote(OLD.color)||' WHERE id='||OLD.id FROM undo_open;
    END;
    INSERT INTO grdb_migrations VALUES ('1');
    INSERT INTO slots (slot) VALUES (1), (2), (3);
    INSERT INTO revision VALUES (0, 0, 0);
    """#

  /// A little of everything: two tracks, a playlist in a folder and in a slot, entries with all
  /// their details, and a history of two steps, one of them undone.
  static let content = #"""
    INSERT INTO roots VALUES (1, CAST('/m' AS BLOB), 0);
    INSERT INTO folders VALUES (1, NULL, CAST('/m' AS BLOB), X'2F6D', 0);
    INSERT INTO tracks (id, path, root, folder, title, artist, duration, codec, container,
      sample_rate, channels, has_art, size, modified, added, plays, rating, notes, credit,
      title_key, artist_key, album_key, genre_key, credit_key, name_key)
    SELECT id, CAST('/m/' || id || '.flac' AS BLOB), 1, 1, 'Title ' || id, 'Artist', 180000000,
      'flac', 'flac', 44100, 2, 0, 1000, 5, 7, 3, 4, 'mine', 'Artist', X'01', X'01', X'FF', X'FF',
      X'01', X'01'
    FROM (SELECT 1 AS id UNION SELECT 2);
    INSERT INTO search VALUES (1, 'title 1 artist'), (2, 'title 2 artist');
    INSERT INTO cues VALUES (1, 1, 1000000, NULL, 'hot', 'red', 'drop');
    INSERT INTO playlist_folders VALUES (1, NULL, 'Summer');
    INSERT INTO playlists VALUES (1, 1, 'Peak', 'notes', 'blue', 124.5, '', 11, 12);
    INSERT INTO entries VALUES (1, 1, 1, 65536, 5000000, 30000000, 90000000, -3.5, 'here'),
      (2, 1, 2, 131072, NULL, NULL, NULL, NULL, '');
    UPDATE slots SET playlist = 1 WHERE slot = 2;
    INSERT INTO settings VALUES ('theme', 'Vinyl');
    INSERT INTO session VALUES ('queue', '{}');
    INSERT INTO undo_steps VALUES (1, 'removed 1 entry', 0), (2, 'set the gain of 1', 1);
    INSERT INTO undo_changes VALUES (1, 1, 'INSERT INTO entries (id,playlist,track,position,'
      || 'crossfade,start_offset,end_offset,gain,notes) '
      || 'VALUES (9,1,1,196608,NULL,NULL,NULL,2.0,'''')');
    INSERT INTO undo_changes VALUES (2, 2, 'UPDATE entries SET playlist=1,track=2,position=131072,'
      || 'crossfade=NULL,start_offset=NULL,end_offset=NULL,gain=1.0,notes='''' WHERE id=2');
    """#
}
