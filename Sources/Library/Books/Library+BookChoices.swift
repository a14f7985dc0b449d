internal import GRDB
package import Music

extension Library {
  /// Notes that tracks are books, or music whatever their tags say, in one step. It is noted for the
  /// folder where all tracks of a folder are named. `formBooks` then forms the books.
  ///
  /// - Returns: The number of tracks.
  @discardableResult
  package func markBooks(_ tracks: [TrackID], isBook: Bool) async throws(LibraryError) -> Int {
    try await edit(name: { "made \($0.counted("track", .plain)) \(isBook ? "a book" : "music")" }) {
      db in try db.choose(db.current(Set(tracks)), isBook: isBook)
    }
  }

  /// Notes that the tracks of a book are music, in one step.
  ///
  /// - Returns: The number of tracks.
  @discardableResult
  package func makeMusic(_ book: BookID) async throws(LibraryError) -> Int {
    try await edit(name: { "made \($0.1) music" }) { db -> (Int, String) in
      let tracks = try db.current(Set(db.parts(of: book.rawValue).map(\.track)))
      return (try db.choose(tracks, isBook: false), try db.bookName([book]))
    }.0
  }
}

extension Database {
  fileprivate func choose(_ tracks: [Int64], isBook: Bool) throws -> Int {
    var folders: [Int64: Set<Int64>] = [:]
    try inSlices(tracks) { slice in
      let rows = try Row.fetchCursor(
        self,
        sql: """
          SELECT id, folder FROM tracks WHERE source = 1 AND id IN \(Database.marks(slice.count))
          """, arguments: StatementArguments(slice))
      while let row = try rows.next() {
        folders[try row.value(1), default: []].insert(try row.value(0))
      }
    }
    let deletion = try cachedStatement(
      sql: "DELETE FROM book_choices WHERE track = ? AND folder IS NULL")
    let insertion = try cachedStatement(
      sql: "INSERT INTO book_choices (folder, track, is_book) VALUES (?, ?, ?)")
    for (folder, tracks) in folders.sorted(by: { $0.key < $1.key }) {
      for track in tracks.sorted() { try deletion.execute(arguments: [track]) }
      let all = try Int.fetchOne(
        self, sql: "SELECT count(*) FROM tracks WHERE folder = ? AND source = 1",
        arguments: [folder])
      guard all == tracks.count else {
        for track in tracks.sorted() { try insertion.execute(arguments: [nil, track, isBook]) }
        continue
      }
      let path = try Row.fetchOne(
        self, sql: "SELECT path FROM folders WHERE id = ?", arguments: [folder])
      guard let path, let first = tracks.min() else { continue }
      let bytes = try TrackRow.path(path, 0).data
      try execute(sql: "DELETE FROM book_choices WHERE folder = ?", arguments: [bytes])
      try insertion.execute(arguments: [bytes, first, isBook])
    }
    return folders.values.reduce(0) { $0 + $1.count }
  }
}
