import ArgumentParser
import Interface
import Library
import Log
import Media
import Music

struct ChaptersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chapters", abstract: "Print the chapters of a file.",
    discussion: """
      Read from M4B, MP3, Ogg, Opus, FLAC and Matroska files, or from a CUE sheet beside one. Each \
      line has the number, the start, the end and the title; with --json each is an object whose \
      times are seconds.

      Examples:
        tritone chapters book.m4b
        tritone chapters book.m4b --json | jq -r .title
      """)

  @Flag(help: "Print one JSON object a chapter.") var json = false
  @OptionGroup var options: GlobalOptions
  @Argument(help: "A file.") var file: String

  func run() throws {
    let path = try options.directories.named([file])[0]
    let chapters = try BookFileReading.chapters(of: path)
    for (index, chapter) in chapters.enumerated() {
      if json {
        try StandardOutput.json(ChapterRecord(chapter))
      } else {
        StandardOutput.line(ChaptersCommand.line(chapter, number: index + 1))
      }
    }
  }

  static func line(_ chapter: BookChapter, number: Int) -> String {
    [
      "\(number)", chapter.start.clockText(decimals: 3), chapter.end.clockText(decimals: 3),
      TrackText.clean(chapter.title),
    ].joined(separator: "\t")
  }
}

struct BookmarkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bookmark", abstract: "List, add and remove bookmarks of audiobooks.",
    discussion: """
      Examples:
        tritone bookmark list
        tritone bookmark add Emma 1:02:03 "The letter"
        tritone bookmark remove 12
      """,
    subcommands: [
      BookmarkListCommand.self, BookmarkAddCommand.self, BookmarkRemoveCommand.self,
    ], defaultSubcommand: BookmarkListCommand.self)
}

struct BookmarkListCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List bookmarks, of one audiobook or of all.",
    discussion: """
      Each line has the number, the book, the time and the note.

      Examples:
        tritone bookmark list Emma
        tritone bookmark list --json | jq -r .note
      """)

  @OptionGroup var options: GlobalOptions
  @Flag(help: "Print one JSON object a line.") var json = false
  @Argument(help: "The number or title of a book.") var book: String?

  func run(log: Log) throws {
    let library = try options.openExistingLibrary(log: log)
    let name = book
    let found = try Waiting.reading {
      let books =
        if let name {
          try await [NamedBooks(library, log).book(name)].map { ($0.id, $0.details.title) }
        } else {
          try await NamedBooks(library, log).all().map { ($0.id, $0.details.title) }
        }
      var found: [(title: String, mark: Bookmark)] = []
      for (id, title) in books {
        found += try await library.bookmarks(of: id).map { (title, $0) }
      }
      return found
    }
    for (title, mark) in found {
      guard !json else {
        try StandardOutput.json(BookmarkRecord(mark, of: title))
        continue
      }
      let fields = ["\(mark.id)", title, mark.place.clockText, mark.note]
      StandardOutput.line(fields.map { TrackText.clean($0) }.joined(separator: "\t"))
    }
  }
}

struct BookmarkAddCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a bookmark to an audiobook.",
    discussion: """
      Without a time it is where the book was heard to.

      Examples:
        tritone bookmark add Emma
        tritone bookmark add Emma 1:02:03 "The letter"
      """)

  @OptionGroup var options: GlobalOptions
  @Argument(help: "The number or title of a book.") var book: String
  @Argument(help: "The time.") var time: String?
  @Argument(help: "A note.") var note: String?

  func validate() throws {
    if let time { _ = try BookTime.duration(time) }
  }

  func run(log: Log) throws {
    let library = try options.openExistingLibrary(log: log)
    let (name, time, note) = (book, try time.map(BookTime.duration), note ?? "")
    let (title, place) = try Waiting.run {
      let book = try await NamedBooks(library, log).book(name)
      let place = time ?? book.progress.place
      try book.require(place)
      _ = try await library.addBookmark(at: place, note: note, to: book.id, time: BookTime.now)
      return (book.details.title, place)
    }
    StandardOutput.line("Marked \(place.clockText) of \(TrackText.clean(title))")
  }
}

struct BookmarkRemoveCommand: LoggedCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove bookmarks by their numbers.",
    discussion: """
      The player's Ctrl-Z brings them back.

      Examples:
        tritone bookmark remove 12
      """)

  @OptionGroup var options: GlobalOptions
  @Argument(help: "Numbers, as tritone bookmark list shows them.") var numbers: [Int64]

  func run(log: Log) throws {
    let library = try options.openExistingLibrary(log: log)
    let numbers = numbers
    let removed = try Waiting.run { try await library.removeBookmarks(numbers) }
    guard removed == Set(numbers).count else {
      throw Failure(
        reason: "of \(Set(numbers).count) numbers \(removed) had a bookmark, which is removed now")
    }
    StandardOutput.line("Removed \(removed.counted("bookmark"))")
  }
}

/// Times of audiobooks on the command line.
enum BookTime {
  static func duration(_ text: String) throws -> Duration {
    guard let time = CommandLineReader.time(text), time >= .zero else {
      throw ValidationError("a time is written 1:02:03 or in seconds, not “\(text)”")
    }
    return time
  }

  /// Unix time in milliseconds.
  static var now: Int64 { Int64(DevicePeers.now) * 1_000 }
}
