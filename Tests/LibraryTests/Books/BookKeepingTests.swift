import Library
import Music
import Testing

/// Books whose files come, go, move and change.
@Suite("Books kept")
struct BookKeepingTests {
  private let scene: BookScene

  init() throws { scene = try BookScene() }

  /// The book of three parts, heard to the middle of the second, with a bookmark in the third.
  private func heard() async throws -> BookID {
    scene.writeBook()
    try await scene.scanAndForm()
    let book = try #require(try await scene.book()).id
    try await scene.library.keepPlace(.seconds(150), of: book, isFinished: false, at: 1_000)
    _ = try await scene.library.addBookmark(at: .seconds(250), note: "n", to: book, time: 2)
    try await scene.library.keepJumps([.seconds(10), .seconds(210)], of: book)
    try await scene.library.setSpeed(1.5, ofBook: book)
    return book
  }

  private func expectKept(_ id: BookID, moved: Duration = .zero) async throws {
    let book = try #require(try await scene.library.book(id))
    #expect(book.progress.place == .seconds(150) + moved && book.speed == 1.5)
    #expect(book.progress.updated == 1_000 && book.progress.started == 1_000)
    #expect(
      try await scene.library.bookmarks(of: id).map(\.place) == [.seconds(250) + moved])
    #expect(try await scene.library.jumps(of: id).last == .seconds(210) + moved)
    #expect(try await scene.library.books().map(\.id) == [id])
  }

  @Test("a rescan changes nothing")
  func rescan() async throws {
    let book = try await heard()
    #expect(try await scene.scanAndForm() == BookForming())
    try await expectKept(book)
  }

  @Test("moved files are the same book")
  func moved() async throws {
    let book = try await heard()
    try scene.test.folder.move("music/book", "music/elsewhere")
    try await scene.scanAndForm()
    try await expectKept(book)
    let names = try await scene.library.tracks(
      scene.library.bookTracks().sorted { $0.rawValue < $1.rawValue })
    #expect(names.allSatisfy { $0.source.text.contains("/elsewhere/") && !$0.isMissing })
  }

  @Test("other tags change the title, not the book")
  func retagged() async throws {
    let book = try await heard()
    for number in 1...3 {
      scene.write(
        "book/\(number).flac", audio: UInt8(number), title: "P\(number)", album: "New name",
        number: number, more: [("COMMENT", "longer than before")])
    }
    #expect(try await scene.scanAndForm() == BookForming(changed: 1))
    try await expectKept(book)
    #expect(try await scene.titles() == ["New name"])
  }

  @Test("a part in front moves the place, the bookmarks and the jumps with their sound")
  func added() async throws {
    let book = try await heard()
    scene.write(
      "book/0.flac", audio: 40, title: "Part 0", album: "The Book", number: 0, seconds: 50)
    #expect(try await scene.scanAndForm() == BookForming(changed: 1))
    try await expectKept(book, moved: .seconds(50))
    #expect(try await scene.library.book(book)?.duration == .seconds(350))
  }

  @Test("missing files leave the book, offline; forgotten ones take it away until they return")
  func vanished() async throws {
    // Without any file left, the folder of the library would be offline.
    scene.write("song.flac", audio: 99, title: "Song", genre: "Rock")
    let book = try await heard()
    try scene.test.folder.move("music/book", "away")
    try await scene.scanAndForm()
    try await expectKept(book)
    #expect(try await scene.library.books().allSatisfy(\.isOffline))

    _ = try await scene.library.forgetMissing()
    #expect(try await scene.form() == BookForming(gone: 1))
    #expect(try await scene.library.books() == [])
    #expect(try await scene.library.book(book) == nil)
    #expect(try await scene.library.bookTracks() == [])

    try scene.test.folder.move("away", "music/book")
    #expect(try await scene.scanAndForm() == BookForming(formed: 1))
    try await expectKept(book)
  }

  @Test("the undo of forgetting brings the book back")
  func undoneForgetting() async throws {
    // Without any file left, the folder of the library would be offline.
    scene.write("song.flac", audio: 99, title: "Song", genre: "Rock")
    let book = try await heard()
    try scene.test.folder.move("music/book", "away")
    try await scene.test.scan()
    _ = try await scene.library.forgetMissing()
    try await scene.form()
    #expect(try await scene.library.books() == [])
    _ = try await scene.library.undo()
    #expect(try await scene.form() == BookForming(formed: 1))
    try await expectKept(book)
  }

  @Test("a genre of music makes a book music, and its place is kept for its return")
  func otherGenre() async throws {
    let book = try await heard()
    for number in 1...3 {
      scene.write(
        "book/\(number).flac", audio: UInt8(number), album: "The Book", genre: "Rock",
        number: number, more: [("COMMENT", "longer than it was before this")])
    }
    #expect(try await scene.scanAndForm() == BookForming(gone: 1))
    scene.writeBook()
    #expect(try await scene.scanAndForm() == BookForming(formed: 1))
    try await expectKept(book)
  }

  @Test("values of another program in the tables do no harm")
  func hostile() async throws {
    let book = try await heard()
    try scene.test.database.run(
      """
      UPDATE books SET place = -9223372036854775808, updated = 9223372036854775807, speed = 1e999,
        details = '{"title": 7', jumps = '[1,2,', started = -1, chapters = -5, added = 7;
      UPDATE book_parts SET duration = 9223372036854775807 WHERE position = 0;
      UPDATE book_parts SET duration = -9223372036854775808, track = -1 WHERE position = 1;
      UPDATE book_state SET change = 9223372036854775807;
      UPDATE bookmarks SET place = 9223372036854775807, note = 'a' || char(7, 0x202E);
      INSERT OR REPLACE INTO chapters VALUES ((SELECT min(track) FROM book_files), -7, 'x',
        9223372036854775807, -9223372036854775808);
      """)
    _ = try await scene.library.books()
    let read = try #require(try await scene.library.book(book))
    #expect(read.progress.place == .zero && read.details.title == "The Book")
    #expect(try await scene.library.jumps(of: book) == [])
    #expect(try await scene.library.bookmarks(of: book).map(\.note) == ["a\u{FFFD}"])
    try await scene.library.keepPlace(.seconds(5), of: book, isFinished: false, at: 7)
    try await scene.library.setFinished(true, [book], at: 8)
    try await scene.scanAndForm()
    #expect(try await scene.library.book(book)?.duration == .seconds(300))
    #expect(try await scene.library.check() == [])
  }
}
