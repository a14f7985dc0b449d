extension SchemaBaseline {
  /// Tables of audiobooks, labels and comments.
  static let bookTables = """
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
    CREATE TABLE labels (
      track INTEGER PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE,
      category TEXT,
      tags TEXT NOT NULL DEFAULT '',
      collection TEXT,
      mood TEXT,
      time_signature TEXT,
      primary_track INTEGER REFERENCES tracks (id) ON DELETE SET NULL
    ) STRICT;
    CREATE INDEX labels_by_primary ON labels (primary_track) WHERE primary_track IS NOT NULL;
    CREATE TABLE comments (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      uuid TEXT NOT NULL UNIQUE,
      track INTEGER NOT NULL REFERENCES tracks (id) ON DELETE CASCADE,
      place INTEGER,
      author TEXT,
      text TEXT NOT NULL,
      created INTEGER NOT NULL,
      edited INTEGER
    ) STRICT;
    CREATE INDEX comments_by_track ON comments (track, created);
    """
}
