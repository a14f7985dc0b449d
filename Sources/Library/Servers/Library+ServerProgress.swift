import FoundationEssentials
internal import GRDB
package import Music

// Progress in books and episodes at servers: the newest wins on either side.
extension Library {
  /// Takes over progress that a server has, where it is newer than the library's.
  ///
  /// - Parameter now: Unix time in milliseconds.
  /// - Returns: The books that have another progress now.
  @discardableResult
  package func keepServerProgress(
    _ progress: [ServerProgress], of id: ServerID, at now: Int64? = nil
  ) async throws(LibraryError) -> [BookID] {
    let now = now ?? Date.now.unixSeconds * 1_000
    let (books, isChanged) = try await write(changing: .nothing) { db in
      var books: [BookID] = []
      var isChanged = false
      for theirs in progress {
        let subject = try db.subject(of: theirs, at: id)
        guard let subject, try db.isNew(theirs.progress.updated, of: subject),
          try db.take(theirs.progress.received(at: now), of: subject)
        else { continue }
        isChanged = true
        if case .book(let book) = subject { books.append(book) }
      }
      if isChanged {
        try db.bumpRevision(.lists)
        try db.bumpRevision(.marks)
      }
      return (books, isChanged)
    }
    if isChanged { notifier.signal() }
    return books
  }

  /// Progress that is newer than what the server is known to hold.
  package func serverProgressToSend(
    of id: ServerID
  ) async throws(LibraryError) -> [ServerProgress] {
    try await read { db in
      _ = try db.server(id)
      let books = try Row.fetchAll(
        db,
        sql: """
          SELECT s.item, \(BookColumns.progress),
            (SELECT total(max(p.duration, 0)) FROM book_parts p WHERE p.book = b.id)
          FROM server_books s JOIN books b ON b.id = s.book
          WHERE s.source = ? AND b.updated > s.synced AND NOT b.gone ORDER BY b.updated
          """, arguments: [id.rawValue]
      ).map { row in
        ServerProgress(
          book: try row.value(0), progress: try BookColumns.progress(row, from: 1),
          duration: BookColumns.place(Int64(min(try row.value(7) as Double, 1e15))))
      }
      let episodes = try Row.fetchAll(
        db,
        sql: """
          SELECT b.item, b.episode, \(BookColumns.progress), t.duration
          FROM server_episodes b JOIN tracks t ON t.id = b.track
          WHERE b.source = ? AND b.updated > b.synced AND NOT t.missing ORDER BY b.updated
          """, arguments: [id.rawValue]
      ).map { row in
        ServerProgress(
          book: try row.value(0), episode: try Database.episode(row, 1),
          progress: try BookColumns.progress(row, from: 2),
          duration: BookColumns.time(try row.value(8) ?? 0))
      }
      return books + episodes
    }
  }

