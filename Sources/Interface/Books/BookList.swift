package import Music

/// The lists of audiobooks.
package enum BookList: Hashable, Sendable {
  /// The books to continue, at most ten, and behind them a row for each other list.
  case home
  case continueListening, notStarted, finished, all
  /// The names of these, a row each.
  case series, authors, narrators
  /// In the order of the series.
  case ofSeries(String)
  case ofAuthor(String)
  case ofNarrator(String)

  /// The lists behind the books to continue.
  package static let linked: [BookList] = [
    .notStarted, .finished, .series, .authors, .narrators, .all,
  ]

  package var title: String {
    switch self {
    case .home: "Books"
    case .continueListening: "Continue listening"
    case .notStarted: "Not started"
    case .finished: "Finished"
    case .all: "All books"
    case .series: "Series"
    case .authors: "Authors"
    case .narrators: "Narrators"
    case .ofSeries(let name), .ofAuthor(let name), .ofNarrator(let name): RowView.named(name)
    }
  }

  /// The word of the command line; nil for lists that a row leads to.
  package var word: String? {
    switch self {
    case .home: "home"
    case .continueListening: "continue"
    case .notStarted: "not-started"
    case .finished: "finished"
    case .all: "all"
    case .series: "series"
    case .authors: "authors"
    case .narrators: "narrators"
    case .ofSeries, .ofAuthor, .ofNarrator: nil
    }
  }

  /// The lists that have a word.
  package static let named: [BookList] = [.home, .continueListening] + linked

  /// The list of one of its names.
  func list(of name: String) -> BookList? {
    switch self {
    case .series: .ofSeries(name)
    case .authors: .ofAuthor(name)
    case .narrators: .ofNarrator(name)
    case .home, .continueListening, .notStarted, .finished, .all, .ofSeries, .ofAuthor,
      .ofNarrator:
      nil
    }
  }
}

/// A row in a list of audiobooks.
package enum BookListRow: Equatable, Sendable {
  case book(BookRow)
  /// Another list, and its books or names.
  case list(BookList, count: Int)
  /// A series, author or narrator.
  case name(String, books: Int, duration: Duration)

  package enum ID: Hashable, Sendable {
    case book(BookID)
    case list(BookList)
    case name(String)
  }

  package var id: ID {
    switch self {
    case .book(let row): .book(row.id)
    case .list(let list, _): .list(list)
    case .name(let name, _, _): .name(name)
    }
  }

  var title: String {
    switch self {
    case .book(let row): row.details.title
    case .list(let list, _): list.title
    case .name(let name, _, _): RowView.named(name)
    }
  }

  package var book: BookRow? { if case .book(let row) = self { row } else { nil } }
}

/// A request for rows of a list of audiobooks.
package struct BookListRequest: Equatable, Sendable {
  package var list: BookList
  /// Words that the title, an author, a narrator or a series contains; "" for all.
  package var filter: String
  package var range: Range<Int>
  /// The row whose index is asked for.
  package var anchor: BookListRow.ID?

  package init(
    _ list: BookList, filter: String = "", range: Range<Int>, anchor: BookListRow.ID? = nil
  ) {
    self.list = list
    self.filter = filter
    self.range = range
    self.anchor = anchor
  }
}

/// The visible rows of a list of audiobooks and some around them.
package struct BookListWindow: Equatable, Sendable {
  package var list: BookList
  package var filter: String
  /// Rows in the whole list.
  package var count: Int
  /// The index of the first row here.
  package var start: Int
  package var rows: [BookListRow]
  /// Nil where no anchor was given, or it is gone.
  package var anchorIndex: Int?

  package init(
    list: BookList, filter: String = "", count: Int, start: Int = 0, rows: [BookListRow],
    anchorIndex: Int? = nil
  ) {
    self.list = list
    self.filter = filter
    self.count = count
    self.start = start
    self.rows = rows
    self.anchorIndex = anchorIndex
  }

  subscript(index: Int) -> BookListRow? {
    rows.indices.contains(index - start) ? rows[index - start] : nil
  }

  /// The indices of the rows that are here.
  var range: Range<Int> { start..<start + rows.count }
}
