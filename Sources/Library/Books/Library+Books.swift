internal import GRDB
package import Music

extension Library {
  /// All books by title, but those whose tracks have left the library.
  package func books() async throws(LibraryError) -> [BookRow] {
    try await read { db in
      let rows = try Row.fetchAll(db, sql: Self.bookRows).map { try BookRow($0) }
      return rows.map { ($0, SortKey.bytes($0.details.title)) }.sorted { left, right in
        left.1 == right.1 ? left.0.id.rawValue < right.0.id.rawValue : left.1.precedes(right.1)
      }.map(\.0)
    }
  }

  /// A book is offline where all of its files are.
  private static let bookRows = """
    SELECT b.id, b.title, b.details, \(BookColumns.progress), b.speed, b.added, b.chapters,
      count(*), CAST(min(total(min(max(p.duration, 0), 1e12)), 1e15) AS INTEGER),
      (SELECT o.track FROM book_parts o WHERE o.book = b.id ORDER BY o.position LIMIT 1),
      min(t.id IS NULL OR t.missing OR \(TrackRow.isOffline))
    FROM books b JOIN book_parts p ON p.book = b.id
    LEFT JOIN tracks t ON t.id = p.track LEFT JOIN roots r ON r.id = t.root
    LEFT JOIN folders f ON f.id = t.folder
    WHERE NOT b.gone GROUP BY b.id
    """

  /// A book with its parts and chapters; nil for one that is gone.
  package func book(_ id: BookID) async throws(LibraryError) -> Book? {
    try await read { db in try db.book(id) }
  }

  /// The book that a track is a part of.
  package func book(of track: TrackID) async throws(LibraryError) -> Book? {
    try await read { db in
      let id = try Int64.fetchOne(
        db,
        sql: """
          SELECT p.book FROM book_parts p JOIN books b ON b.id = p.book
          WHERE p.track IN (?, ?) AND NOT b.gone ORDER BY p.book
          """, arguments: [try db.current(track), track.rawValue])
      return try id.flatMap { try db.book(BookID($0)) }
    }
  }

  /// The tracks of all books, which lists of music leave out.
  package func bookTracks() async throws(LibraryError) -> Set<TrackID> {
    try await read { db in
      var tracks: Set<TrackID> = []
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT p.track FROM book_parts p JOIN books b ON b.id = p.book WHERE NOT b.gone
          """)
      while let row = try rows.next() { tracks.insert(TrackID(try row.value(0))) }
      return tracks
    }
  }
}

extension Database {
  /// Whether a track is a part of a book; false for what the user calls music, nil where it may be
  /// either.
  func isPartOfBook(_ track: Int64) throws -> Bool? {
    let row = try Row.fetchOne(
      try cachedStatement(
        sql: """
          SELECT \(BookColumns.isPart), coalesce(
            (SELECT is_book FROM book_choices WHERE track = t.id AND folder IS NULL),
            (SELECT c.is_book FROM book_choices c JOIN folders f ON f.path = c.folder
              WHERE f.id = t.folder))
          FROM tracks t WHERE t.id = ?
          """), arguments: [track])
    guard let row else { return nil }
    return try row.value(0) ? true : row.value(1)
  }

  func book(_ id: BookID) throws -> Book? {
    let row = try Row.fetchOne(
      self,
      sql: """
        SELECT b.title, b.details, \(BookColumns.progress), b.speed, b.added, b.stated_chapters
        FROM books b WHERE b.id = ? AND NOT b.gone
        """, arguments: [id.rawValue])
    guard let row else { return nil }
    let parts = try parts(of: id.rawValue)
    guard !parts.isEmpty else { return nil }
    let stated = StatedBookChapters.read(try row.value(10))
    return Book(
      id: id, details: try BookColumns.details(row, title: 0, details: 1), parts: parts,
      chapters: try serverChapters(of: id) ?? (stated.isEmpty ? chapters(of: parts) : stated),
      progress: try BookColumns.progress(row, from: 2),
      speed: BookColumns.speed(try row.value(8)), added: try row.value(9))
  }
}

extension BookRow {
  fileprivate init(_ row: Row) throws {
    self.init(
      id: BookID(try row.value(0)), details: try BookColumns.details(row, title: 1, details: 2),
      duration: BookColumns.place(try row.value(13)),
      progress: try BookColumns.progress(row, from: 3), speed: BookColumns.speed(try row.value(9)),
      added: try row.value(10), parts: try row.value(12),
      chapters: min(max(0, try row.value(11)), BookChapter.mostChapters),
      firstTrack: TrackID(try row.value(14)), isOffline: try row.value(15))
  }
}
