import Glibc
import Library
import Music
import Synchronization
import Testing

/// Which tracks become books, and in what order.
@Suite("Book forming")
struct BookFormingTests {
  private let scene: BookScene

  init() throws { scene = try BookScene() }

  @Test("numbered files of one album with a genre of books are one book with their tags' details")
  func numbered() async throws {
    scene.writeBook()
    scene.write("song.flac", audio: 9, title: "Song", genre: "Rock")
    #expect(try await scene.scanAndForm() == BookForming(formed: 1))
    let book = try #require(try await scene.book())
    #expect(book.details.title == "The Book" && book.details.authors == ["Ann"])
    #expect(book.duration == .seconds(300))
    #expect(book.chapters.map(\.title) == ["Part 1", "Part 2", "Part 3"])
    #expect(book.chapters.map(\.start) == [.zero, .seconds(100), .seconds(200)])
    let row = try #require(try await scene.library.books().first)
    #expect(row.parts == 3 && row.chapters == 3 && row.duration == .seconds(300))
    #expect(row.firstTrack == book.parts[0].track && !row.isOffline)
    #expect(try await scene.library.bookTracks() == Set(book.parts.map(\.track)))
    #expect(try await scene.library.book(of: book.parts[2].track)?.id == book.id)
    let song = try #require(try await scene.track("song.flac"))
    #expect(try await scene.library.book(of: song) == nil)
    #expect(try await scene.form() == BookForming())
  }

  @Test(
    "genres fold, and one of several is enough",
    arguments: [
      ("AUDIOBOOKS", true), ("Hörbuch", true), ("HORBUCHER", true), ("Hörspiel; Krimi", true),
      ("Spoken & Audio", true), ("livre audio", true), ("Audiolibro", true), ("Rock", false),
      ("Audiobook Rock", false), ("", false),
    ])
  func genres(_ genre: String, _ isBook: Bool) async throws {
    scene.write("a.flac", audio: 1, title: "A", genre: genre)
    try await scene.scanAndForm()
    #expect(try await scene.titles() == (isBook ? ["A"] : []))
  }

  @Test("parts are in the order of disc and track, or of natural names without such numbers")
  func order() async throws {
    scene.write("tags/x.flac", audio: 1, album: "T", number: 2, disc: 1)
    scene.write("tags/a.flac", audio: 2, album: "T", number: 1, disc: 2)
    scene.write("tags/b.flac", audio: 3, album: "T", number: 1, disc: 1)
    for (index, name) in ["10", "9", "1"].enumerated() {
      scene.write("names/\(name) end.flac", audio: UInt8(10 + index), album: "N")
    }
    try await scene.scanAndForm()
    let books = try await scene.library.books()
    #expect(books.map(\.details.title) == ["N", "T"])
    var names: [[String]] = []
    for row in books { names.append(try await scene.names(of: scene.library.book(row.id))) }
    #expect(names[0] == ["1 end.flac", "9 end.flac", "10 end.flac"])
    #expect(names[1] == ["b.flac", "x.flac", "a.flac"])
  }

  @Test("files without numbers, and those of another album, are books of their own")
  func apart() async throws {
    scene.write("one.flac", audio: 1, title: "One", album: "Same")
    scene.write("two.flac", audio: 2, title: "Two", album: "Same")
    scene.write("o1.flac", audio: 3, title: "Three", album: "Other")
    try await scene.scanAndForm()
    #expect(try await scene.titles() == ["Other", "Same", "Same"])
  }

  @Test("an m4b is a book whatever its genre, one each by title, and parts where numbered")
  func bookFiles() async throws {
    scene.write("a/x.flac", audio: 1, title: "First", album: "Series", genre: nil)
    scene.write("a/y.flac", audio: 2, title: "Second", album: "Series", genre: nil)
    scene.write("b/p1.flac", audio: 3, title: "P 1", album: "Parts", genre: nil, number: 1)
    scene.write("b/p2.flac", audio: 4, title: "P 2", album: "Parts", genre: nil, number: 2)
    scene.write("b/song.flac", audio: 5, title: "Song", album: "Parts", genre: nil, number: 3)
    try await scene.test.scan()
    // The reader of tags goes by content: only the names matter here.
    try scene.test.database.run(
      """
      UPDATE tracks SET path = CAST(replace(CAST(path AS TEXT), '.flac', '.m4B') AS BLOB)
      WHERE title <> 'Song';
      -- As before the scan, which has stored that there is no book.
      UPDATE book_state SET change = 0
      """)
    #expect(try await scene.form().formed == 3)
    let books = try await scene.library.books()
    #expect(books.map(\.parts) == [2, 1, 1])
    #expect(books.map(\.details.title) == ["Parts", "Series", "Series"])
  }

