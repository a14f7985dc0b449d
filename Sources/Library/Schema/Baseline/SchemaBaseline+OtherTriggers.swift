extension SchemaBaseline {
  /// Triggers of audiobooks, labels and comments.
  static let otherTriggers = """
    CREATE TRIGGER books_updated AFTER UPDATE OF "is_finished", "finished", "is_hidden" ON books
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD."is_finished" IS NOT NEW."is_finished" OR \
    OLD."finished" IS NOT NEW."finished" OR OLD."is_hidden" IS NOT NEW."is_hidden") BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'books', 'update', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('is_finished', OLD."is_finished", NEW."is_finished"),
            ('finished', OLD."finished", NEW."finished"),
            ('is_hidden', OLD."is_hidden", NEW."is_hidden"))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER bookmarks_updated AFTER UPDATE OF "book", "place", "note", "created" ON \
    bookmarks
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD."book" IS NOT NEW."book" OR OLD."place" IS \
    NOT NEW."place" OR OLD."note" IS NOT NEW."note" OR OLD."created" IS NOT NEW."created") BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'bookmarks', 'update', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('book', OLD."book", NEW."book"),
            ('place', OLD."place", NEW."place"),
            ('note', OLD."note", NEW."note"),
            ('created', OLD."created", NEW."created"))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER bookmarks_inserted AFTER INSERT ON bookmarks WHEN EXISTS (SELECT 1 FROM \
    undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'bookmarks', 'delete', NEW.id FROM undo_open;
    END;
    CREATE TRIGGER bookmarks_deleted AFTER DELETE ON bookmarks WHEN EXISTS (SELECT 1 FROM \
    undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'bookmarks', 'insert', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('book', OLD."book", NULL),
            ('place', OLD."place", NULL),
            ('note', OLD."note", NULL),
            ('created', OLD."created", NULL))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER book_choices_updated AFTER UPDATE OF "folder", "track", "is_book" ON \
    book_choices
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD."folder" IS NOT NEW."folder" OR OLD."track" \
    IS NOT NEW."track" OR OLD."is_book" IS NOT NEW."is_book") BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'book_choices', 'update', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('folder', OLD."folder", NEW."folder"),
            ('track', OLD."track", NEW."track"),
            ('is_book', OLD."is_book", NEW."is_book"))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER book_choices_inserted AFTER INSERT ON book_choices WHEN EXISTS (SELECT 1 \
    FROM undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'book_choices', 'delete', NEW.id FROM undo_open;
    END;
    CREATE TRIGGER book_choices_deleted AFTER DELETE ON book_choices WHEN EXISTS (SELECT 1 FROM \
    undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'book_choices', 'insert', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('folder', OLD."folder", NULL),
            ('track', OLD."track", NULL),
            ('is_book', OLD."is_book", NULL))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER book_choices_after_insert
    AFTER INSERT ON book_choices BEGIN
      UPDATE revision SET change = change + 1;
      UPDATE tracks SET changed = (SELECT change FROM revision)
      WHERE id = NEW.track OR folder = (SELECT id FROM folders WHERE path = NEW.folder);
    END;
    CREATE TRIGGER book_choices_after_update
    AFTER UPDATE OF folder, is_book ON book_choices BEGIN
      UPDATE revision SET change = change + 1;
      UPDATE tracks SET changed = (SELECT change FROM revision)
      WHERE id = NEW.track OR folder = (SELECT id FROM folders WHERE path = NEW.folder);
    END;
    CREATE TRIGGER book_choices_after_delete
    AFTER DELETE ON book_choices BEGIN
      UPDATE revision SET change = change + 1;
      UPDATE tracks SET changed = (SELECT change FROM revision)
      WHERE id = OLD.track OR folder = (SELECT id FROM folders WHERE path = OLD.folder);
    END;
    CREATE TRIGGER books_changed AFTER UPDATE OF is_finished, is_hidden ON books
    WHEN NEW.updated = OLD.updated AND NEW.updated < 4611686018427387904
      AND (NEW.is_finished <> OLD.is_finished OR NEW.is_hidden <> OLD.is_hidden)
    BEGIN
      UPDATE books SET updated = updated + 1 WHERE id = NEW.id;
    END;
    CREATE TRIGGER labels_made AFTER INSERT ON labels
    WHEN (NEW.category IS NOT NULL OR NEW.tags <> '' OR NEW.collection IS NOT NULL
      OR NEW.mood IS NOT NULL OR NEW.time_signature IS NOT NULL OR NEW.primary_track IS NOT NULL)
    BEGIN
      UPDATE revision SET change = change + 1, tracks = tracks + 1;
      UPDATE tracks SET changed = (SELECT change FROM revision) WHERE id = NEW.track;
    END;
    CREATE TRIGGER labels_changed AFTER UPDATE ON labels
    WHEN OLD.category IS NOT NEW.category OR OLD.tags <> NEW.tags
      OR OLD.collection IS NOT NEW.collection OR OLD.mood IS NOT NEW.mood
      OR OLD.time_signature IS NOT NEW.time_signature
      OR OLD.primary_track IS NOT NEW.primary_track
    BEGIN
      UPDATE revision SET change = change + 1, tracks = tracks + 1;
      UPDATE tracks SET changed = (SELECT change FROM revision) WHERE id = NEW.track;
    END;
    CREATE TRIGGER labels_emptied AFTER UPDATE ON labels
    WHEN NOT (NEW.category IS NOT NULL OR NEW.tags <> '' OR NEW.collection IS NOT NULL
      OR NEW.mood IS NOT NULL OR NEW.time_signature IS NOT NULL OR NEW.primary_track IS NOT NULL)
    BEGIN
      DELETE FROM labels WHERE track = NEW.track;
    END;
    CREATE TRIGGER labels_updated AFTER UPDATE ON labels
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD.category IS NOT NEW.category
      OR OLD.tags <> NEW.tags OR OLD.collection IS NOT NEW.collection OR OLD.mood IS NOT NEW.mood
      OR OLD.time_signature IS NOT NEW.time_signature
      OR OLD.primary_track IS NOT NEW.primary_track)
    BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'labels', 'update', OLD.track FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
        SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
        ('category', OLD.category, NEW.category), ('tags', OLD.tags, NEW.tags),
        ('collection', OLD.collection, NEW.collection), ('mood', OLD.mood, NEW.mood),
        ('time_signature', OLD.time_signature, NEW.time_signature),
        ('primary_track', OLD.primary_track, NEW.primary_track))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER labels_deleted AFTER DELETE ON labels
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD.category IS NOT NULL OR OLD.tags <> ''
      OR OLD.collection IS NOT NULL OR OLD.mood IS NOT NULL OR OLD.time_signature IS NOT NULL
      OR OLD.primary_track IS NOT NULL)
    BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'labels', 'insert', OLD.track FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
        SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
        ('category', OLD.category, NULL), ('tags', OLD.tags, NULL),
        ('collection', OLD.collection, NULL), ('mood', OLD.mood, NULL),
        ('time_signature', OLD.time_signature, NULL), ('primary_track', OLD.primary_track, NULL))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER comments_updated AFTER UPDATE OF "uuid", "track", "place", "author", "text", \
    "created", "edited" ON comments
    WHEN EXISTS (SELECT 1 FROM undo_open) AND (OLD."uuid" IS NOT NEW."uuid" OR OLD."track" IS \
    NOT NEW."track" OR OLD."place" IS NOT NEW."place" OR OLD."author" IS NOT NEW."author" OR \
    OLD."text" IS NOT NEW."text" OR OLD."created" IS NOT NEW."created" OR OLD."edited" IS NOT \
    NEW."edited") BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'comments', 'update', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('uuid', OLD."uuid", NEW."uuid"),
            ('track', OLD."track", NEW."track"),
            ('place', OLD."place", NEW."place"),
            ('author', OLD."author", NEW."author"),
            ('text', OLD."text", NEW."text"),
            ('created', OLD."created", NEW."created"),
            ('edited', OLD."edited", NEW."edited"))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER comments_inserted AFTER INSERT ON comments WHEN EXISTS (SELECT 1 FROM \
    undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'comments', 'delete', NEW.id FROM undo_open;
    END;
    CREATE TRIGGER comments_deleted AFTER DELETE ON comments WHEN EXISTS (SELECT 1 FROM \
    undo_open) BEGIN
      INSERT INTO undo_changes (step, target, operation, row)
        SELECT step, 'comments', 'insert', OLD.id FROM undo_open;
      INSERT INTO undo_values (change, field, value)
        SELECT last_insert_rowid(), field, value FROM (
          SELECT NULL AS field, NULL AS value, NULL AS other WHERE 0 UNION ALL VALUES
          ('uuid', OLD."uuid", NULL),
            ('track', OLD."track", NULL),
            ('place', OLD."place", NULL),
            ('author', OLD."author", NULL),
            ('text', OLD."text", NULL),
            ('created', OLD."created", NULL),
            ('edited', OLD."edited", NULL))
        WHERE value IS NOT other;
    END;
    CREATE TRIGGER comments_of_merged_insert
    AFTER INSERT ON comments
    WHEN EXISTS (SELECT 1 FROM merged_tracks WHERE track = NEW.track) BEGIN
      UPDATE comments SET track = (SELECT survivor FROM merged_tracks WHERE track = NEW.track)
      WHERE id = NEW.id;
    END;
    CREATE TRIGGER comments_of_merged_update
    AFTER UPDATE OF track ON comments
    WHEN EXISTS (SELECT 1 FROM merged_tracks WHERE track = NEW.track) BEGIN
      UPDATE comments SET track = (SELECT survivor FROM merged_tracks WHERE track = NEW.track)
      WHERE id = NEW.id;
    END;
    """
}
