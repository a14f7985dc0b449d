import Library
import Music
import Testing

/// The user's edits of books, and their undo.
@Suite("Book edits")
struct BookEditTests {
  private let scene: BookScene

  init() throws { scene = try BookScene() }

  private func formed() async throws -> BookID {
    scene.writeBook()
    try await scene.scanAndForm()
    return try #require(try await scene.book()).id
  }

  private func progress(_ book: BookID) async throws -> BookProgress {
    try #require(try await scene.library.book(book)).progress
  }

  @Test("bookmarks are added, changed and removed, each as a step that is undone and redone")
  func bookmarks() async throws {
    let (book, library) = (try await formed(), scene.library)
    let first = try await library.addBookmark(
      at: .seconds(90), note: " a\u{202E}b\nc ", to: book, time: 5)
    #expect(first.note == "ab\nc")
    let second = try await library.addBookmark(at: .seconds(10), note: "", to: book, time: 6)
    #expect(try await library.bookmarks(of: book) == [second, first])
    try await library.editBookmark(
      first.id, note: String(repeating: "x", count: Bookmark.longestNote + 1))
    #expect(try await library.bookmarks(of: book).last?.note.count == Bookmark.longestNote)
    #expect(try await library.removeBookmarks([first.id, second.id, 99]) == 2)
    #expect(try await library.bookmarks(of: book) == [])
    #expect(try await library.undo() == "removed 2 bookmarks of The Book")
    #expect(try await library.undo() == "changed a bookmark of The Book")
    #expect(try await library.bookmarks(of: book) == [second, first])
    #expect(try await library.undo() == "set a bookmark at 0:10 in The Book")
    #expect(try await library.bookmarks(of: book) == [first])
    #expect(try await library.redo() == "set a bookmark at 0:10 in The Book")
    #expect(try await library.bookmarks(of: book) == [second, first])
    await #expect(throws: LibraryError.book(.gone)) {
      _ = try await library.addBookmark(at: .zero, note: "", to: BookID(99), time: 0)
    }
  }

  @Test("a book has at most 10,000 bookmarks")
  func manyBookmarks() async throws {
    let (book, library) = (try await formed(), scene.library)
    try scene.test.database.run(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10001)
      INSERT INTO bookmarks (book, place, note, created) SELECT \(book.rawValue), i, '', 0 FROM n
      """)
    #expect(try await library.bookmarks(of: book).count == Bookmark.mostOfBook)
    await #expect(throws: LibraryError.book(.tooManyBookmarks)) {
      _ = try await library.addBookmark(at: .zero, note: "", to: book, time: 0)
    }
  }

  @Test("places, jumps and speeds are kept, and are no steps")
  func places() async throws {
    let (book, library) = (try await formed(), scene.library)
    try await library.keepPlace(.seconds(20), of: book, isFinished: false, at: 100)
    try await library.keepPlace(.seconds(30), of: book, isFinished: false, at: 50)
    var expected = BookProgress(place: .seconds(30), updated: 101, started: 100)
    #expect(try await progress(book) == expected)
    try await library.keepPlace(.seconds(300), of: book, isFinished: true, at: 200)
    expected = BookProgress(
      place: .seconds(300), isFinished: true, updated: 200, started: 100, finished: 200)
    #expect(try await progress(book) == expected)
    try await library.keepJumps((0..<30).map { .seconds($0) }, of: book)
    #expect(try await library.jumps(of: book) == (10..<30).map { .seconds($0) })
    try await library.setSpeed(.infinity, ofBook: book)
    #expect(try await library.book(book)?.speed == nil)
    try await library.setSpeed(1.25, ofBook: book)
    #expect(try await library.books().map(\.speed) == [1.25])
    #expect(try await library.undo() == nil)
  }

  @Test("the place says whether a book is finished only where the line is crossed")
  func kept() async throws {
    let (book, library) = (try await formed(), scene.library)
    try await library.setFinished(true, [book], at: 50)
    try await library.keepPlace(.seconds(20), of: book, isFinished: nil, at: 100)
    var expected = BookProgress(
      place: .seconds(20), isFinished: true, updated: 100, started: 100, finished: 50)
    #expect(try await progress(book) == expected)
    try await library.keepPlace(.seconds(10), of: book, isFinished: false, at: 200)
    expected = BookProgress(place: .seconds(10), updated: 200, started: 100)
    #expect(try await progress(book) == expected)
    try await library.keepPlace(.seconds(299), of: book, isFinished: nil, at: 300)
    #expect(try await !progress(book).isFinished)
  }

  @Test("a book that is no longer finished keeps its place, and undo leaves what was heard since")
  func finished() async throws {
    let (book, library) = (try await formed(), scene.library)
    try await library.keepPlace(.seconds(299), of: book, isFinished: true, at: 100)
    try await library.setFinished(false, [book, BookID(99)], at: 200)
    let expected = BookProgress(place: .seconds(299), updated: 200, started: 100)
    #expect(try await progress(book) == expected)
    try await library.keepPlace(.seconds(50), of: book, isFinished: nil, at: 300)
    #expect(try await library.undo() == "marked The Book as not finished")
    let undone = try await progress(book)
    #expect(undone.place == .seconds(50) && undone.isFinished && undone.finished == 100)
    #expect(undone.updated == 301)
    _ = try await library.redo()
    #expect(try await progress(book).place == .seconds(50))
    #expect(try await !progress(book).isFinished)
    try await library.setHidden(true, [book])
    #expect(try await progress(book).isHidden)
    #expect(try await library.undo() == "hid The Book")
    #expect(try await !progress(book).isHidden)
  }

  @Test("a folder is made a book and music again, and both are undone")
  func folderChoice() async throws {
    let library = scene.library
    for (index, name) in ["b", "a", "c"].enumerated() {
      scene.write(
        "plain/\(name).flac", audio: UInt8(index + 1), album: "Album \(name)", genre: "Rock")
    }
    #expect(try await scene.scanAndForm() == BookForming())
    var tracks: [TrackID] = []
    for name in ["a", "b", "c"] {
      tracks.append(try #require(try await scene.track("plain/\(name).flac")))
    }
    #expect(try await library.markBooks(tracks, isBook: true) == 3)
    #expect(try await scene.form() == BookForming(formed: 1))
    let book = try #require(try await scene.book())
    #expect(book.parts.map(\.track) == tracks)
    // A new file of the folder belongs to it too.
    scene.write("plain/d.flac", audio: 9, genre: "Pop")
    #expect(try await scene.scanAndForm() == BookForming(changed: 1))
    #expect(try await scene.book()?.parts.count == 4)

    try scene.test.folder.move("music/plain", "music/other")
    try await scene.scanAndForm()
    #expect(try await scene.book()?.id == book.id)
    #expect(try await scene.book()?.parts.count == 4)

    #expect(try await library.makeMusic(book.id) == 4)
    #expect(try await scene.form() == BookForming(gone: 1))
    #expect(try await library.undo() == "made Album a music")
    #expect(try await scene.form() == BookForming(formed: 1))
    #expect(try await scene.book()?.id == book.id)
    #expect(try await library.undo() == "made 3 tracks a book")
    #expect(try await scene.form() == BookForming(gone: 1))
  }

  @Test("tracks of a folder are chosen one by one")
  func trackChoice() async throws {
    let library = scene.library
    scene.writeBook()
    scene.write("book/song.flac", audio: 8, title: "Song", genre: "Rock")
    try await scene.scanAndForm()
    let second = try #require(try await scene.track("book/2.flac"))
    let song = try #require(try await scene.track("book/song.flac"))
    try await library.markBooks([second], isBook: false)
    try await library.markBooks([song], isBook: true)
    try await scene.form()
    #expect(try await scene.titles() == ["Song", "The Book"])
    #expect(try await library.bookTracks().count == 3)
    #expect(try await library.book(of: second) == nil)
    try await library.markBooks([second], isBook: true)
    try await scene.form()
    #expect(try await library.bookTracks().count == 4)
  }

  @Test("tracks without numbers that the user calls a book are one")
  func chosenAsOne() async throws {
    let library = scene.library
    for (index, name) in ["b", "a", "c"].enumerated() {
      scene.write("mixed/\(name).flac", audio: UInt8(index + 1), genre: "Rock")
    }
    scene.write("mixed/song.flac", audio: 9, title: "Song", genre: "Rock")
    try await scene.test.scan()
    var tracks: [TrackID] = []
    for name in ["a", "b", "c"] {
      tracks.append(try #require(try await scene.track("mixed/\(name).flac")))
    }
    try await library.markBooks(tracks, isBook: true)
    #expect(try await scene.form() == BookForming(formed: 1))
    #expect(try await scene.book()?.parts.map(\.track) == tracks)
  }

  @Test("the library knows what the user calls a book or music, also for listens of the past")
  func known() async throws {
    let library = scene.library
    scene.writeBook()
    for name in ["one", "two"] {
      scene.write(
        "\(name)/\(name).flac", audio: name == "one" ? 8 : 9, title: name, genre: "Rock",
        more: [("ARTIST", "Bo")])
    }
    try await scene.scanAndForm()
    let one = try #require(try await scene.track("one/one.flac"))
    let two = try #require(try await scene.track("two/two.flac"))
    let book = try #require(try await scene.book())
    func isPartOfBook(_ track: TrackID) async throws -> Bool? {
      try await library.playerFacts(of: QueuedTrack(track), neighbors: [])?.isPartOfBook
    }
    #expect(try await isPartOfBook(book.parts[0].track) == true)
    #expect(try await isPartOfBook(one) == nil)
    try await library.markBooks([one], isBook: true)
    _ = try await library.makeMusic(book.id)
    try await scene.form()
    #expect(try await isPartOfBook(one) == true)
    #expect(try await isPartOfBook(book.parts[0].track) == false)
    for track in [one, two, book.parts[0].track] {
      try scene.test.database.run(
        "INSERT INTO plays (track, time) VALUES (\(track.rawValue), 1000)")
    }
    let past = try await library.pastListens(before: 2_000, after: 0, atMost: 10)
    #expect(past.listens.map(\.track.title).sorted() == ["Part 1", "two"])
  }
}