  @Test("what was read of files is on the timeline, and a file is read again only when changed")
  func facts() async throws {
    scene.writeBook()
    var facts = BookFileFacts(title: "Read\u{202E} title", authors: ["B", "C"], narrators: ["N"])
    facts.series = [BookSeries(name: "S", sequence: "1.5")]
    facts.description = "One\nTwo\u{7}"
    facts.chapters = [
      BookChapter(title: "I", start: .zero, end: .seconds(40)),
      BookChapter(title: "II", start: .seconds(40), end: .seconds(100)),
      BookChapter(title: "beyond", start: .seconds(400), end: .seconds(500)),
    ]
    scene.tell("1.flac", facts)
    scene.tell("2.flac", BookFileFacts(chapters: facts.chapters))
    try await scene.scanAndForm()
    #expect(scene.filesRead() == ["1.flac", "2.flac", "3.flac"])
    let book = try #require(try await scene.book())
    #expect(book.details.title == "Read title" && book.details.authors == ["B", "C"])
    #expect(book.details.narrators == ["N"] && book.details.series == facts.series)
    #expect(book.details.description == "One\nTwo\u{FFFD}")
    #expect(book.chapters.map(\.title) == ["I", "II", "I", "II", "Part 3"])
    #expect(book.chapters[3].start == .seconds(140) && book.chapters[3].end == .seconds(200))

    scene.write(
      "book/3.flac", audio: 3, title: "Part three", album: "The Book", number: 3, seconds: 200)
    #expect(try await scene.scanAndForm() == BookForming(changed: 1))
    #expect(scene.filesRead() == ["3.flac"])
    #expect(try await scene.book()?.chapters.last?.title == "Part three")
    #expect(try await scene.book()?.duration == .seconds(400))
    #expect(try await scene.book()?.id == book.id)
  }

  @Test("a file that cannot be read is a part without chapters, and is read the next time")
  func unreadable() async throws {
    scene.writeBook()
    try await scene.test.scan()
    #expect(try await scene.library.formBooks { _, _ in nil } == BookForming(formed: 1))
    #expect(try await scene.book()?.chapters.count == 3)
    scene.write("book/4.flac", audio: 4, title: "Part 4", album: "The Book", number: 4)
    try await scene.scanAndForm()
    #expect(scene.filesRead().count == 4)
  }

  @Test("a cancelled forming ends behind one file, and the next one goes on with what was read")
  func cancelled() async throws {
    for number in 1...60 {
      scene.write("book/\(number).flac", audio: UInt8(number), album: "B", number: number)
    }
    try await scene.test.scan()
    let library = scene.library
    let forming = Mutex<Task<BookForming, any Error>?>(nil)
    let count = Mutex(0)
    let task = Task { () throws -> BookForming in
      try await library.formBooks { _, _ in
        if count.withLock({
          $0 += 1; return $0
        }) == 53 {
          while forming.withLock({ $0 == nil }) { usleep(100) }
          forming.withLock { $0?.cancel() }
        }
        return BookFileFacts()
      }
    }
    forming.withLock { $0 = task }
    await #expect(throws: LibraryError.cancelled) { _ = try await task.value }
    #expect(count.withLock { $0 } == 53)
    #expect(try await library.books() == [])
    try await scene.form()
    // Files are kept by fifties.
    #expect(scene.filesRead().count == 10)
    #expect(try await scene.book()?.parts.count == 60)
  }

  @Test("changes that concern no book, as those of the analysis, are looked at without writing")
  func uneventful() async throws {
    scene.writeBook()
    scene.write("song.flac", audio: 9, title: "Song", genre: "Rock")
    try await scene.scanAndForm()
    func change() async throws -> [String] {
      try scene.test.database.run(
        """
        UPDATE revision SET change = change + 1;
        UPDATE tracks SET changed = (SELECT change FROM revision) WHERE title = 'Song';
        """)
      #expect(try await scene.form() == BookForming())
      return try scene.test.database.run("SELECT change FROM book_state")
    }
    let first = try await change()
    #expect(try await change() == first)
    #expect(try await change() == first)
    #expect(scene.filesRead().count == 3)
    // A change of the book is seen behind them.
    scene.write("book/4.flac", audio: 4, title: "Part 4", album: "The Book", number: 4)
    #expect(try await scene.scanAndForm() == BookForming(changed: 1))
  }

  @Test("900 files are one book")
  func many() async throws {
    for number in 1...900 {
      scene.write(
        "book/\(number).flac", audio: UInt8(number % 250), title: "\(number)", album: "Long",
        number: number, seconds: 1)
    }
    #expect(try await scene.scanAndForm() == BookForming(formed: 1))
    let book = try #require(try await scene.book())
    #expect(book.parts.count == 900 && book.chapters.count == 900)
    #expect(book.duration == .seconds(900))
  }

  @Test("a book has at most 5,000 chapters, and none of unknown duration is lost")
  func bounds() async throws {
    scene.write("a.flac", audio: 1, title: "A", seconds: 10_000)
    scene.tell(
      "a.flac",
      BookFileFacts(
        chapters: (0..<6_000).map {
          BookChapter(title: "\($0)", start: .seconds($0), end: .seconds($0 + 1))
        }))
    scene.write("b.flac", audio: 2, title: "B", seconds: 0)
    scene.tell(
      "b.flac",
      BookFileFacts(chapters: [
        BookChapter(title: "I", start: .zero, end: .seconds(9)),
        BookChapter(title: "II", start: .seconds(9), end: .seconds(20)),
      ]))
    try await scene.scanAndForm()
    let books = try await scene.library.books()
    #expect(books.map(\.chapters) == [5_000, 2])
    let unknown = try #require(try await scene.library.book(books[1].id))
    #expect(unknown.duration == .zero && unknown.chapters.map(\.title) == ["I", "II"])
    try await scene.library.keepPlace(.seconds(15), of: unknown.id, isFinished: false, at: 5)
    try await scene.scanAndForm()
    #expect(try await scene.library.book(unknown.id)?.progress.place == .seconds(15))
  }
}
