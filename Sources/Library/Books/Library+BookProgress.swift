internal import GRDB
package import Music

extension Library {
  /// Keeps the place to which a book was heard; no step of the history, and not announced.
  ///
  /// - Parameters:
  ///   - isFinished: Whether the book is finished now, or no longer; nil leaves that as it is.
  ///   - time: Unix time in milliseconds.
  package func keepPlace(
    _ place: Duration, of book: BookID, isFinished: Bool?, at time: Int64
  ) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      guard var progress = try db.progress(of: book) else { return }
      progress.place = max(.zero, place)
      progress.updated = progress.nextUpdate(at: time)
      progress.isHidden = false
      if progress.started == nil { progress.started = progress.updated }
      if let isFinished, isFinished != progress.isFinished {
        progress.isFinished = isFinished
        progress.finished = isFinished ? progress.updated : nil
      }
      try db.write(progress, of: book)
    }
  }

  /// Replaces the progress of a book, as by a newer one of a server; no step of the history.
  package func keepProgress(_ progress: BookProgress, of book: BookID) async throws(LibraryError) {
    try await write(changing: .lists) { db in try db.write(progress, of: book) }
  }

  /// Marks books as finished or not, in one step.
  ///
  /// - Parameter time: Unix time in milliseconds.
  package func setFinished(
    _ isFinished: Bool, _ books: [BookID], at time: Int64
  ) async throws(LibraryError) {
    let step = isFinished ? "finished" : "not finished"
    try await mark(books, { "marked \($0) as \(step)" }) { progress in
      progress.marked(finished: isFinished, at: time)
    }
  }

  /// Hides books from those to go on with, or shows them again, in one step.
  package func setHidden(_ isHidden: Bool, _ books: [BookID]) async throws(LibraryError) {
    try await mark(books, { isHidden ? "hid \($0)" : "showed \($0) again" }) { progress in
      var progress = progress
      if isHidden != progress.isHidden {
        progress.isHidden = isHidden
        progress.updated = progress.nextUpdate(at: 0)
      }
      return progress
    }
  }

  private func mark(
    _ books: [BookID], _ step: @Sendable (String) -> String,
    _ change: @Sendable (BookProgress) -> BookProgress
  ) async throws(LibraryError) {
    _ = try await edit(name: { (name: String) in name }) { db in
      var marked: [BookID] = []
      for book in Set(books) {
        guard let old = try db.progress(of: book) else { continue }
        let new = change(old)
        guard new != old else { continue }
        try db.write(new, of: book)
        marked.append(book)
      }
      return step(try db.bookName(marked))
    }
  }

  /// Sets the playback speed of a book; nil for the default of books. No step of the history.
  package func setSpeed(_ speed: Double?, ofBook book: BookID) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      try db.execute(
        sql: "UPDATE books SET speed = ? WHERE id = ?",
        arguments: [BookColumns.speed(speed), book.rawValue])
    }
  }

  /// The last places of a book that were left by jumps, the oldest first.
  package func jumps(of book: BookID) async throws(LibraryError) -> [Duration] {
    try await read { db in
      let text = try Row.fetchOne(
        db, sql: "SELECT jumps FROM books WHERE id = ?", arguments: [book.rawValue])
      return BookColumns.jumps(try text?.value(0))
    }
  }

  /// Keeps the last twenty of some places.
  package func keepJumps(_ jumps: [Duration], of book: BookID) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      try db.execute(
        sql: "UPDATE books SET jumps = ? WHERE id = ?",
        arguments: [try BookColumns.stored(jumps: jumps), book.rawValue])
    }
  }
}

extension Database {
  func progress(of book: BookID) throws -> BookProgress? {
    try Row.fetchOne(
      try cachedStatement(sql: "SELECT \(BookColumns.progress) FROM books b WHERE b.id = ?"),
      arguments: [book.rawValue]
    ).map { try BookColumns.progress($0, from: 0) }
  }

  func write(_ progress: BookProgress, of book: BookID) throws {
    try execute(
      sql: """
        UPDATE books SET place = ?, is_finished = ?, is_hidden = ?, updated = ?, started = ?,
          finished = ? WHERE id = ?
        """,
      arguments: [
        BookColumns.stored(progress.place), progress.isFinished, progress.isHidden,
        progress.updated, progress.started, progress.finished, book.rawValue,
      ])
  }

  /// Books in the name of a step.
  func bookName(_ books: [BookID]) throws -> String {
    guard books.count == 1 else { return books.count.counted("book", .plain) }
    return try String.fetchOne(
      self, sql: "SELECT title FROM books WHERE id = ?", arguments: [books[0].rawValue])
      ?? "a book"
  }
}
