internal import GRDB

/// Additions of version 8: audiobooks.
extension Schema {
  static func version8(_ db: Database) throws {
    try db.execute(
      sql: bookTables + UndoTable.version8.map { ChangeLog.triggers($0) }.joined(separator: "\n")
        + bookTriggers)
  }

  /// Durations and places are microseconds; `updated`, `started`, `finished` and `created` are
  /// milliseconds since 1970, `added` is seconds. `details` and `facts` are JSON, `jumps` is a list
  /// of microseconds. `stated_chapters` are those of a document beside the files, in JSON; without
  /// them the chapters of the files count.
  ///
  /// A book whose tracks have left the library is `gone`: it keeps its parts, by which it is found
  /// again, so none of these tables refers to tracks by a foreign key. `key` finds books of new
  /// tracks.
  ///
  /// A row of `book_files` holds what was read of a file with this size and time, its chapters are
  /// rows of `chapters`. A choice with a folder is about all tracks of it, and `track` is one of
  /// them, by which a moved folder is found. `book_state` has the number of the last change that
  /// books were formed from.
  private static let bookTables = """
    CREATE TABLE books (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      key TEXT UNIQUE,
      title TEXT NOT NULL,
      details TEXT NOT NULL,
      chapters INTEGER NOT NULL DEFAULT 0,
      stated_chapters TEXT,
      added INTEGER NOT NULL,
      gone INTEGER NOT NULL DEFAULT 0,
      place INTEGER NOT NULL DEFAULT 0,
      is_finished INTEGER NOT NULL DEFAULT 0,
      is_hidden INTEGER NOT NULL DEFAULT 0,
      updated INTEGER NOT NULL DEFAULT 0,
      started INTEGER, finished INTEGER,
      speed REAL,
      jumps TEXT
    ) STRICT;
    CREATE TABLE book_parts (
      book INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      track INTEGER NOT NULL,
      duration INTEGER NOT NULL,
      PRIMARY KEY (book, position)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX book_parts_by_track ON book_parts (track);
    CREATE TABLE book_files (
      track INTEGER PRIMARY KEY,
      size INTEGER NOT NULL, modified INTEGER NOT NULL,
      facts TEXT NOT NULL
    ) STRICT;
    CREATE TABLE chapters (
      track INTEGER NOT NULL REFERENCES book_files (track) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      title TEXT NOT NULL,
      start INTEGER NOT NULL, end_time INTEGER NOT NULL,
      PRIMARY KEY (track, position)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE bookmarks (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      book INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      note TEXT NOT NULL,
      created INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX bookmarks_by_book ON bookmarks (book, place);
    CREATE TABLE book_choices (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      folder BLOB UNIQUE,
      track INTEGER NOT NULL,
      is_book INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX book_choices_by_track ON book_choices (track) WHERE folder IS NULL;
    CREATE TABLE book_state (change INTEGER NOT NULL) STRICT;
    INSERT INTO book_state VALUES (0);

    """

  /// A choice, and its undo, changes the tracks that it is about, whose folders are then looked at.
  /// An undone change of progress is a newer one, so that it reaches other clients.
  private static let bookTriggers =
    [("INSERT", "NEW"), ("UPDATE OF folder, is_book", "NEW"), ("DELETE", "OLD")].map { event, row in
      """
      CREATE TRIGGER book_choices_after_\(event.prefix { $0 != " " }.lowercased())
      AFTER \(event) ON book_choices BEGIN
        UPDATE revision SET change = change + 1;
        UPDATE tracks SET changed = (SELECT change FROM revision)
        WHERE id = \(row).track OR folder = (SELECT id FROM folders WHERE path = \(row).folder);
      END;

      """
    }.joined() + """
      CREATE TRIGGER books_changed AFTER UPDATE OF is_finished, is_hidden ON books
      WHEN NEW.updated = OLD.updated AND NEW.updated < \(Database.lastNumber)
        AND (NEW.is_finished <> OLD.is_finished OR NEW.is_hidden <> OLD.is_hidden)
      BEGIN
        UPDATE books SET updated = updated + 1 WHERE id = NEW.id;
      END;
      """
}
