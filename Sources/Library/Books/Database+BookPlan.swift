internal import GRDB
internal import Music

/// The books of the folders that have changed.
struct BookPlan: Sendable {
  var groups: [BookGroup] = []
  /// Known books with tracks in these folders, or without any.
  var books: Set<Int64> = []
  /// What it is a plan for.
  var changes: BookChanges

  var isEmpty: Bool { groups.isEmpty && books.isEmpty }
}

/// The number of the last change that books were formed from, and that of the last one.
struct BookChanges: Equatable, Sendable {
  var last: Int64
  var now: Int64
}

extension Database {
  /// - Parameter seen: The number of a change up to which there was nothing to form.
  func bookChanges(after seen: Int64 = 0) throws -> BookChanges {
    let now = try Int64.fetchOne(self, sql: "SELECT change FROM revision") ?? 0
    let last = try Int64.fetchOne(self, sql: "SELECT change FROM book_state") ?? 0
    // A number that is not reached yet is no number of ours.
    return BookChanges(last: [last, seen].filter { $0 <= now }.max() ?? 0, now: now)
  }

  func bookPlan(for changes: BookChanges) throws -> BookPlan {
    let folders = try bookFolders(since: changes.last)
    return BookPlan(
      groups: try bookGroups(in: folders), books: try books(in: folders), changes: changes)
  }

  private static let changedFolders = """
    SELECT folder FROM tracks WHERE changed > ?1
    UNION SELECT t.folder FROM tracks t JOIN book_parts p ON p.track = t.id WHERE p.book IN
      (SELECT o.book FROM book_parts o LEFT JOIN tracks u ON u.id = o.track
        WHERE u.id IS NULL OR u.changed > ?1)
    """

  /// Whether a track is a file of a book by its name, was part of one or was chosen by the user.
  private static let hasBookMark = """
    (lower(CAST(substr(path, -4) AS TEXT)) = '.m4b'
      OR id IN (SELECT track FROM book_parts) OR id IN (SELECT track FROM book_choices)
      OR folder IN (SELECT f.id FROM folders f JOIN book_choices c ON c.folder = f.path))
    """

  /// The folders with tracks that are books, were books or were chosen by the user, and those of
  /// the other discs of a book.
  private func bookFolders(since last: Int64) throws -> [Int64] {
    let changed = last > 0 ? "AND folder IN (\(Database.changedFolders))" : "AND ?1 = ?1"
    // Most libraries have no books: one look at all tracks is enough then.
    let kinds = try Row.fetchAll(
      self,
      sql: """
        SELECT DISTINCT genre, \(Database.hasBookMark) FROM tracks WHERE source = 1 \(changed)
        """, arguments: [last])
    let genres = try kinds.compactMap { try $0.value(0) as String? }
    let ofBooks = Set(genres.filter { BookGenre.isBook($0) }).sorted().prefix(500)
    guard try !ofBooks.isEmpty || kinds.contains(where: { try $0.value(1) }) else { return [] }
    let arguments: StatementArguments = [last] + StatementArguments(ofBooks)
    let folders = try Int64.fetchAll(
      self,
      sql: """
        SELECT DISTINCT folder FROM tracks WHERE source = 1 \(changed)
          AND (\(Database.hasBookMark) OR genre IN \(Database.marks(ofBooks.count)))
        ORDER BY folder
        """, arguments: arguments)
    return try withOtherDiscs(folders)
  }

  private func withOtherDiscs(_ folders: [Int64]) throws -> [Int64] {
    var all = Set(folders)
    var homes: Set<FilePath> = []
    try inSlices(folders) { slice in
      let paths = try Row.fetchAll(
        self, sql: "SELECT path FROM folders WHERE id IN \(Database.marks(slice.count))",
        arguments: StatementArguments(slice))
      for row in paths {
        let path = try TrackRow.path(row, 0)
        if DiscName.number(of: path.name) != nil, let home = path.parent { homes.insert(home) }
      }
    }
    for home in homes {
      let rows = try Row.fetchCursor(
        self, sql: "SELECT path, id FROM folders WHERE \(PathRange.condition)",
        arguments: home.range.arguments)
      while let row = try rows.next() {
        let path = try TrackRow.path(row, 0)
        guard path.parent == home, DiscName.number(of: path.name) != nil else { continue }
        all.insert(try row.value(1))
      }
    }
    return all.sorted()
  }

  func bookGroups(in folders: [Int64]) throws -> [BookGroup] {
    let choices = try folderChoices()
    var tracks: [Home: [BookCandidate]] = [:]
    try inSlices(folders) { slice in
      let rows = try Row.fetchCursor(
        self,
        sql: """
          SELECT \(BookCandidate.columns) FROM \(BookCandidate.source)
          WHERE t.source = 1 AND t.folder IN \(Database.marks(slice.count)) ORDER BY t.id
          """, arguments: StatementArguments(slice))
      while let row = try rows.next() {
        var track = try BookCandidate(row)
        track.isFolderChosen = choices[track.folder]
        let home = Home(path: track.home, isOfDiscs: track.discOfFolder != nil)
        tracks[home, default: []].append(track)
      }
    }
    return tracks.values.flatMap { BookGrouping.groups(of: $0) }
      .sorted { $0.tracks[0].path < $1.tracks[0].path }
  }

  /// A folder, or all folders of discs in it.
  private struct Home: Hashable {
    var path: FilePath
    var isOfDiscs: Bool
  }

  private func folderChoices() throws -> [FilePath: Bool] {
    var choices: [FilePath: Bool] = [:]
    let rows = try Row.fetchAll(
      self, sql: "SELECT folder, is_book FROM book_choices WHERE folder IS NOT NULL")
    for row in rows { choices[try TrackRow.path(row, 0)] = try row.value(1) }
    return choices
  }

  private func books(in folders: [Int64]) throws -> Set<Int64> {
    var books = Set(
      try Int64.fetchAll(
        self,
        sql: """
          SELECT id FROM books WHERE NOT gone AND NOT EXISTS
            (SELECT 1 FROM book_parts p JOIN tracks t ON t.id = p.track WHERE p.book = books.id)
          """))
    try inSlices(folders) { slice in
      books.formUnion(
        try Int64.fetchAll(
          self,
          sql: """
            SELECT DISTINCT p.book FROM tracks t JOIN book_parts p ON p.track = t.id
            WHERE t.folder IN \(Database.marks(slice.count))
            """, arguments: StatementArguments(slice)))
    }
    return books
  }

  /// Choices for folders that were moved as a whole, with the folder of one of their tracks now.
  func movedBookChoices() throws -> [(choice: Int64, folder: FilePath)] {
    let moved = try Row.fetchAll(
      self,
      sql: """
        SELECT c.id, f.path FROM book_choices c JOIN tracks t ON t.id = c.track
        JOIN folders f ON f.id = t.folder
        WHERE c.folder IS NOT NULL AND c.folder <> f.path
          AND NOT EXISTS (SELECT 1 FROM book_choices o WHERE o.folder = f.path)
          AND NOT EXISTS (SELECT 1 FROM tracks o JOIN folders g ON g.id = o.folder
            WHERE g.path = c.folder)
        """)
    return try moved.map { (try $0.value(0), try TrackRow.path($0, 1)) }
  }

  func moveBookChoices() throws {
    for (choice, folder) in try movedBookChoices() {
      try execute(
        sql: "UPDATE OR IGNORE book_choices SET folder = ? WHERE id = ?",
        arguments: [folder.data, choice])
    }
  }
}
