internal import GRDB
internal import Music

/// Writes the books of a plan in one transaction: each to the book that had most of its tracks, so
/// that its progress and bookmarks stay.
struct BookWriter {
  let db: Database
  let plan: BookPlan
  /// The facts in documents beside the files, by the tracks of the groups.
  private let described: [[Int64]: BookFileFacts]
  /// Whether the plan is for all changes until now; else they are looked at again.
  private let isCurrent: Bool
  private(set) var forming = BookForming()
  /// The parts of known books, with today's ids of tracks.
  private var parts: [Int64: [BookPart]] = [:]

  init(_ db: Database, _ plan: BookPlan, _ described: [DescribedGroup], isCurrent: Bool) {
    self.db = db
    self.plan = plan
    self.isCurrent = isCurrent
    self.described = Dictionary(
      described.compactMap { group in group.facts.map { (group.tracks, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  mutating func run() throws {
    try readParts()
    let before = try tracksOfBooks()
    let known = try books()
    let taken = Set(known.compactMap(\.self))
    for book in plan.books.subtracting(taken).sorted() {
      try db.execute(sql: "UPDATE books SET gone = 1 WHERE id = ? AND NOT gone", arguments: [book])
      forming.gone += db.changesCount
    }
    for (group, book) in zip(plan.groups, known) { try write(group, to: book) }
    let now = try tell(before.symmetricDifference(try tracksOfBooks())) ?? plan.changes.now
    try db.execute(
      sql: "UPDATE book_state SET change = ?", arguments: [isCurrent ? now : plan.changes.last])
  }

  // MARK: Tracks that come into books or leave them

  /// The tracks that the books of the plan have at this moment.
  private func tracksOfBooks() throws -> Set<Int64> {
    var tracks: Set<Int64> = []
    try db.inSlices(plan.groups.flatMap(\.tracks).map(\.id)) { slice in
      tracks.formUnion(
        try Int64.fetchAll(
          db,
          sql: """
            SELECT t.id FROM tracks t WHERE t.id IN \(Database.marks(slice.count))
              AND \(BookColumns.isPart)
            """, arguments: StatementArguments(slice)))
    }
    // Those that no group has any more.
    try db.inSlices(plan.books.sorted()) { slice in
      tracks.formUnion(
        try Int64.fetchAll(
          db,
          sql: """
            SELECT p.track FROM book_parts p JOIN books b ON b.id = p.book
            WHERE b.id IN \(Database.marks(slice.count)) AND NOT b.gone
            """, arguments: StatementArguments(slice)))
    }
    return tracks
  }

  /// Has lists of music read some tracks again.
  ///
  /// - Returns: The number of this change, from which no book needs to be formed; nil for none.
  private func tell(_ tracks: Set<Int64>) throws -> Int64? {
    guard !tracks.isEmpty else { return nil }
    try db.stampChange(of: tracks.sorted())
    try db.bumpRevision(.tracks)
    return try Int64.fetchOne(db, sql: "SELECT change FROM revision")
  }

  // MARK: Known books

  private mutating func readParts() throws {
    var books = plan.books
    try db.inSlices(plan.groups.flatMap(\.tracks).map(\.id)) { slice in
      books.formUnion(
        try Int64.fetchAll(
          db,
          sql: "SELECT DISTINCT book FROM book_parts WHERE track IN \(Database.marks(slice.count))",
          arguments: StatementArguments(slice)))
    }
    for book in books { parts[book] = try db.parts(of: book) }
  }

  /// The known book of each group; nil where it is a new one.
  private func books() throws -> [Int64?] {
    var owners: [Int64: [Int64]] = [:]
    for (book, parts) in parts {
      for part in parts { owners[part.track.rawValue, default: []].append(book) }
    }
    var pairs: [(group: Int, book: Int64, count: Int)] = []
    for (index, group) in plan.groups.enumerated() {
      var counts: [Int64: Int] = [:]
      for track in group.tracks {
        for book in owners[track.id] ?? [] { counts[book, default: 0] += 1 }
      }
      pairs += counts.map { (index, $0.key, $0.value) }
    }
    let gone = Set(try Int64.fetchAll(db, sql: "SELECT id FROM books WHERE gone"))
    func rank(_ pair: (group: Int, book: Int64, count: Int)) -> (Int, Int, Int64, Int) {
      (gone.contains(pair.book) ? 1 : 0, -pair.count, pair.book, pair.group)
    }
    pairs.sort { rank($0) < rank($1) }
    var books = [Int64?](repeating: nil, count: plan.groups.count)
    var taken: Set<Int64> = []
    for pair in pairs where books[pair.group] == nil && taken.insert(pair.book).inserted {
      books[pair.group] = pair.book
    }
    for index in books.indices where books[index] == nil {
      let book = try Int64.fetchOne(
        db, sql: "SELECT id FROM books WHERE key = ?", arguments: [plan.groups[index].key])
      guard let book, gone.contains(book) || plan.books.contains(book),
        taken.insert(book).inserted
      else { continue }
      books[index] = book
    }
    return books
  }

  // MARK: Writing

  private mutating func write(_ group: BookGroup, to known: Int64?) throws {
    let timeline = BookTimeline(group.tracks.map { (TrackID($0.id), $0.duration) })
    let old = try known.flatMap { try BookRecord.read(db, $0) }
    let oldParts = try known.map { try db.storedParts(of: $0) } ?? []
    let isSame = oldParts == timeline.parts
    let row = try record(of: group, timeline, known, old: old?.record, isSame: isSame)
    guard let known, let old else {
      let added = group.tracks.map(\.added).min() ?? 0
      try db.execute(
        sql: """
          INSERT INTO books (key, title, details, stated_chapters, chapters, added)
          VALUES (?, ?, ?, ?, ?, ?)
          """, arguments: row.arguments + [added])
      try db.setParts(timeline.parts, of: db.lastInsertedRowID)
      forming.formed += 1
      return
    }
    guard old.isGone || old.record != row || !isSame else { return }
    try db.execute(
      sql: """
        UPDATE books SET gone = 0, key = ?, title = ?, details = ?, stated_chapters = ?,
          chapters = ? WHERE id = ?
        """, arguments: row.arguments + [known])
    if !isSame {
      try db.movePlaces(of: known, from: BookTimeline(parts[known] ?? oldParts), to: timeline)
      try db.setParts(timeline.parts, of: known)
    }
    if old.isGone { forming.formed += 1 } else { forming.changed += 1 }
  }

  /// The row of a book. One whose files cannot be reached keeps what the files beside them said.
  private func record(
    of group: BookGroup, _ timeline: BookTimeline, _ known: Int64?, old: BookRecord?, isSame: Bool
  ) throws -> BookRecord {
    let key = try key(of: group, known)
    let beside = described[group.tracks.map(\.id)]
    var stated: [BookChapter] = []
    if let beside { stated = BookChapter.normalised(beside.chapters, within: timeline.total) }
    if beside == nil, isSame { stated = StatedBookChapters.read(old?.statedChapters) }
    let count = stated.isEmpty ? try db.chapters(of: timeline.parts).count : stated.count
    var row = BookRecord(
      key: key, title: "", details: "", statedChapters: try StatedBookChapters.text(of: stated),
      chapters: count)
    if beside == nil, let old {
      (row.title, row.details) = (old.title, old.details)
    } else {
      let files = try db.bookFacts(of: group.tracks)
      let facts = BookFileFacts(
        ofBook: beside ?? BookFileFacts(), files: files, tags: group.tags, name: group.name)
      let texts = StoredBookFacts(facts)
      row.title = texts.title ?? group.tracks[0].path.stem
      row.details = try StoredJSON.sorted(texts)
    }
    return row
  }

  /// The key of a group; nil where another book has it, as a copy of the same file has.
  private func key(of group: BookGroup, _ known: Int64?) throws -> String? {
    let owner = try Int64.fetchOne(
      db, sql: "SELECT id FROM books WHERE key = ?", arguments: [group.key])
    return owner == nil || owner == known ? group.key : nil
  }
}

/// The columns of a book that follow from its files.
private struct BookRecord: Equatable {
  var key: String?
  var title, details: String
  var statedChapters: String?
  var chapters: Int

  var arguments: StatementArguments { [key, title, details, statedChapters, chapters] }

  static func read(_ db: Database, _ book: Int64) throws -> (record: BookRecord, isGone: Bool)? {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT key, title, details, stated_chapters, chapters, gone FROM books WHERE id = ?
        """, arguments: [book])
    return try row.map { row in
      let record = BookRecord(
        key: try row.value(0), title: try row.value(1), details: try row.value(2),
        statedChapters: try row.value(3), chapters: try row.value(4))
      return (record, try row.value(5))
    }
  }
}

extension Database {
  /// The parts of a book as they are stored.
  func storedParts(of book: Int64) throws -> [BookPart] {
    let rows = try Row.fetchAll(
      try cachedStatement(
        sql: """
          SELECT track, duration FROM book_parts WHERE book = ? ORDER BY position
          LIMIT \(BookGroup.mostParts)
          """), arguments: [book])
    return BookTimeline(
      try rows.map { (TrackID(try $0.value(0)), BookColumns.time(try $0.value(1))) }
    ).parts
  }

  /// The parts of a book with the ids that their tracks have today.
  func parts(of book: Int64) throws -> [BookPart] {
    var parts = try storedParts(of: book)
    let current = try current(parts.map(\.track))
    for (index, track) in current.enumerated() { parts[index].track = TrackID(track) }
    return parts
  }

  func setParts(_ parts: [BookPart], of book: Int64) throws {
    try execute(sql: "DELETE FROM book_parts WHERE book = ?", arguments: [book])
    let insertion = try cachedStatement(sql: "INSERT INTO book_parts VALUES (?, ?, ?, ?)")
    for (position, part) in parts.enumerated() {
      try insertion.execute(arguments: [
        book, position, part.track.rawValue, part.duration.wholeMicroseconds,
      ])
    }
  }

  /// Leads the place, the bookmarks and the jumps of a book to the same sound on another timeline.
  func movePlaces(
    of book: Int64, from old: BookTimeline, to new: BookTimeline
  ) throws {
    // A place is all that is known of a book of unknown duration.
    guard new.total > .zero, !old.parts.isEmpty else { return }
    func moved(_ place: Duration) -> Duration { old.place(place, on: new) }
    let rows = try Row.fetchAll(
      self, sql: "SELECT place, jumps FROM books WHERE id = ?", arguments: [book])
    for row in rows {
      let jumps = BookColumns.jumps(try row.value(1)).map(moved)
      try execute(
        sql: "UPDATE books SET place = ?, jumps = ? WHERE id = ?",
        arguments: [
          BookColumns.stored(moved(BookColumns.place(try row.value(0)))),
          try BookColumns.stored(jumps: jumps), book,
        ])
    }
    let bookmarks = try Row.fetchAll(
      self, sql: "SELECT id, place FROM bookmarks WHERE book = ?", arguments: [book])
    for row in bookmarks {
      let place = BookColumns.stored(moved(BookColumns.place(try row.value(1))))
      try execute(
        sql: "UPDATE bookmarks SET place = ? WHERE id = ?",
        arguments: [place, try row.value(0) as Int64])
    }
  }
}
