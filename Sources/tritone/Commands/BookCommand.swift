import ArgumentParser
import Interface
import Library
import Log
import Music

/// Audiobooks: what there is, how far each was heard.
struct BookCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "book", abstract: "List audiobooks, and say how far each was heard.",
    discussion: """
      A book is an .m4b file, a file of the genre Audiobook, or a folder of files that are named or \
      numbered as one. BOOK is its number, its title, or the beginning of a title that no other has.

      Examples:
        tritone book list
        tritone book list --in progress --json | jq .title
        tritone book show Emma
        tritone book place Emma 1:02:03
        tritone book finished Emma
      """,
    subcommands: [
      BookListCommand.self, BookShowCommand.self, BookPlaceCommand.self, BookFinishedCommand.self,
      BookUnfinishedCommand.self,
    ], defaultSubcommand: BookListCommand.self)
}

struct BookListCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the audiobooks.",
    discussion: """
      Each line has the number, the title, the authors, how much was heard, and the time that is left \
      at the speed of the book.

      Examples:
        tritone book list
        tritone book list --in continue
        tritone book list --json | jq -r 'select(.progress > 0.5) | .title'
      """)

  /// Which books are listed.
  enum Choice: String, CaseIterable, ExpressibleByArgument {
    case all
    case proceeding = "continue"
    case notStarted = "not-started"
    case finished

    var list: BookList {
      switch self {
      case .all: .all
      case .proceeding: .continueListening
      case .notStarted: .notStarted
      case .finished: .finished
      }
    }
  }

  @OptionGroup var options: GlobalOptions
  @Option(
    name: .customLong("in"),
    help: "Which: all, continue (begun, newest first), not-started, finished.")
  var choice = Choice.all
  @Flag(help: "Print one JSON object a line.") var json = false

  func run(log: Log) throws {
    let library = try options.openExistingLibrary(log: log)
    let list = choice.list
    let rows = try Waiting.reading {
      try await BookListing(NamedBooks(library, log).all()).rows(in: list)
    }
    for row in rows {
      guard !json else {
        try StandardOutput.json(BookRecord(row))
        continue
      }
      let fields = [
        "\(row.id.rawValue)", row.details.title, row.details.authors.joined(separator: ", "),
        BookRecord.heard(row.progress, of: row.duration),
        BookRecord.left(row.progress, of: row.duration, at: row.speed),
      ]
      StandardOutput.line(fields.map { TrackText.clean($0) }.joined(separator: "\t"))
    }
  }
}

struct BookShowCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show an audiobook with its files and chapters.",
    discussion: """
      Examples:
        tritone book show Emma
        tritone book show Emma --json | jq '.chapters[] | .title'
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Print one JSON object.") var json = false
  @Argument(help: "Its number or title.") var book: String

  func run(log: Log) throws {
    let library = try options.openExistingLibrary(log: log)
    let name = book
    let (book, files) = try Waiting.reading {
      let book = try await NamedBooks(library, log).book(name)
      let tracks = try await library.tracks(book.parts.map(\.track))
      return (book, tracks)
    }
    let record = BookRecord(book, files)
    guard !json else { return try StandardOutput.json(record) }
    for (field, value) in record.fields {
      StandardOutput.line("\(field)\t\(TrackText.clean(value))")
    }
    for (index, chapter) in book.chapters.enumerated() {
      StandardOutput.line(ChaptersCommand.line(chapter, number: index + 1))
    }
  }
}

struct BookPlaceCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "place", abstract: "Print how far an audiobook was heard, or set it.",
    discussion: """
      A time is written 1:02:03 or in seconds.

      Examples:
        tritone book place Emma
        tritone book place Emma 1:02:03
        tritone book place Emma --json | jq .seconds
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Print one JSON object.") var json = false
  @Argument(help: "Its number or title.") var book: String
  @Argument(help: "The new place.") var time: String?

  func validate() throws {
    if let time { _ = try BookTime.duration(time) }
  }

  func run(log: Log) throws {
    let library = try options.openExistingLibrary(log: log)
    let (name, time) = (book, try time.map(BookTime.duration))
    let book = try Waiting.run {
      let book = try await NamedBooks(library, log).book(name)
      guard let time else { return book }
      try book.require(time)
      // A player that runs is told of it.
      try await library.keepProgress(
        book.progress.heard(to: time, of: book.duration, at: BookTime.now), of: book.id)
      return try await library.book(book.id) ?? book
    }
    guard !json else { return try StandardOutput.json(BookPlaceRecord(book)) }
    StandardOutput.line(book.progress.place.clockText(decimals: 3))
  }
}