  /// Keeps that a server holds this progress now.
  package func serverProgressSent(
    _ progress: [ServerProgress], of id: ServerID
  ) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      for sent in progress {
        guard let subject = try db.subject(of: sent, at: id) else { continue }
        try db.setSynced(sent.progress.updated, of: subject)
      }
    }
  }

  /// Keeps that progress of a server's is what it was sent: it is no news when it is read again,
  /// whatever the server's clock says.
  package func serverProgressRead(
    _ progress: [ServerProgress], of id: ServerID
  ) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      for theirs in progress {
        guard let subject = try db.subject(of: theirs, at: id) else { continue }
        _ = try db.isNew(theirs.progress.updated, of: subject)
      }
    }
  }

  /// Takes the places back that a Subsonic server had and has no longer: another client has removed
  /// its bookmarks there. Places that it was not told stay.
  ///
  /// - Parameter items: ids of the tracks that it has places of.
  package func forgetPlaces(
    except items: Set<String>, of id: ServerID
  ) async throws(LibraryError) {
    try await write(changing: .nothing) { db in
      let known = try Row.fetchAll(
        db,
        sql: """
          SELECT track, item FROM server_episodes WHERE source = ? AND episode = '' AND place > 0
            AND NOT is_finished AND synced > 0 AND synced >= updated
          """, arguments: [id.rawValue])
      for row in known where try !items.contains(row.value(1)) {
        try db.execute(
          sql: "UPDATE server_episodes SET place = 0 WHERE track = ?",
          arguments: [try row.value(0) as Int64])
      }
    }
  }

  /// The book, the episode or the long track of a server's item.
  package func listenedSubject(
    of track: TrackID
  ) async throws(LibraryError) -> ServerSubject? {
    try await read { db in
      let id = try db.current(track)
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT source, item, NULL FROM server_books WHERE book IN
            (SELECT p.book FROM book_parts p JOIN books b ON b.id = p.book
              WHERE p.track = ?1 AND NOT b.gone)
          UNION ALL SELECT source, item, episode FROM server_episodes WHERE track = ?1
          """, arguments: [id])
      return try row.map {
        ServerSubject(
          server: ServerID(try $0.value(0)), item: try $0.value(1),
          episode: try Database.episode($0, 2))
      } ?? db.longTrack(id)
    }
  }
}

/// The book, the episode or the long track that a track is, by the ids of its server.
package struct ServerSubject: Equatable, Sendable {
  package var server: ServerID
  package var item: String
  /// Nil for a book and for a long track.
  package var episode: String?

  package init(server: ServerID, item: String, episode: String? = nil) {
    self.server = server
    self.item = item
    self.episode = episode
  }
}

/// The owner of progress in the library.
enum ProgressSubject {
  case book(BookID)
  /// By its track.
  case episode(Int64)

  /// Its table, and the key of its row there.
  fileprivate var row: (table: String, key: String, id: Int64) {
    switch self {
    case .book(let book): ("server_books", "book", book.rawValue)
    case .episode(let track): ("server_episodes", "track", track)
    }
  }
}

extension Database {
  /// The id of an episode; nil where the row is that of a long track, or of a book.
  fileprivate static func episode(_ row: Row, _ column: Int) throws -> String? {
    let text: String? = try row.value(column)
    return text?.isEmpty == false ? text : nil
  }

  fileprivate func subject(
    of progress: ServerProgress, at server: ServerID
  ) throws -> ProgressSubject? {
    guard let episode = progress.episode else {
      if let book = try book(ofItem: progress.book, at: server) { return .book(book) }
      return try longTrack(ofItem: progress.book, at: server).map { .episode($0) }
    }
    return try Int64.fetchOne(
      try cachedStatement(
        sql: "SELECT track FROM server_episodes WHERE source = ? AND item = ? AND episode = ?"),
      arguments: [server.rawValue, progress.book, episode]
    ).map { .episode($0) }
  }

  func book(ofItem item: String, at server: ServerID) throws -> BookID? {
    try Int64.fetchOne(
      try cachedStatement(sql: "SELECT book FROM server_books WHERE source = ? AND item = ?"),
      arguments: [server.rawValue, item]
    ).map { BookID($0) }
  }

  /// Merges progress of a server into the library's; false where that stays as it is.
  fileprivate func take(_ theirs: BookProgress, of subject: ProgressSubject) throws -> Bool {
    try setSynced(theirs.updated, of: subject)
    switch subject {
    case .book(let book):
      guard let ours = try progress(of: book) else { return false }
      let merged = ours.merged(with: theirs)
      guard merged != ours else { return false }
      try write(merged, of: book)
    case .episode(let track):
      guard let ours = try progress(ofEpisode: track) else { return false }
      let merged = ours.merged(with: theirs)
      guard merged != ours else { return false }
      try write(merged, ofEpisode: track)
      if merged.isFinished, !ours.isFinished { try markPlayed(track, at: merged.finished) }
    }
    return true
  }

  /// Never goes back: an old answer may come late.
  fileprivate func setSynced(_ updated: Int64, of subject: ProgressSubject) throws {
    let (table, key, id) = subject.row
    try cachedStatement(
      sql: "UPDATE \(table) SET synced = ?1 WHERE \(key) = ?2 AND synced < ?1"
    ).execute(arguments: [updated, id])
  }

  /// Whether progress is another one than that merged last. Progress of a clock that is ahead would
  /// win again and again, over what was heard here meanwhile.
  fileprivate func isNew(_ updated: Int64, of subject: ProgressSubject) throws -> Bool {
    let (table, key, id) = subject.row
    try cachedStatement(
      sql: "UPDATE \(table) SET received = ?1 WHERE \(key) = ?2 AND received <> ?1"
    ).execute(arguments: [updated, id])
    return changesCount > 0
  }

  func progress(ofEpisode track: Int64) throws -> BookProgress? {
    try Row.fetchOne(
      try cachedStatement(
        sql: "SELECT \(BookColumns.progress) FROM server_episodes b WHERE b.track = ?"),
      arguments: [track]
    ).map { try BookColumns.progress($0, from: 0) }
  }

  func write(_ progress: BookProgress, ofEpisode track: Int64) throws {
    try cachedStatement(
      sql: """
        UPDATE server_episodes SET place = ?, is_finished = ?, is_hidden = ?, updated = ?,
          started = ?, finished = ? WHERE track = ?
        """
    ).execute(arguments: [
      BookColumns.stored(progress.place), progress.isFinished, progress.isHidden,
      progress.updated, progress.started, progress.finished, track,
    ])
  }

  /// An episode that was heard elsewhere has been played.
  func markPlayed(_ track: Int64, at time: Int64?) throws {
    var marks = try ownMarks(of: track)
    guard marks.plays == 0 else { return }
    marks.plays = 1
    marks.lastPlayed = time.map { $0 / 1_000 }
    try set(marks, of: track)
  }
}
