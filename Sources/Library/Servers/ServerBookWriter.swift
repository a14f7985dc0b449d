internal import GRDB
internal import Music

/// Writes the books and episodes of a batch of a listing, inside one transaction: their parts as
/// tracks, and a book for each that is no episode.
struct ServerBookWriter {
  private let db: Database
  private let server: Server
  private(set) var hasChanges = false

  /// Parts of a book, and episodes of a podcast, at most.
  private static let mostParts = BookGroup.mostParts

  init(_ db: Database, _ server: Server) { (self.db, self.server) = (db, server) }

  mutating func write(_ books: [ServerBook], _ tracks: inout ServerTrackWriter) throws {
    var shows: [String: [ServerBook]] = [:]
    for book in books where !book.parts.isEmpty && server.paths(ofItem: book.id) != nil {
      if book.episode != nil {
        shows[book.id, default: []].append(book)
        continue
      }
      var parts: [(track: TrackID, duration: Duration)] = []
      for part in book.parts.prefix(ServerBookWriter.mostParts) {
        var track = part.track
        track.added = track.added ?? book.added
        guard let id = try tracks.write(track) else { continue }
        let duration = track.audio.duration?.wholeMicroseconds ?? 0
        parts.append((TrackID(id), BookColumns.time(duration)))
      }
      if !parts.isEmpty { try write(book, BookTimeline(parts)) }
      try keep(version: book.updated, of: book.id)
    }
    for (show, episodes) in shows.sorted(by: { $0.key < $1.key }) {
      try write(episodes: episodes, &tracks)
      try keep(version: episodes.map(\.updated).max() ?? 0, of: show)
    }
  }

  private func keep(version: Int64, of item: String) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO server_items VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET version = excluded.version WHERE version <> excluded.version
        """
    ).execute(arguments: [server.id.rawValue, item, version])
  }

  // MARK: Episodes

  /// Episodes are the tracks of an album in the order of their numbers: the newest is the first.
  private mutating func write(
    episodes: [ServerBook], _ tracks: inout ServerTrackWriter
  ) throws {
    let ordered = episodes.enumerated().sorted { left, right in
      (right.element.added, left.offset) < (left.element.added, right.offset)
    }.map(\.element)
    for (index, book) in ordered.prefix(ServerBookWriter.mostParts).enumerated() {
      guard var track = book.parts.first?.track, let episode = book.episode else { continue }
      track.tags.trackNumber = index + 1
      track.added = track.added ?? book.added
      guard let id = try tracks.write(track) else { continue }
      try db.makeEpisode(
        id, of: ServerSubject(server: server.id, item: book.id, episode: episode))
    }
  }

  // MARK: Books

  /// The columns of a book that are listed.
  private struct Record: Equatable {
    var title, details: String
    var chapters: Int
    var isGone = false
  }

  private mutating func write(_ book: ServerBook, _ timeline: BookTimeline) throws {
    let facts = StoredBookFacts(BookFileFacts(book.details))
    let chapters = BookChapter.normalised(book.chapters, within: timeline.total)
    let record = Record(
      title: facts.title ?? book.id, details: try StoredJSON.sorted(facts),
      chapters: chapters.isEmpty ? timeline.parts.count : chapters.count)
    let id = try id(of: book, record)
    try keepLibrary(book, id)
    let old = try Row.fetchOne(
      db, sql: "SELECT title, details, chapters, gone FROM books WHERE id = ?", arguments: [id])
    let oldRecord = try old.map { row in
      try Record(
        title: row.value(0), details: row.value(1), chapters: row.value(2), isGone: row.value(3))
    }
    let oldParts = try db.storedParts(of: id)
    if oldParts != timeline.parts {
      try db.movePlaces(of: id, from: BookTimeline(oldParts), to: timeline)
      try db.setParts(timeline.parts, of: id)
    }
    if oldRecord != record {
      try db.execute(
        sql: "UPDATE books SET title = ?, details = ?, chapters = ?, gone = 0 WHERE id = ?",
        arguments: [record.title, record.details, record.chapters, id])
    }
    let hasNewChapters = try db.setServerChapters(chapters, of: id)
    if oldRecord?.isGone != false || oldParts != timeline.parts {
      // Lists of music read again what has become a part of a book, or is none any more.
      let (before, now) = (Set(oldParts.map(\.track)), Set(timeline.parts.map(\.track)))
      let isBack = oldRecord?.isGone == true
      let moved = isBack ? before.union(now) : before.symmetricDifference(now)
      try db.stampChange(of: moved.map(\.rawValue).sorted())
    }
    if oldRecord != record || oldParts != timeline.parts || hasNewChapters { hasChanges = true }
  }

  /// The row of a book, created where it is new.
  private mutating func id(of book: ServerBook, _ record: Record) throws -> Int64 {
    if let known = try db.book(ofItem: book.id, at: server.id) { return known.rawValue }
    try db.execute(
      sql: "INSERT INTO books (key, title, details, chapters, added) VALUES (?, ?, ?, ?, ?)",
      arguments: [
        "server:\(server.uuid)/\(book.id)", record.title, record.details, record.chapters,
        min(max(0, book.added), Database.lastNumber),
      ])
    hasChanges = true
    return db.lastInsertedRowID
  }

  private func keepLibrary(_ book: ServerBook, _ id: Int64) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO server_books (book, source, item, library) VALUES (?, ?, ?, ?)
        ON CONFLICT (book) DO UPDATE SET library = excluded.library
          WHERE library <> excluded.library
        """
    ).execute(arguments: [id, server.id.rawValue, book.id, FactText.line(book.library) ?? ""])
  }
}

extension BookFileFacts {
  /// The details of a book at its server.
  fileprivate init(_ details: BookDetails) {
    self.init(
      title: details.title, subtitle: details.subtitle, authors: details.authors,
      narrators: details.narrators, series: details.series, description: details.description,
      publisher: details.publisher, genres: details.genres, date: details.date,
      language: details.language)
  }
}

extension Database {
  /// The chapters of a server's book; nil for a book without any of its own.
  func serverChapters(of book: BookID) throws -> [BookChapter]? {
    let chapters = try serverChapterRows(of: book.rawValue)
    return chapters.isEmpty ? nil : chapters
  }

  private func serverChapterRows(of book: Int64) throws -> [BookChapter] {
    try Row.fetchAll(
      try cachedStatement(
        sql: """
          SELECT title, start, end_time FROM server_chapters WHERE book = ?
          ORDER BY position LIMIT \(BookChapter.mostChapters)
          """), arguments: [book]
    ).map { row in
      BookChapter(
        title: try row.value(0), start: BookColumns.place(try row.value(1)),
        end: BookColumns.place(try row.value(2)))
    }
  }

  /// Replaces the chapters of a server's book; false where they are the same.
  fileprivate func setServerChapters(_ chapters: [BookChapter], of book: Int64) throws -> Bool {
    let stored = chapters.map { chapter in
      BookChapter(
        title: chapter.title, start: .microseconds(BookColumns.stored(chapter.start)),
        end: .microseconds(BookColumns.stored(chapter.end)))
    }
    guard try serverChapterRows(of: book) != stored else { return false }
    try execute(sql: "DELETE FROM server_chapters WHERE book = ?", arguments: [book])
    let insertion = try cachedStatement(sql: "INSERT INTO server_chapters VALUES (?, ?, ?, ?, ?)")
    for (position, chapter) in stored.enumerated() {
      try insertion.execute(arguments: [
        book, position, chapter.title, chapter.start.wholeMicroseconds,
        chapter.end.wholeMicroseconds,
      ])
    }
    return true
  }
}
