internal import GRDB
package import Music

extension Library {
  /// The bookmarks of a book by place.
  package func bookmarks(of book: BookID) async throws(LibraryError) -> [Bookmark] {
    try await read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT id, book, place, note, created FROM bookmarks WHERE book = ?
          ORDER BY place, id LIMIT \(Bookmark.mostOfBook)
          """, arguments: [book.rawValue]
      ).map { try Bookmark($0) }
    }
  }

  /// Adds a bookmark as one step; the library assigns its id.
  ///
  /// - Parameter time: Unix time in milliseconds.
  /// - Throws: `.book` for a book that is gone or has too many.
  package func addBookmark(
    at place: Duration, note: String, to book: BookID, time: Int64
  ) async throws(LibraryError) -> Bookmark {
    try await edit(name: { "set a bookmark at \($0.0.place.clockText) in \($0.1)" }) {
      db -> (Bookmark, String) in
      guard try db.progress(of: book) != nil else { throw LibraryError.book(.gone) }
      let count = try Int.fetchOne(
        db, sql: "SELECT count(*) FROM bookmarks WHERE book = ?", arguments: [book.rawValue])
      guard count ?? 0 < Bookmark.mostOfBook else { throw LibraryError.book(.tooManyBookmarks) }
      let microseconds = BookColumns.stored(place)
      var bookmark = Bookmark(
        id: 0, book: book, place: .microseconds(microseconds), note: Bookmark.cleaned(note),
        created: time)
      try db.execute(
        sql: "INSERT INTO bookmarks (book, place, note, created) VALUES (?, ?, ?, ?)",
        arguments: [book.rawValue, microseconds, bookmark.note, time])
      bookmark.id = db.lastInsertedRowID
      return (bookmark, try db.bookName([book]))
    }.0
  }

  /// Changes the note of a bookmark as one step; a bookmark that is gone is left alone.
  package func editBookmark(_ id: Int64, note: String) async throws(LibraryError) {
    _ = try await edit(name: { (name: String) in name }) { db in
      try db.execute(
        sql: "UPDATE bookmarks SET note = ? WHERE id = ?", arguments: [Bookmark.cleaned(note), id])
      return "changed a bookmark of \(try db.bookName(ofBookmarks: [id]))"
    }
  }

  /// Removes bookmarks as one step.
  ///
  /// - Returns: The number of those that were there.
  package func removeBookmarks(_ ids: [Int64]) async throws(LibraryError) -> Int {
    try await edit(name: { "removed \($0.0.counted("bookmark", .plain)) of \($0.1)" }) {
      db -> (Int, String) in
      let name = try db.bookName(ofBookmarks: ids)
      var count = 0
      try db.inSlices(Array(Set(ids))) { slice in
        try db.execute(
          sql: "DELETE FROM bookmarks WHERE id IN \(Database.marks(slice.count))",
          arguments: StatementArguments(slice))
        count += db.changesCount
      }
      return (count, name)
    }.0
  }
}

extension Bookmark {
  package static let mostOfBook = 10_000
  /// The most characters of a note.
  package static let longestNote = 1_000

  static func cleaned(_ note: String) -> String {
    let clean = StoredBookFacts.paragraphs(note, upTo: longestNote * 4) ?? ""
    return String(clean.prefix(longestNote))
  }

  fileprivate init(_ row: Row) throws {
    self.init(
      id: try row.value(0), book: BookID(try row.value(1)),
      place: BookColumns.place(try row.value(2)), note: Bookmark.cleaned(try row.value(3)),
      created: try row.value(4))
  }
}

extension Database {
  fileprivate func bookName(ofBookmarks ids: [Int64]) throws -> String {
    var books: Set<Int64> = []
    try inSlices(ids) { slice in
      books.formUnion(
        try Int64.fetchAll(
          self,
          sql: "SELECT DISTINCT book FROM bookmarks WHERE id IN \(Database.marks(slice.count))",
          arguments: StatementArguments(slice)))
    }
    return try bookName(books.map { BookID($0) })
  }
}
