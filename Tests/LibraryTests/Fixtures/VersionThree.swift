/// The migration from version 1 to version 2, statement by statement.
enum VersionTwo {
  static let schema = #"""
    ALTER TABLE entries ADD COLUMN title TEXT;
    ALTER TABLE entries ADD COLUMN artist TEXT;
    DROP TRIGGER entries_updated;
    DROP TRIGGER entries_inserted;
    DROP TRIGGER entries_deleted;
    CREATE TRIGGER entries_updated AFTER UPDATE OF playlist, track, position, crossfade, start_offset, end_offset, gain, notes, title, artist ON entries
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD.playlist IS NOT NEW.playlist OR OLD.track IS NOT NEW.track OR OLD.position IS NOT NEW.position OR OLD.crossfade IS NOT NEW.crossfade OR OLD.start_offset IS NOT NEW.start_offset OR OLD.end_offset IS NOT NEW.end_offset OR OLD.gain IS NOT NEW.gain OR OLD.notes IS NOT NEW.notes OR OLD.title IS NOT NEW.title OR OLD.artist IS NOT NEW.artist) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'UPDATE entries SET playlist='||quote(OLD.playlist)||',track='||quote(OLD.track)||',position='||quote(OLD.position)||',crossfade='||quote(OLD.crossfade)||',start_offset='||quote(OLD.start_offset)||',end_offset='||quote(OLD.end_offset)||',gain='||quote(OLD.gain)||',notes='||quote(OLD.notes)||',title='||quote(OLD.title)||',artist='||quote(OLD.artist)||' WHERE id='||OLD.id FROM undo_open;
    END;
    CREATE TRIGGER entries_inserted AFTER INSERT ON entries WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'DELETE FROM entries WHERE id='||NEW.id FROM undo_open;
    END;
    CREATE TRIGGER entries_deleted AFTER DELETE ON entries WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'INSERT INTO entries (id,playlist,track,position,crossfade,start_offset,end_offset,gain,notes,title,artist) VALUES ('||quote(OLD.id)||','||quote(OLD.playlist)||','||quote(OLD.track)||','||quote(OLD.position)||','||quote(OLD.crossfade)||','||quote(OLD.start_offset)||','||quote(OLD.end_offset)||','||quote(OLD.gain)||','||quote(OLD.notes)||','||quote(OLD.title)||','||quote(OLD.artist)||')' FROM undo_open;
    END;
    INSERT INTO grdb_migrations VALUES ('2');
    """#
}

/// A library of version 3 of the tables: the text of everything in it.
enum VersionThree {
  static let schema = #"""
    PRAGMA application_id = 1416784244;
    PRAGMA journal_mode = WAL;
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    CREATE TABLE roots (
      id INTEGER PRIMARY KEY,
      path BLOB NOT NULL UNIQUE,
      is_file INTEGER NOT NULL
    , offline INTEGER NOT NULL DEFAULT 0) STRICT;
    CREATE TABLE folders (
      id INTEGER PRIMARY KEY,
      parent INTEGER REFERENCES folders (id),
      path BLOB NOT NULL UNIQUE,
      order_key BLOB NOT NULL,
      is_mount INTEGER NOT NULL DEFAULT 0
    , offline INTEGER NOT NULL DEFAULT 0, digest INTEGER) STRICT;
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
    , artists TEXT, genres TEXT, title_sort TEXT, artist_sort TEXT, album_artist_sort TEXT, album_sort TEXT, original_date TEXT, track_total INTEGER, disc_total INTEGER, compilation INTEGER NOT NULL DEFAULT 0, track_gain REAL, track_peak REAL, album_gain REAL, album_peak REAL, fingerprint INTEGER, reading INTEGER NOT NULL DEFAULT 0, changed INTEGER NOT NULL DEFAULT 0, set_bpm REAL, set_key INTEGER CHECK (set_key BETWEEN 1 AND 24), shifts_grid INTEGER NOT NULL DEFAULT 0, awaits INTEGER NOT NULL DEFAULT -1) STRICT;
    CREATE INDEX tracks_by_folder ON tracks (folder, missing, duration);
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
    , collapsed INTEGER NOT NULL DEFAULT 0) STRICT;
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
    , query TEXT, query_sort TEXT, query_descending INTEGER NOT NULL DEFAULT 0, query_limit INTEGER) STRICT;
    CREATE INDEX playlists_by_folder ON playlists (folder);
    CREATE TABLE entries (
      id INTEGER PRIMARY KEY,
      playlist INTEGER NOT NULL REFERENCES playlists (id) ON DELETE CASCADE,
      track INTEGER NOT NULL REFERENCES tracks (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      crossfade INTEGER, start_offset INTEGER, end_offset INTEGER, gain REAL,
      notes TEXT NOT NULL DEFAULT ''
    , title TEXT, artist TEXT) STRICT;
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
    , change INTEGER NOT NULL DEFAULT 0, identity INTEGER NOT NULL DEFAULT 0) STRICT;
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
    CREATE TRIGGER entries_updated AFTER UPDATE OF playlist, track, position, crossfade, start_offset, end_offset, gain, notes, title, artist ON entries
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD.playlist IS NOT NEW.playlist OR OLD.track IS NOT NEW.track OR OLD.position IS NOT NEW.position OR OLD.crossfade IS NOT NEW.crossfade OR OLD.start_offset IS NOT NEW.start_offset OR OLD.end_offset IS NOT NEW.end_offset OR OLD.gain IS NOT NEW.gain OR OLD.notes IS NOT NEW.notes OR OLD.title IS NOT NEW.title OR OLD.artist IS NOT NEW.artist) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'UPDATE entries SET playlist='||quote(OLD.playlist)||',track='||quote(OLD.track)||',position='||quote(OLD.position)||',crossfade='||quote(OLD.crossfade)||',start_offset='||quote(OLD.start_offset)||',end_offset='||quote(OLD.end_offset)||',gain='||quote(OLD.gain)||',notes='||quote(OLD.notes)||',title='||quote(OLD.title)||',artist='||quote(OLD.artist)||' WHERE id='||OLD.id FROM undo_open;
    END;
    CREATE TRIGGER entries_inserted AFTER INSERT ON entries WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'DELETE FROM entries WHERE id='||NEW.id FROM undo_open;
    END;
    CREATE TRIGGER entries_deleted AFTER DELETE ON entries WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'INSERT INTO entries (id,playlist,track,position,crossfade,start_offset,end_offset,gain,notes,title,artist) VALUES ('||quote(OLD.id)||','||quote(OLD.playlist)||','||quote(OLD.track)||','||quote(OLD.position)||','||quote(OLD.crossfade)||','||quote(OLD.start_offset)||','||quote(OLD.end_offset)||','||quote(OLD.gain)||','||quote(OLD.notes)||','||quote(OLD.title)||','||quote(OLD.artist)||')' FROM undo_open;
    END;
    CREATE INDEX tracks_by_fingerprint ON tracks (fingerprint, missing DESC)
      WHERE fingerprint IS NOT NULL;
    CREATE TABLE merged_tracks (
      track INTEGER PRIMARY KEY,
      survivor INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX merged_tracks_by_survivor ON merged_tracks (survivor);
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
    CREATE INDEX tracks_by_change ON tracks (changed);
    CREATE TABLE removed_tracks (
      track INTEGER PRIMARY KEY,
      changed INTEGER NOT NULL
    ) STRICT;
    CREATE TRIGGER tracks_marked
    AFTER UPDATE OF rating, reaction, notes, color, plays, last_played, added, fault, missing
    ON tracks
    WHEN OLD.rating <> NEW.rating OR OLD.reaction <> NEW.reaction OR OLD.notes <> NEW.notes
      OR OLD.color IS NOT NEW.color OR OLD.plays <> NEW.plays
      OR OLD.last_played IS NOT NEW.last_played OR OLD.fault IS NOT NEW.fault
      OR OLD.missing <> NEW.missing OR OLD.added <> NEW.added
    BEGIN
      UPDATE revision SET change = change + 1;
      UPDATE tracks SET changed = (SELECT change FROM revision) WHERE id = NEW.id;
    END;
    CREATE TRIGGER tracks_removed AFTER DELETE ON tracks BEGIN
      UPDATE revision SET change = change + 1;
      INSERT OR REPLACE INTO removed_tracks VALUES (OLD.id, (SELECT change FROM revision));
    END;
    CREATE TRIGGER tracks_moved
    AFTER UPDATE OF path, folder, root, size, modified, missing ON tracks BEGIN
      UPDATE folders SET digest = NULL WHERE id IN (OLD.folder, NEW.folder);
    END;
    CREATE TRIGGER tracks_forgotten AFTER DELETE ON tracks BEGIN
      UPDATE folders SET digest = NULL WHERE id = OLD.folder;
    END;
    CREATE TABLE templates (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      source TEXT NOT NULL
    ) STRICT;
    CREATE TABLE plays (
      id INTEGER PRIMARY KEY,
      track INTEGER NOT NULL REFERENCES tracks (id) ON DELETE CASCADE,
      time INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX plays_by_track ON plays (track);
    CREATE TABLE replaced_queues (
      id INTEGER PRIMARY KEY,
      time INTEGER NOT NULL,
      tracks INTEGER NOT NULL,
      title TEXT,
      queue TEXT NOT NULL
    ) STRICT;
    CREATE TRIGGER playlists_updated AFTER UPDATE OF folder, name, notes, color, target_bpm, template, created, modified, query, query_sort, query_descending, query_limit ON playlists
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD.folder IS NOT NEW.folder OR OLD.name IS NOT NEW.name OR OLD.notes IS NOT NEW.notes OR OLD.color IS NOT NEW.color OR OLD.target_bpm IS NOT NEW.target_bpm OR OLD.template IS NOT NEW.template OR OLD.created IS NOT NEW.created OR OLD.modified IS NOT NEW.modified OR OLD.query IS NOT NEW.query OR OLD.query_sort IS NOT NEW.query_sort OR OLD.query_descending IS NOT NEW.query_descending OR OLD.query_limit IS NOT NEW.query_limit) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'UPDATE playlists SET folder='||quote(OLD.folder)||',name='||quote(OLD.name)||',notes='||quote(OLD.notes)||',color='||quote(OLD.color)||',target_bpm='||quote(OLD.target_bpm)||',template='||quote(OLD.template)||',created='||quote(OLD.created)||',modified='||quote(OLD.modified)||',query='||quote(OLD.query)||',query_sort='||quote(OLD.query_sort)||',query_descending='||quote(OLD.query_descending)||',query_limit='||quote(OLD.query_limit)||' WHERE id='||OLD.id FROM undo_open;
    END;
    CREATE TRIGGER playlists_inserted AFTER INSERT ON playlists WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'DELETE FROM playlists WHERE id='||NEW.id FROM undo_open;
    END;
    CREATE TRIGGER playlists_deleted AFTER DELETE ON playlists WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'INSERT INTO playlists (id,folder,name,notes,color,target_bpm,template,created,modified,query,query_sort,query_descending,query_limit) VALUES ('||quote(OLD.id)||','||quote(OLD.folder)||','||quote(OLD.name)||','||quote(OLD.notes)||','||quote(OLD.color)||','||quote(OLD.target_bpm)||','||quote(OLD.template)||','||quote(OLD.created)||','||quote(OLD.modified)||','||quote(OLD.query)||','||quote(OLD.query_sort)||','||quote(OLD.query_descending)||','||quote(OLD.query_limit)||')' FROM undo_open;
    END;
    CREATE TRIGGER templates_updated AFTER UPDATE OF name, source ON templates
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD.name IS NOT NEW.name OR OLD.source IS NOT NEW.source) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'UPDATE templates SET name='||quote(OLD.name)||',source='||quote(OLD.source)||' WHERE id='||OLD.id FROM undo_open;
    END;
    CREATE TRIGGER templates_inserted AFTER INSERT ON templates WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'DELETE FROM templates WHERE id='||NEW.id FROM undo_open;
    END;
    CREATE TRIGGER templates_deleted AFTER DELETE ON templates WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'INSERT INTO templates (id,name,source) VALUES ('||quote(OLD.id)||','||quote(OLD.name)||','||quote(OLD.source)||')' FROM undo_open;
    END;
    CREATE TRIGGER playlist_folders_updated AFTER UPDATE OF parent, name ON playlist_folders
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD.parent IS NOT NEW.parent OR OLD.name IS NOT NEW.name) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'UPDATE playlist_folders SET parent='||quote(OLD.parent)||',name='||quote(OLD.name)||' WHERE id='||OLD.id FROM undo_open;
    END;
    CREATE TRIGGER playlist_folders_inserted AFTER INSERT ON playlist_folders WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'DELETE FROM playlist_folders WHERE id='||NEW.id FROM undo_open;
    END;
    CREATE TRIGGER playlist_folders_deleted AFTER DELETE ON playlist_folders WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'INSERT INTO playlist_folders (id,parent,name,collapsed) VALUES ('||quote(OLD.id)||','||quote(OLD.parent)||','||quote(OLD.name)||','||quote(OLD.collapsed)||')' FROM undo_open;
    END;
    CREATE INDEX entries_by_crossfade ON entries (playlist) WHERE crossfade > 0;
    CREATE TRIGGER merged_tracks_updated AFTER UPDATE OF survivor ON merged_tracks
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD.survivor IS NOT NEW.survivor) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'UPDATE merged_tracks SET survivor='||quote(OLD.survivor)||' WHERE track='||OLD.track FROM undo_open;
    END;
    CREATE TRIGGER merged_tracks_inserted AFTER INSERT ON merged_tracks WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'DELETE FROM merged_tracks WHERE track='||NEW.track FROM undo_open;
    END;
    CREATE TRIGGER merged_tracks_deleted AFTER DELETE ON merged_tracks WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'INSERT INTO merged_tracks (track,survivor) VALUES ('||quote(OLD.track)||','||quote(OLD.survivor)||')' FROM undo_open;
    END;
    CREATE TRIGGER plays_updated AFTER UPDATE OF track, time ON plays
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD.track IS NOT NEW.track OR OLD.time IS NOT NEW.time) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'UPDATE plays SET track='||quote(OLD.track)||',time='||quote(OLD.time)||' WHERE id='||OLD.id FROM undo_open;
    END;
    CREATE TRIGGER plays_inserted AFTER INSERT ON plays WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'DELETE FROM plays WHERE id='||NEW.id FROM undo_open;
    END;
    CREATE TRIGGER plays_deleted AFTER DELETE ON plays WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'INSERT INTO plays (id,track,time) VALUES ('||quote(OLD.id)||','||quote(OLD.track)||','||quote(OLD.time)||')' FROM undo_open;
    END;
    CREATE TRIGGER tracks_counted AFTER UPDATE OF plays, last_played, added ON tracks
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD.plays <> NEW.plays
      OR OLD.last_played IS NOT NEW.last_played OR OLD.added <> NEW.added)
    BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step,
        'UPDATE tracks SET plays=max(0,plays-('||(NEW.plays-OLD.plays)||')),last_played='
        ||'CASE WHEN last_played IS '||quote(NEW.last_played)||' THEN '||quote(OLD.last_played)
        ||' ELSE last_played END,added='||OLD.added||' WHERE id='||OLD.id
      FROM undo_open;
    END;
    CREATE INDEX tracks_by_awaiting ON tracks (added, root, folder)
      WHERE awaits <> 0 AND missing = 0;
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
    CREATE TRIGGER tracks_heard_anew AFTER UPDATE OF fingerprint, size, modified ON tracks
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
      UPDATE tracks SET shifts_grid = 0
      WHERE id = NEW.id AND shifts_grid <> 0
        AND NOT EXISTS (SELECT 1 FROM analyses WHERE track = NEW.id)
        AND CASE WHEN OLD.fingerprint IS NOT NULL AND NEW.fingerprint IS NOT NULL
          THEN OLD.fingerprint <> NEW.fingerprint
          ELSE OLD.size <> NEW.size OR OLD.modified <> NEW.modified END;
    END;
    CREATE TRIGGER tracks_corrected AFTER UPDATE OF set_bpm, set_key, shifts_grid ON tracks
    WHEN OLD.set_bpm IS NOT NEW.set_bpm OR OLD.set_key IS NOT NEW.set_key
      OR OLD.shifts_grid <> NEW.shifts_grid
    BEGIN
      UPDATE revision SET change = change + 1, tracks = tracks + 1;
      UPDATE tracks SET changed = (SELECT change FROM revision) WHERE id = NEW.id;
    END;
    CREATE TRIGGER tracks_updated AFTER UPDATE OF rating, reaction, notes, color, set_bpm, set_key, shifts_grid ON tracks
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD.rating IS NOT NEW.rating OR OLD.reaction IS NOT NEW.reaction OR OLD.notes IS NOT NEW.notes OR OLD.color IS NOT NEW.color OR OLD.set_bpm IS NOT NEW.set_bpm OR OLD.set_key IS NOT NEW.set_key OR OLD.shifts_grid IS NOT NEW.shifts_grid) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'UPDATE tracks SET rating='||quote(OLD.rating)||',reaction='||quote(OLD.reaction)||',notes='||quote(OLD.notes)||',color='||quote(OLD.color)||',set_bpm='||quote(OLD.set_bpm)||',set_key='||quote(OLD.set_key)||',shifts_grid='||quote(OLD.shifts_grid)||' WHERE id='||OLD.id FROM undo_open;
    END;
    CREATE TRIGGER analyses_gone AFTER DELETE ON analyses BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step,
        'INSERT OR REPLACE INTO analyses (track,fingerprint,size,modified,tempo_version,key_version,loudness_version,edges_version,energy_version,waveform_version,bpm,bpm_confidence,bpm_alternative,is_constant,grid_anchor,grid_period,key,key_confidence,key_alternative,tuning,loudness,loudness_range,true_peak,sound_start,sound_end,audible_start,audible_end,fade_out,energy,mix_in,mix_out,fault,histogram,beats)'
        ||' VALUES ('||OLD.track||','||quote(OLD.fingerprint)||','||quote(OLD.size)||','||quote(OLD.modified)||','||quote(OLD.tempo_version)||','||quote(OLD.key_version)||','||quote(OLD.loudness_version)||','||quote(OLD.edges_version)||','||quote(OLD.energy_version)||','||quote(OLD.waveform_version)||','||quote(OLD.bpm)||','||quote(OLD.bpm_confidence)||','||quote(OLD.bpm_alternative)||','||quote(OLD.is_constant)||','||quote(OLD.grid_anchor)||','||quote(OLD.grid_period)||','||quote(OLD.key)||','||quote(OLD.key_confidence)||','||quote(OLD.key_alternative)||','||quote(OLD.tuning)||','||quote(OLD.loudness)||','||quote(OLD.loudness_range)||','||quote(OLD.true_peak)||','||quote(OLD.sound_start)||','||quote(OLD.sound_end)||','||quote(OLD.audible_start)||','||quote(OLD.audible_end)||','||quote(OLD.fade_out)||','||quote(OLD.energy)||','||quote(OLD.mix_in)||','||quote(OLD.mix_out)||','||quote(OLD.fault)||','||quote(OLD.histogram)||','||quote(OLD.beats)||');'
        ||coalesce((SELECT 'UPDATE tracks SET awaits='||awaits||' WHERE id='||id||';'
          FROM tracks WHERE id = OLD.track), '')
      FROM undo_open;
      UPDATE tracks SET awaits = -1 WHERE id = OLD.track;
    END;
    CREATE TRIGGER analyses_taken_over AFTER INSERT ON analyses
    WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step,
        'DELETE FROM analyses WHERE track='||NEW.track FROM undo_open;
    END;
    CREATE TRIGGER tracks_taken_out AFTER DELETE ON tracks WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'DELETE FROM tracks WHERE path='||quote(OLD.path)||';INSERT INTO tracks (id,path,root,folder,title,artist,album_artist,album,genre,date,year,track,disc,bpm,key,duration,codec,container,sample_rate,bit_depth,channels,bit_rate,has_art,size,modified,added,last_played,plays,rating,reaction,notes,color,missing,fault,credit,title_key,artist_key,album_key,genre_key,credit_key,name_key,artists,genres,title_sort,artist_sort,album_artist_sort,album_sort,original_date,track_total,disc_total,compilation,track_gain,track_peak,album_gain,album_peak,fingerprint,reading,changed,set_bpm,set_key,shifts_grid,awaits) VALUES ('||quote(OLD.id)||','||quote(OLD.path)||','||quote(OLD.root)||','||quote(OLD.folder)||','||quote(OLD.title)||','||quote(OLD.artist)||','||quote(OLD.album_artist)||','||quote(OLD.album)||','||quote(OLD.genre)||','||quote(OLD.date)||','||quote(OLD.year)||','||quote(OLD.track)||','||quote(OLD.disc)||','||quote(OLD.bpm)||','||quote(OLD.key)||','||quote(OLD.duration)||','||quote(OLD.codec)||','||quote(OLD.container)||','||quote(OLD.sample_rate)||','||quote(OLD.bit_depth)||','||quote(OLD.channels)||','||quote(OLD.bit_rate)||','||quote(OLD.has_art)||','||quote(OLD.size)||','||quote(OLD.modified)||','||quote(OLD.added)||','||quote(OLD.last_played)||','||quote(OLD.plays)||','||quote(OLD.rating)||','||quote(OLD.reaction)||','||quote(OLD.notes)||','||quote(OLD.color)||','||quote(OLD.missing)||','||quote(OLD.fault)||','||quote(OLD.credit)||','||quote(OLD.title_key)||','||quote(OLD.artist_key)||','||quote(OLD.album_key)||','||quote(OLD.genre_key)||','||quote(OLD.credit_key)||','||quote(OLD.name_key)||','||quote(OLD.artists)||','||quote(OLD.genres)||','||quote(OLD.title_sort)||','||quote(OLD.artist_sort)||','||quote(OLD.album_artist_sort)||','||quote(OLD.album_sort)||','||quote(OLD.original_date)||','||quote(OLD.track_total)||','||quote(OLD.disc_total)||','||quote(OLD.compilation)||','||quote(OLD.track_gain)||','||quote(OLD.track_peak)||','||quote(OLD.album_gain)||','||quote(OLD.album_peak)||','||quote(OLD.fingerprint)||','||quote(OLD.reading)||','||quote(OLD.changed)||','||quote(OLD.set_bpm)||','||quote(OLD.set_key)||','||quote(OLD.shifts_grid)||','||quote(OLD.awaits)||')' FROM undo_open;
      UPDATE revision SET tracks = tracks + 1;
    END;
    CREATE TRIGGER tracks_brought_back AFTER INSERT ON tracks WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, statement) SELECT step, 'DELETE FROM tracks WHERE id='||NEW.id FROM undo_open;
      DELETE FROM removed_tracks WHERE track = NEW.id;
    UPDATE revision SET change = change + 1, tracks = tracks + 1;
    UPDATE tracks SET changed = (SELECT change FROM revision),
      root = (SELECT id FROM roots WHERE id = NEW.root) WHERE id = NEW.id;
    END;
    INSERT INTO grdb_migrations VALUES ('1'), ('2'), ('3');
    INSERT INTO slots (slot) VALUES (1), (2), (3);
    INSERT INTO revision (tracks, marks, lists, identity) VALUES (0, 0, 0, 7);
    INSERT INTO analysis_versions VALUES
      ('tempo', 1), ('key', 2), ('loudness', 1), ('edges', 1), ('energy', 1), ('waveform', 1);
    """#

  /// Two tracks with an analysis of one, a playlist with both, a cue and a play.
  static let content = #"""
    INSERT INTO roots VALUES (1, CAST('/m' AS BLOB), 0, 0);
    INSERT INTO folders VALUES (1, NULL, CAST('/m' AS BLOB), X'2F6D', 0, 0, NULL);
    INSERT INTO tracks (id, path, root, folder, title, artist, duration, codec, container,
      sample_rate, channels, has_art, size, modified, added, plays, rating, notes, credit,
      title_key, artist_key, album_key, genre_key, credit_key, name_key, fingerprint)
    SELECT id, CAST('/m/' || id || '.flac' AS BLOB), 1, 1, 'Title ' || id, 'Artist', 180000000,
      'flac', 'flac', 44100, 2, 0, 1000, 5, 7, 3, 4, 'mine', 'Artist', X'01', X'01', X'FF', X'FF',
      X'01', X'01', id * -9000000000000000
    FROM (SELECT 1 AS id UNION SELECT 2);
    INSERT INTO analyses (track, fingerprint, size, modified, bpm, beats)
    VALUES (1, -9000000000000000, 1000, 5, 128.000123, X'00FF');
    INSERT INTO cues VALUES (1, 1, 1000000, NULL, 'hot', 'red', 'drop');
    INSERT INTO playlists (id, name, created, modified) VALUES (1, 'Peak', 11, 12);
    INSERT INTO entries (id, playlist, track, position, gain) VALUES (1, 1, 1, 65536, -3.3),
      (2, 1, 2, 131072, NULL);
    INSERT INTO plays VALUES (1, 1, 70);
    """#
}
