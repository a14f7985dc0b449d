import Library
import Music
import Testing

/// Books apart from the lists of music.
@Suite("Books and lists")
struct BookListTests {
  private let scene: BookScene
  private var library: Library { scene.library }

  init() throws { scene = try BookScene() }

  private func songs(_ filter: String = "") async throws -> [String] {
    var query = ListQuery(.songs, sort: .title)
    query.filter = filter
    return try await scene.test.titles(library.trackIDs(query))
  }

  @Test("lists of music are without books, and a query asks for them")
  func apart() async throws {
    scene.writeBook()
    scene.write("song.flac", audio: 9, title: "Song", genre: "Rock", more: [("ARTIST", "Bo")])
    try await scene.test.scan()
    #expect(try await songs() == ["Part 1", "Part 2", "Part 3", "Song"])
    try await scene.form()
    #expect(try await songs() == ["Song"])
    #expect(try await songs("part") == [])
    #expect(try await songs("type:book") == ["Part 1", "Part 2", "Part 3"])
    #expect(try await songs("part type:book 2") == ["Part 2"])
    #expect(try await songs("type:music") == ["Song"])
    #expect(try await scene.test.rows(ListQuery(.artists)) == ["Bo 0/1"])
    #expect(try await library.search("ann").isEmpty)
    #expect(try await library.search("ann type:book").count == 3)
  }

  @Test("a playlist shows its parts of books, also filtered")
  func playlists() async throws {
    scene.writeBook()
    try await scene.scanAndForm()
    let parts = try #require(try await scene.book()).parts.map(\.track)
    let list = try await library.createPlaylist(named: "L")
    _ = try await library.add(parts, to: list.id)
    var query = ListQuery(.playlist(list.id))
    #expect(try await scene.test.rows(query).count == 3)
    query.filter = "part"
    #expect(try await scene.test.rows(query).count == 3)
  }

  @Test("folders, smart playlists and what fits into a mix are without books, unless asked")
  func elsewhere() async throws {
    for (index, name) in ["1", "2"].enumerated() {
      scene.write(
        "book/\(name).flac", audio: UInt8(index + 1), title: "Part \(name)", album: "B",
        number: index + 1, more: [("BPM", "124"), ("INITIALKEY", "8A")])
    }
    for (index, name) in ["One", "Two"].enumerated() {
      scene.write(
        "songs/\(name).flac", audio: UInt8(index + 8), title: name, genre: "Rock",
        more: [("BPM", "124"), ("INITIALKEY", "8A")])
    }
    try await scene.scanAndForm()
    let test = scene.test
    #expect(try await test.rows(ListQuery(.folder(test.music))).count == 1)
    #expect(try await test.rows(ListQuery(.folder(test.music.appending("book")))) == [])
    var asked = ListQuery(.folder(test.music.appending("book")))
    asked.filter = "type:book"
    #expect(try await test.rows(asked).count == 2)
    let fast = try await library.createSmartPlaylist(
      PlaylistDetails(name: "Fast"), SmartQuery("bpm:>100"))
    let spoken = try await library.createSmartPlaylist(
      PlaylistDetails(name: "Spoken"), SmartQuery("bpm:>100 type:book"))
    #expect(try await test.rows(ListQuery(.playlist(fast.id))).count == 2)
    #expect(try await test.rows(ListQuery(.playlist(spoken.id))).count == 2)
    let one = try #require(try await scene.track("songs/One.flac"))
    #expect(try await library.fits(for: one)?.fits.map(\.track.title) == ["Two"])
  }

  @Test("what the user calls music is in the lists again, and undo takes it out")
  func choices() async throws {
    scene.writeBook()
    try await scene.scanAndForm()
    #expect(try await songs() == [])
    let book = try #require(try await scene.book())
    _ = try await library.makeMusic(book.id)
    try await scene.form()
    #expect(try await songs() == ["Part 1", "Part 2", "Part 3"])
    _ = try await library.undo()
    try await scene.form()
    #expect(try await songs() == [])
    #expect(try await scene.book()?.id == book.id)
  }

  @Test("a library that is opened again knows its books, and forming them ends")
  func reopened() async throws {
    scene.writeBook()
    scene.write("song.flac", audio: 9, title: "Song", genre: "Rock")
    try await scene.scanAndForm()
    #expect(try await scene.form().isEmpty && scene.filesRead().count == 3)
    await library.saveCatalog()
    let again = try Library(at: library.path)
    #expect(try await again.trackIDs(ListQuery(.songs, sort: .title)).count == 1)
    scene.write("book/2.flac", audio: 2, title: "Part 2", genre: "Rock", number: 2)
    scene.write("book/3.flac", audio: 3, title: "Part 3", genre: "Rock", number: 3)
    try await scene.scanAndForm()
    #expect(try await songs() == ["Part 2", "Part 3", "Song"])
  }
}
