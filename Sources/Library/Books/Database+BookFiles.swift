internal import GRDB
internal import Music

/// A file whose chapters are not known yet, or that has changed since.
struct UnreadBookFile: Sendable {
  var track: Int64
  var path: FilePath
  var duration: Duration
  var size, modified: Int64
}

/// What was read of a file.
struct ReadBookFile: Sendable {
  var file: UnreadBookFile
  var facts: BookFileFacts
}

extension Database {
  /// The reachable files of books that were not read since they have changed.
  func unreadFiles(of groups: [BookGroup]) throws -> [UnreadBookFile] {
    let tracks = groups.flatMap(\.tracks).filter(\.isReachable)
    var known: [Int64: (size: Int64, modified: Int64)] = [:]
    try inSlices(tracks.map(\.id)) { slice in
      let rows = try Row.fetchCursor(
        self,
        sql: """
          SELECT track, size, modified FROM book_files
          WHERE track IN \(Database.marks(slice.count))
          """, arguments: StatementArguments(slice))
      while let row = try rows.next() {
        known[try row.value(0)] = (try row.value(1), try row.value(2))
      }
    }
    return tracks.filter { track in
      known[track.id].map { $0 != (track.size, track.modified) } ?? true
    }.map {
      UnreadBookFile(
        track: $0.id, path: $0.path, duration: $0.duration, size: $0.size, modified: $0.modified)
    }
  }

  func keep(_ read: [ReadBookFile]) throws {
    let insertion = try cachedStatement(sql: "INSERT INTO chapters VALUES (?, ?, ?, ?, ?)")
    for read in read {
      let track = read.file.track
      try execute(sql: "DELETE FROM book_files WHERE track = ?", arguments: [track])
      try execute(
        sql: "INSERT INTO book_files VALUES (?, ?, ?, ?)",
        arguments: [
          track, read.file.size, read.file.modified,
          try StoredJSON.text(of: StoredBookFacts(read.facts)),
        ])
      // Limited on the way in; the duration of the file may become known later.
      let chapters = BookChapter.normalised(read.facts.chapters, within: read.file.duration)
      for (position, chapter) in chapters.enumerated() {
        try insertion.execute(arguments: [
          track, position, chapter.title,
          BookColumns.time(chapter.start.wholeMicroseconds)
            .wholeMicroseconds, BookColumns.time(chapter.end.wholeMicroseconds).wholeMicroseconds,
        ])
      }
    }
  }

  /// Forgets what was read of tracks that have left the library.
  func forgetBookFiles() throws {
    try execute(sql: "DELETE FROM book_files WHERE track NOT IN (SELECT id FROM tracks)")
  }

  /// What was read of the first two of some tracks of which anything was.
  func bookFacts(of tracks: [BookCandidate]) throws -> [BookFileFacts] {
    let statement = try cachedStatement(sql: "SELECT facts FROM book_files WHERE track = ?")
    var facts: [BookFileFacts] = []
    for track in tracks where facts.count < 2 {
      guard let text = try String.fetchOne(statement, arguments: [track.id]) else { continue }
      // because facts that cannot be read are those of no file.
      let stored: StoredBookFacts? = try? StoredJSON.read(text)
      if let stored { facts.append(stored.facts) }
    }
    return facts
  }

  /// The chapters of a book: those of its files, and one for each file without any.
  func chapters(of parts: [BookPart]) throws -> [BookChapter] {
    let statement = try cachedStatement(
      sql: """
        SELECT title, start, end_time FROM chapters WHERE track = ?
        ORDER BY position LIMIT \(BookChapter.mostChapters)
        """)
    let named = try cachedStatement(sql: "SELECT title, path FROM tracks WHERE id = ?")
    var chapters: [BookChapter] = []
    for part in parts where chapters.count < BookChapter.mostChapters {
      let own = try Row.fetchAll(statement, arguments: [part.track.rawValue]).map {
        BookChapter(
          title: try $0.value(0), start: BookColumns.time(try $0.value(1)),
          end: BookColumns.time(try $0.value(2)))
      }
      if own.isEmpty {
        let row = try Row.fetchOne(named, arguments: [part.track.rawValue])
        let title: String? = try row.map { try $0.value(0) ?? TrackRow.path($0, 1).stem } ?? nil
        chapters += BookChapter.perPart([part]) { _ in title ?? "" }
      } else {
        chapters += BookChapter.shifted(own, into: part)
      }
    }
    return BookChapter.normalised(chapters, within: parts.last?.end ?? .zero)
  }
}
