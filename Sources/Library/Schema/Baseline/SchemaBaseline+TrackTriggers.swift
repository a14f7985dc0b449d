extension SchemaBaseline {
  /// Triggers of tracks, marks and analyses.
  static let trackTriggers = """
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
    CREATE TRIGGER tracks_taken_out AFTER DELETE ON tracks WHEN EXISTS (SELECT 1 FROM \
    undo_open) BEGIN
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
    CREATE TRIGGER tracks_brought_back AFTER INSERT ON tracks WHEN EXISTS (SELECT 1 FROM \
    undo_open) BEGIN
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
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD.rating <> 0 OR OLD.reaction <> 0 OR \
    OLD.notes <> ''
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
    CREATE TRIGGER analyses_taken_over AFTER INSERT ON analyses WHEN EXISTS (SELECT 1 FROM \
    undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'analyses', 'delete', NEW.track FROM undo_open;
    END;
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
    CREATE TRIGGER variations_left BEFORE DELETE ON tracks
    WHEN EXISTS (SELECT 1 FROM labels WHERE primary_track = OLD.id) BEGIN
      UPDATE labels SET primary_track = nullif(heirs.heir, labels.track)
      FROM (SELECT min(track) AS heir FROM labels WHERE primary_track = OLD.id) AS heirs
      WHERE labels.primary_track = OLD.id;
    END;
    """
}
