import Library
import Music
import Testing

/// Which files are one book, by their names, folders and formats.
@Suite("Book grouping")
struct BookGroupingTests {
  private let scene: BookScene

  init() throws { scene = try BookScene() }

  /// The files of each book, by title.
  private func books() async throws -> [[String]] {
    var names: [[String]] = []
    for row in try await scene.library.books() {
      names.append(try await scene.names(of: scene.library.book(row.id)))
    }
    return names
  }

  private func write(_ names: [String], album: String? = nil) {
    for (index, name) in names.enumerated() {
      scene.write("\(name).flac", audio: UInt8(index + 1), album: album)
    }
  }

  @Test("whole books beside one another are books of their own, though years are in their names")
  func years() async throws {
    write(["1984", "Fahrenheit 451"])
    try await scene.scanAndForm()
    #expect(try await books() == [["1984.flac"], ["Fahrenheit 451.flac"]])
  }

  @Test(
    "files without an album are parts where numbers count them",
    arguments: [
      (["01 - In", "02 - The letter", "03 - Out"], 1), (["Emma 2", "Emma 10", "Emma 1"], 1),
      (["1", "2"], 1), (["In", "Out"], 2), (["1 In", "1 Out"], 2), (["1984", "1985 - x"], 2),
    ] as [([String], Int)])
  func counted(_ names: [String], _ count: Int) async throws {
    write(names)
    try await scene.scanAndForm()
    #expect(try await scene.library.books().count == count)
  }

  @Test("the folders of discs are one book, in their order", arguments: [true, false])
  func discs(_ hasAlbum: Bool) async throws {
    for disc in [1, 2, 10] {
      for number in 1...2 {
        scene.write(
          "Emma/CD \(disc)/\(number) on \(disc).flac", audio: UInt8(10 * disc + number),
          title: "\(disc).\(number)", album: hasAlbum ? "Emma (CD \(disc))" : nil, number: number,
          disc: 1)
      }
    }
    // Another book of another folder.
    scene.write("Emma/Other/1.flac", audio: 200, title: "Other")
    try await scene.scanAndForm()
    let names = [1, 2, 10].flatMap { disc in (1...2).map { "\($0) on \(disc).flac" } }
    #expect(try await books() == [names, ["1.flac"]])
    #expect(try await scene.titles().first == "Emma")
    let book = try #require(try await scene.book())
    try await scene.library.keepPlace(.seconds(350), of: book.id, isFinished: nil, at: 7)
    // Another disc comes between: the place is led to the same sound.
    for number in 1...2 {
      scene.write(
        "Emma/CD 3/\(number) on 3.flac", audio: UInt8(90 + number), album: hasAlbum ? "Emma" : nil,
        number: number)
    }
    #expect(try await scene.scanAndForm() == BookForming(changed: 1))
    let moved = try #require(try await scene.library.book(book.id))
    #expect(moved.parts.count == 8 && moved.progress.place == .seconds(350))
    let parts = try await scene.names(of: moved)
    #expect(parts[4] == "1 on 3.flac" && parts[6] == "1 on 10.flac")
  }

  @Test("discs of two albums are two books")
  func twoAlbums() async throws {
    for (disc, album) in [(1, "A"), (2, "A"), (3, "B")] {
      scene.write("x/Disc_\(disc)/t.flac", audio: UInt8(disc), album: album)
    }
    try await scene.scanAndForm()
    #expect(try await scene.library.books().map(\.parts) == [2, 1])
  }

  @Test("files of two formats side by side are a book each, without a chapter twice")
  func formats() async throws {
    for (index, name) in ["01 a", "01 b", "02 a", "02 b"].enumerated() {
      scene.write("e/\(name).flac", audio: UInt8(index + 1), album: "E")
    }
    try await scene.test.scan()
    // The reader of tags goes by content: only the names matter here.
    try scene.test.database.run(
      """
      UPDATE tracks SET path = CAST(replace(replace(CAST(path AS TEXT), ' a.flac', '.flac'),
        ' b.flac', '.mp3') AS BLOB)
      """)
    try await scene.form()
    #expect(try await books() == [["01.flac", "02.flac"], ["01.mp3", "02.mp3"]])
    #expect(try await scene.form() == BookForming())
  }

  @Test("the first track of a row is that of the first part, also where its file is missing")
  func firstTrack() async throws {
    scene.writeBook()
    try await scene.scanAndForm()
    let parts = try #require(try await scene.book()).parts
    try scene.test.folder.move("music/book/1.flac", "away.flac")
    try await scene.scanAndForm()
    let row = try #require(try await scene.library.books().first)
    #expect(row.parts == 3 && row.firstTrack == parts[0].track && !row.isOffline)
    try scene.test.folder.move("away.flac", "music/book/1.flac")
    try scene.test.folder.move("music/book/3.flac", "away.flac")
    try await scene.scanAndForm()
    #expect(try await scene.library.books().first?.firstTrack == parts[0].track)
  }
}
