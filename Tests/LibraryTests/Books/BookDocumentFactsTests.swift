import Library
import Music
import Testing

/// What files beside a book say of it.
@Suite("Facts beside books")
struct BookDocumentFactsTests {
  private let scene: BookScene

  init() throws { scene = try BookScene() }

  private func tell() {
    var facts = BookFileFacts(title: "Stated", narrators: ["Nora"])
    facts.chapters = [
      BookChapter(title: "First", start: .zero, end: .seconds(150)),
      BookChapter(title: "Second", start: .seconds(150), end: .seconds(300)),
      BookChapter(title: "beyond", start: .seconds(400), end: .seconds(500)),
    ]
    scene.tell(beside: "book", facts)
  }

  @Test("documents go before tags, with chapters over the borders of files, and are kept")
  func stated() async throws {
    scene.writeBook()
    scene.write("song.flac", audio: 99, title: "Song", genre: "Rock")
    tell()
    scene.tell("1.flac", BookFileFacts(title: "Read", authors: ["B"]))
    try await scene.scanAndForm()
    let book = try #require(try await scene.book())
    #expect(book.details.title == "Stated" && book.details.narrators == ["Nora"])
    #expect(book.details.authors == ["B"])
    #expect(book.chapters.map(\.title) == ["First", "Second"])
    #expect(book.chapters[1].start == .seconds(150) && book.chapters[1].end == .seconds(300))
    #expect(try await scene.library.books().map(\.chapters) == [2])
    #expect(scene.documentsRead() == ["book"])
    #expect(try await scene.scanAndForm() == BookForming())
    #expect(scene.documentsRead() == [])

    // A drive that is away says nothing of its books.
    try scene.test.folder.move("music/book", "away")
    try await scene.scanAndForm()
    #expect(scene.documentsRead() == [])
    let away = try #require(try await scene.book())
    #expect(away.details == book.details && away.chapters == book.chapters)
    try scene.test.folder.move("away", "music/book")
    try await scene.scanAndForm()
    #expect(try await scene.book()?.details == book.details)
  }

  @Test("a document is read again with a new file, and its end leaves the chapters of the files")
  func changed() async throws {
    scene.writeBook()
    tell()
    try await scene.scanAndForm()
    scene.tell(beside: "book", BookFileFacts())
    scene.write("book/4.flac", audio: 4, title: "Part 4", album: "The Book", number: 4)
    #expect(try await scene.scanAndForm() == BookForming(changed: 1))
    #expect(try await scene.titles() == ["The Book"])
    #expect(try await scene.book()?.chapters.count == 4)
  }

  @Test("a document that changes alone, comes or goes is read again, and no other one")
  func changedAlone() async throws {
    scene.writeBook()
    scene.write("two/part.flac", audio: 9, title: "Two")
    let stamps = ["book": "a", "two": "b"]
    try await scene.test.scan()
    try await scene.lookAtDocuments(stamps)
    try await scene.form()
    #expect(scene.documentsRead() == ["book", "two"])
    // What was formed since is looked at once more.
    try await scene.lookAtDocuments(stamps)
    #expect(try await scene.form() == BookForming())
    #expect(scene.documentsRead() == ["book", "two"])
    try await scene.lookAtDocuments(stamps)
    #expect(try await scene.form() == BookForming())
    #expect(scene.documentsRead() == [])

    tell()
    try await scene.lookAtDocuments(["book": "other", "two": "b"])
    #expect(try await scene.form() == BookForming(changed: 1))
    #expect(scene.documentsRead() == ["book"])
    #expect(try await scene.titles().contains("Stated"))
    scene.tell(beside: "book", BookFileFacts())
    try await scene.lookAtDocuments(["two": "b"])
    try await scene.form()
    #expect(try await scene.titles().contains("The Book"))
    #expect(scene.documentsRead() == ["book"])
    // A drive that is away has lost no documents.
    try scene.test.folder.move("music/two", "away")
    try await scene.test.scan()
    try await scene.lookAtDocuments([:])
    try scene.test.folder.move("away", "music/two")
    try await scene.test.scan()
    try await scene.form()
    _ = scene.documentsRead()
    try await scene.lookAtDocuments(["two": "b"])
    #expect(try await scene.form() == BookForming())
    #expect(scene.documentsRead() == [])
  }

  @Test("a folder with other files is not that of the book, and names come last")
  func shared() async throws {
    scene.write("Ann Lee - Emma {Nora}/part.flac", audio: 1)
    scene.write("two/Ann Lee - Dune 2 - Name.flac", audio: 2)
    scene.write("two/song.flac", audio: 3, title: "Song", genre: "Rock")
    try await scene.scanAndForm()
    #expect(
      scene.documentsRead() == ["Ann Lee - Dune 2 - Name.flac", "Ann Lee - Emma {Nora}"])
    let books = try await scene.library.books().map(\.details)
    #expect(books.map(\.title) == ["Emma", "Name"])
    #expect(books[0].authors == ["Ann Lee"] && books[0].narrators == ["Nora"])
    #expect(books[1].authors == ["Ann Lee"])
    #expect(books[1].series == [BookSeries(name: "Dune", sequence: "2")])
  }
}