struct BookFinishedCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "finished", abstract: "Mark audiobooks as finished.",
    discussion: """
      The player's Ctrl-Z takes it back.

      Examples:
        tritone book finished Emma
      """)

  @OptionGroup var options: GlobalOptions
  @Argument(help: "Numbers or titles.") var books: [String]

  func run(log: Log) throws {
    try NamedBooks.setFinished(true, books, options.openExistingLibrary(log: log), log)
  }
}

struct BookUnfinishedCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "unfinished", abstract: "Mark audiobooks as not finished.",
    discussion: """
      The place stays where it is.

      Examples:
        tritone book unfinished Emma
      """)

  @OptionGroup var options: GlobalOptions
  @Argument(help: "Numbers or titles.") var books: [String]

  func run(log: Log) throws {
    try NamedBooks.setFinished(false, books, options.openExistingLibrary(log: log), log)
  }
}

extension Book {
  /// Refuses a time behind the end, where that is known.
  func require(_ time: Duration) throws {
    guard time <= duration || timeline.hasUnknownParts else {
      throw Failure(reason: "\(details.title) is \(duration.clockText) long")
    }
  }
}

/// The audiobooks of a library, by what the user calls them.
struct NamedBooks: Sendable {
  private let library: Library

  /// Tells books from music first: a player may have scanned without having got so far.
  init(_ library: Library, _ log: Log) async {
    self.library = library
    await BookFinding(library: library, log: log).run()
  }

  /// All of them, by title.
  func all() async throws -> [BookRow] { try await library.books() }

  /// The book of a number, of a title, or of the beginning of one title alone.
  func book(_ name: String) async throws -> Book {
    if let number = Int64(name), let book = try await library.book(BookID(number)) { return book }
    let rows = try await all()
    let wanted = SortKey.folded(name)
    let same = rows.filter { SortKey.folded($0.details.title) == wanted }
    let found =
      same.isEmpty
      ? rows.filter { SortKey.folded($0.details.title).hasPrefix(wanted) } : same
    guard let first = found.first, !name.isEmpty else {
      throw Failure(reason: "there is no book “\(name)”; tritone book list shows what there is")
    }
    guard found.count == 1 else {
      let names = found.prefix(5).map { "\($0.id.rawValue) \($0.details.title)" }
      throw Failure(
        reason: "“\(name)” is \(found.count) books; their numbers tell them apart: "
          + names.joined(separator: ", "))
    }
    guard let book = try await library.book(first.id) else {
      throw Failure(reason: "\(first.details.title) is no longer in the library")
    }
    return book
  }

  static func setFinished(
    _ isFinished: Bool, _ names: [String], _ library: Library, _ log: Log
  ) throws {
    let titles = try Waiting.run {
      var books: [Book] = []
      let named = await NamedBooks(library, log)
      for name in names { books.append(try await named.book(name)) }
      try await library.setFinished(isFinished, books.map(\.id), at: BookTime.now)
      return books.map(\.details.title)
    }
    for title in titles {
      StandardOutput.line(
        "\(TrackText.clean(title)) is \(isFinished ? "finished" : "not finished")")
    }
  }
}
