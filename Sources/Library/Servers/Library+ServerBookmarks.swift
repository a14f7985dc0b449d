internal import GRDB
package import Music

// Bookmarks in books of servers. `BookmarkMerge` joins both sides by what they held the last time.
extension Library {
  /// Bookmarks of a server's books: those in the library, and those that both sides had after the
  /// last exchange.
  package func serverBookmarks(
    of id: ServerID
  ) async throws(LibraryError) -> (last: [ServerBookmark], ours: [ServerBookmark]) {
    try await read { db in
      _ = try db.server(id)
      let last = try Row.fetchAll(
        db,
        sql: "SELECT bookmarks FROM server_books WHERE source = ? AND bookmarks IS NOT NULL",
        arguments: [id.rawValue]
      ).flatMap { row in
        (try StoredJSON.read(row.value(0)) as [StoredServerBookmark]).map(\.bookmark)
      }
      // Books that are not listed again yet keep theirs: without them these would look removed.
      let ours = try Row.fetchAll(
        db,
        sql: """
          SELECT s.item, m.place, m.note, m.created FROM server_books s
          JOIN books b ON b.id = s.book JOIN bookmarks m ON m.book = b.id
          WHERE s.source = ? ORDER BY s.item, m.place, m.id
          """, arguments: [id.rawValue]
      ).map { row in
        ServerBookmark(
          book: try row.value(0), second: BookColumns.place(try row.value(1)).components.seconds,
          title: try row.value(2), created: try row.value(3))
      }
      return (last, ours)
    }
  }

  /// Changes bookmarks as a merge wants it, and keeps what both sides hold now; no step of the
  /// history.
  ///
  /// - Parameters:
  ///   - removed, renamed, added: Changes of the library's.
  ///   - both: All bookmarks that both sides hold.
  package func keepServerBookmarks(
    added: [ServerBookmark], renamed: [ServerBookmark], removed: [ServerBookmark],
    both: [ServerBookmark], of id: ServerID
  ) async throws(LibraryError) {
    try await write(
      changing: added.isEmpty && renamed.isEmpty && removed.isEmpty ? .nothing : .lists
    ) { db in
      _ = try db.server(id)
      for bookmark in removed {
        guard let book = try db.book(ofItem: bookmark.book, at: id) else { continue }
        try db.execute(
          sql: "DELETE FROM bookmarks WHERE book = ? AND place >= ? AND place < ?",
          arguments: [book.rawValue] + bookmark.places)
      }
      for bookmark in renamed {
        guard let book = try db.book(ofItem: bookmark.book, at: id) else { continue }
        try db.execute(
          sql: "UPDATE bookmarks SET note = ? WHERE book = ? AND place >= ? AND place < ?",
          arguments: [Bookmark.cleaned(bookmark.title), book.rawValue] + bookmark.places)
      }
      for bookmark in added { try db.add(bookmark, of: id) }
      try db.keep(both, of: id)
    }
  }
}

extension ServerBookmark {
  /// The microseconds of its second: the first, and the first behind it.
  fileprivate var places: StatementArguments {
    let start = BookColumns.stored(.seconds(second))
    return [start, start + 1_000_000]
  }
}

extension Database {
  fileprivate func add(_ bookmark: ServerBookmark, of server: ServerID) throws {
    guard let book = try book(ofItem: bookmark.book, at: server) else { return }
    let count = try Int.fetchOne(
      self, sql: "SELECT count(*) FROM bookmarks WHERE book = ?", arguments: [book.rawValue])
    guard count ?? 0 < Bookmark.mostOfBook else { return }
    try execute(
      sql: "INSERT INTO bookmarks (book, place, note, created) VALUES (?, ?, ?, ?)",
      arguments: [
        book.rawValue, BookColumns.stored(.seconds(bookmark.second)),
        Bookmark.cleaned(bookmark.title), min(max(0, bookmark.created), Database.lastNumber),
      ])
  }

  fileprivate func keep(_ both: [ServerBookmark], of server: ServerID) throws {
    let update = try cachedStatement(
      sql: """
        UPDATE server_books SET bookmarks = ?1
        WHERE source = ?2 AND item = ?3 AND bookmarks IS NOT ?1
        """
    )
    var rest = Set(
      try String.fetchAll(
        self, sql: "SELECT item FROM server_books WHERE source = ? AND bookmarks IS NOT NULL",
        arguments: [server.rawValue]))
    for (item, bookmarks) in Dictionary(grouping: both, by: \.book) {
      rest.remove(item)
      // One that found no room in the library was not removed from it.
      let ours = try seconds(ofItem: item, at: server)
      let stored = bookmarks.filter { ours.contains($0.second) }.map { StoredServerBookmark($0) }
      try update.execute(arguments: [try StoredJSON.sorted(stored), server.rawValue, item])
    }
    for item in rest { try update.execute(arguments: [nil, server.rawValue, item]) }
  }

  /// The whole seconds at which a book has bookmarks in the library.
  private func seconds(ofItem item: String, at server: ServerID) throws -> Set<Int64> {
    Set(
      try Int64.fetchAll(
        try cachedStatement(
          sql: """
            SELECT m.place FROM server_books s JOIN bookmarks m ON m.book = s.book
            WHERE s.source = ? AND s.item = ?
            """), arguments: [server.rawValue, item]
      ).map { BookColumns.place($0).components.seconds })
  }
}

/// A bookmark of both sides in JSON.
private struct StoredServerBookmark: Codable {
  var book: String
  var second: Int64
  var title: String
  var created: Int64

  init(_ bookmark: ServerBookmark) {
    (book, second) = (bookmark.book, bookmark.second)
    (title, created) = (bookmark.title, bookmark.created)
  }

  var bookmark: ServerBookmark {
    ServerBookmark(book: book, second: second, title: title, created: created)
  }
}
