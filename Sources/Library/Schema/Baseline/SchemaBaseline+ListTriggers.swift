extension SchemaBaseline {
  /// Triggers of lists.
  static let listTriggers = """
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
    CREATE TRIGGER playlist_folders_updated AFTER UPDATE OF "parent", "name" ON playlist_folders
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD."parent" IS NOT NEW."parent" OR OLD."name" \
    IS NOT NEW."name") BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'playlist_folders', 'update', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('parent', OLD."parent", NEW."parent"),
            ('name', OLD."name", NEW."name"))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER playlist_folders_inserted AFTER INSERT ON playlist_folders WHEN EXISTS \
    (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'playlist_folders', 'delete', NEW.id FROM undo_open;
    END;
    CREATE TRIGGER playlist_folders_deleted AFTER DELETE ON playlist_folders WHEN EXISTS \
    (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'playlist_folders', 'insert', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('parent', OLD."parent", NULL),
            ('name', OLD."name", NULL),
            ('collapsed', OLD."collapsed", NULL))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER playlists_updated AFTER UPDATE OF "folder", "name", "notes", "color", \
    "target_bpm", "template", "created", "modified", "query", "query_sort", "query_descending", \
    "query_limit" ON playlists
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD."folder" IS NOT NEW."folder" OR OLD."name" \
    IS NOT NEW."name" OR OLD."notes" IS NOT NEW."notes" OR OLD."color" IS NOT NEW."color" OR \
    OLD."target_bpm" IS NOT NEW."target_bpm" OR OLD."template" IS NOT NEW."template" OR \
    OLD."created" IS NOT NEW."created" OR OLD."modified" IS NOT NEW."modified" OR OLD."query" \
    IS NOT NEW."query" OR OLD."query_sort" IS NOT NEW."query_sort" OR OLD."query_descending" IS \
    NOT NEW."query_descending" OR OLD."query_limit" IS NOT NEW."query_limit") BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'playlists', 'update', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('folder', OLD."folder", NEW."folder"),
            ('name', OLD."name", NEW."name"),
            ('notes', OLD."notes", NEW."notes"),
            ('color', OLD."color", NEW."color"),
            ('target_bpm', OLD."target_bpm", NEW."target_bpm"),
            ('template', OLD."template", NEW."template"),
            ('created', OLD."created", NEW."created"),
            ('modified', OLD."modified", NEW."modified"),
            ('query', OLD."query", NEW."query"),
            ('query_sort', OLD."query_sort", NEW."query_sort"),
            ('query_descending', OLD."query_descending", NEW."query_descending"),
            ('query_limit', OLD."query_limit", NEW."query_limit"))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER playlists_inserted AFTER INSERT ON playlists WHEN EXISTS (SELECT 1 FROM \
    undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'playlists', 'delete', NEW.id FROM undo_open;
    END;
    CREATE TRIGGER playlists_deleted AFTER DELETE ON playlists WHEN EXISTS (SELECT 1 FROM \
    undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'playlists', 'insert', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('folder', OLD."folder", NULL),
            ('name', OLD."name", NULL),
            ('notes', OLD."notes", NULL),
            ('color', OLD."color", NULL),
            ('target_bpm', OLD."target_bpm", NULL),
            ('template', OLD."template", NULL),
            ('created', OLD."created", NULL),
            ('modified', OLD."modified", NULL),
            ('query', OLD."query", NULL),
            ('query_sort', OLD."query_sort", NULL),
            ('query_descending', OLD."query_descending", NULL),
            ('query_limit', OLD."query_limit", NULL))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER entries_updated AFTER UPDATE OF "playlist", "track", "position", \
    "crossfade", "start_offset", "end_offset", "gain", "notes", "title", "artist" ON entries
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD."playlist" IS NOT NEW."playlist" OR \
    OLD."track" IS NOT NEW."track" OR OLD."position" IS NOT NEW."position" OR OLD."crossfade" \
    IS NOT NEW."crossfade" OR OLD."start_offset" IS NOT NEW."start_offset" OR OLD."end_offset" \
    IS NOT NEW."end_offset" OR OLD."gain" IS NOT NEW."gain" OR OLD."notes" IS NOT NEW."notes" \
    OR OLD."title" IS NOT NEW."title" OR OLD."artist" IS NOT NEW."artist") BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'entries', 'update', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('playlist', OLD."playlist", NEW."playlist"),
            ('track', OLD."track", NEW."track"),
            ('position', OLD."position", NEW."position"),
            ('crossfade', OLD."crossfade", NEW."crossfade"),
            ('start_offset', OLD."start_offset", NEW."start_offset"),
            ('end_offset', OLD."end_offset", NEW."end_offset"),
            ('gain', OLD."gain", NEW."gain"),
            ('notes', OLD."notes", NEW."notes"),
            ('title', OLD."title", NEW."title"),
            ('artist', OLD."artist", NEW."artist"))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER entries_inserted AFTER INSERT ON entries WHEN EXISTS (SELECT 1 FROM \
    undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'entries', 'delete', NEW.id FROM undo_open;
    END;
    CREATE TRIGGER entries_deleted AFTER DELETE ON entries WHEN EXISTS (SELECT 1 FROM \
    undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'entries', 'insert', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('playlist', OLD."playlist", NULL),
            ('track', OLD."track", NULL),
            ('position', OLD."position", NULL),
            ('crossfade', OLD."crossfade", NULL),
            ('start_offset', OLD."start_offset", NULL),
            ('end_offset', OLD."end_offset", NULL),
            ('gain', OLD."gain", NULL),
            ('notes', OLD."notes", NULL),
            ('title', OLD."title", NULL),
            ('artist', OLD."artist", NULL))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER cues_updated AFTER UPDATE OF "track", "time", "end_time", "type", "color", \
    "name" ON cues
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD."track" IS NOT NEW."track" OR OLD."time" IS \
    NOT NEW."time" OR OLD."end_time" IS NOT NEW."end_time" OR OLD."type" IS NOT NEW."type" OR \
    OLD."color" IS NOT NEW."color" OR OLD."name" IS NOT NEW."name") BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'cues', 'update', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('track', OLD."track", NEW."track"),
            ('time', OLD."time", NEW."time"),
            ('end_time', OLD."end_time", NEW."end_time"),
            ('type', OLD."type", NEW."type"),
            ('color', OLD."color", NEW."color"),
            ('name', OLD."name", NEW."name"))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER cues_inserted AFTER INSERT ON cues WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'cues', 'delete', NEW.id FROM undo_open;
    END;
    CREATE TRIGGER cues_deleted AFTER DELETE ON cues WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'cues', 'insert', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('track', OLD."track", NULL),
            ('time', OLD."time", NULL),
            ('end_time', OLD."end_time", NULL),
            ('type', OLD."type", NULL),
            ('color', OLD."color", NULL),
            ('name', OLD."name", NULL))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER slots_updated AFTER UPDATE OF "playlist" ON slots
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD."playlist" IS NOT NEW."playlist") BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'slots', 'update', OLD.slot FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('playlist', OLD."playlist", NEW."playlist"))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER templates_updated AFTER UPDATE OF "name", "source" ON templates
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD."name" IS NOT NEW."name" OR OLD."source" IS \
    NOT NEW."source") BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'templates', 'update', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('name', OLD."name", NEW."name"),
            ('source', OLD."source", NEW."source"))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER templates_inserted AFTER INSERT ON templates WHEN EXISTS (SELECT 1 FROM \
    undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'templates', 'delete', NEW.id FROM undo_open;
    END;
    CREATE TRIGGER templates_deleted AFTER DELETE ON templates WHEN EXISTS (SELECT 1 FROM \
    undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'templates', 'insert', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('name', OLD."name", NULL),
            ('source', OLD."source", NULL))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER merged_tracks_updated AFTER UPDATE OF "survivor" ON merged_tracks
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD."survivor" IS NOT NEW."survivor") BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'merged_tracks', 'update', OLD.track FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('survivor', OLD."survivor", NEW."survivor"))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER merged_tracks_inserted AFTER INSERT ON merged_tracks WHEN EXISTS (SELECT 1 \
    FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'merged_tracks', 'delete', NEW.track FROM undo_open;
    END;
    CREATE TRIGGER merged_tracks_deleted AFTER DELETE ON merged_tracks WHEN EXISTS (SELECT 1 \
    FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'merged_tracks', 'insert', OLD.track FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('survivor', OLD."survivor", NULL))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER plays_updated AFTER UPDATE OF "track", "time" ON plays
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD."track" IS NOT NEW."track" OR OLD."time" IS \
    NOT NEW."time") BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'plays', 'update', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('track', OLD."track", NEW."track"),
            ('time', OLD."time", NEW."time"))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER plays_inserted AFTER INSERT ON plays WHEN EXISTS (SELECT 1 FROM undo_open) \
    BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'plays', 'delete', NEW.id FROM undo_open;
    END;
    CREATE TRIGGER plays_deleted AFTER DELETE ON plays WHEN EXISTS (SELECT 1 FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'plays', 'insert', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('track', OLD."track", NULL),
            ('time', OLD."time", NULL))
        WHERE value IS NOT other;
    END;
    """
}
