import Foundation
import Music
import Testing

@testable import Library

@Suite("The scan of a library without tracks")
struct FirstScanTests {
  private let test: TestLibrary

  init() throws { test = try TestLibrary() }

  /// A library over the same music whose lists nobody has requested, as that of `tritone scan`.
  private func unread() throws -> Library {
    try Library(at: test.folder["first.db"], listsSoon: false)
  }

  private var file: URL { URL(fileURLWithPath: test.folder["first.db-catalog"].text) }

  private var database: RawDatabase { RawDatabase(path: test.folder["first.db"]) }

  private func writeMusic() {
    for number in 1...60 {
      test.write("\(number).flac", [("TITLE", "Song \(number)"), ("ARTIST", "A\(number % 7)")])
    }
    // Albums of several artists, whose credit is known when the last of their files is.
    for number in 1...40 {
      test.write(
        "mixed/\(number % 2)/\(number).flac",
        [("TITLE", "M\(number)"), ("ARTIST", "B\(number % 3)"), ("ALBUM", "Mix\(number % 2)")])
    }
    for (name, tags) in Self.strange { test.write(name, tags) }
  }

  private static let strange: [(String, [(String, String)])] = [
    ("no title.flac", []),
    ("deep/er/\u{E9}t\u{E9}.flac", [("TITLE", "\u{C9}t\u{E9}"), ("ARTIST", " ")]),
    ("zero.flac", [("TITLE", "before\u{0}behind"), ("ALBUM", "x\u{0}")]),
    ("long.flac", [("TITLE", String(repeating: "long ", count: 2_000))]),
    (
      "sorted.flac",
      [
        ("TITLE", "The Title"), ("TITLESORT", "Title, The"), ("ARTIST", "The Band"),
        ("ARTISTSORT", "Band, The"), ("ALBUM", "An Album"), ("ALBUMSORT", "Album, An"),
        ("ALBUMARTIST", "The Others"), ("ALBUMARTISTSORT", "Others, The"),
      ]
    ),
    (
      "numbers.flac",
      [
        ("TITLE", "Numbers"), ("DATE", "1999-12-31"), ("TRACKNUMBER", "7/9"), ("DISCNUMBER", "2"),
        ("BPM", "127.5"), ("INITIALKEY", "8A"), ("GENRE", "House"), ("COMPILATION", "1"),
      ]
    ),
  ]

  @Test("the catalog that it makes meanwhile is that which its rows make")
  func sameCatalog() async throws {
    writeMusic()
    #expect(try await unread().scan([test.music]) { _ in }.added == 106)
    let made = try Data(contentsOf: file)
    try FileManager.default.removeItem(at: file)
    await (try unread()).saveCatalog()
    #expect(try Data(contentsOf: file) == made)
  }

  @Test("the catalog is made by the scan, once, and only where no list was requested")
  func madeByScan() async throws {
    writeMusic()
    func scan(_ library: Library) throws -> Bool {
      _ = try library.withScan(stop: ScanStop(), progress: { _ in }) { try $0.run([test.music]) }
      let version = try library.database.read { try $0.catalogVersion() }
      return library.catalog.madeByScan(version) != nil
    }
    let first = try unread()
    #expect(try scan(first))
    test.write("new.flac", [("TITLE", "New")])
    #expect(try !scan(first))
    #expect(try !scan(test.library))
  }

  @Test("a folder whose last files are no music ends as others do")
  func silentEnd() throws {
    for number in 1...40 { test.write("a/\(number).flac", [("TITLE", "Song \(number)")]) }
    try Data(count: 60_000_000).write(to: URL(fileURLWithPath: test.music.text + "/a/41.mp3"))
    let library = try unread()
    _ = try library.withScan(stop: ScanStop(), progress: { _ in }) { try $0.run([test.music]) }
    let version = try library.database.read { try $0.catalogVersion() }
    #expect(library.catalog.madeByScan(version) != nil)
  }

  @Test("albums over many transactions have the credits that the rows have, and all tracks count")
  func manyTransactions() async throws {
    // Longer than a transaction, so that the folder waits for its last file.
    for number in 1...2_400 {
      let folder = number % 3 == 0 ? "b/\(number % 40)" : "mixed"
      test.write(
        "\(folder)/\(number).flac",
        [
          ("TITLE", "M\(number)"), ("ARTIST", "B\(number % 5)"), ("ALBUM", "Mix \(number % 50)"),
        ])
    }
    #expect(try await unread().scan([test.music]) { _ in }.added == 2_400)
    let made = try Data(contentsOf: file)
    try FileManager.default.removeItem(at: file)
    await (try unread()).saveCatalog()
    #expect(try Data(contentsOf: file) == made)
  }

  @Test("tracks with ids that no scan gives are there, too: theirs is no first scan")
  func strangeIDs() async throws {
    writeMusic()
    let earlier = try unread()
    #expect(try await earlier.scan([test.music]) { _ in }.added == 106)
    _ = try database.run(
      "UPDATE tracks SET id = id + 4611686018427387904, genre = 'Audiobook' WHERE id = 1;"
        + "DELETE FROM tracks WHERE id < 4611686018427387904; UPDATE book_state SET change = 0;")
    try FileManager.default.removeItem(at: file)
    let library = try unread()
    _ = try library.withScan(stop: ScanStop(), progress: { _ in }) { try $0.run([test.music]) }
    let version = try await library.database.read { try $0.catalogVersion() }
    #expect(library.catalog.madeByScan(version) == nil)
    #expect(try database.run("SELECT change FROM book_state") == ["0"])
  }

  @Test("a change by others is noticed")
  func others() throws {
    try test.library.database.write { db in
      var first = try FirstScan(db, catalog: nil)
      #expect(try first.note(TrackWriter(db, now: 1)))
      #expect(try first.note(TrackWriter(db, now: 2)))
      _ = try db.nextChange()
      #expect(try !first.note(TrackWriter(db, now: 3)))
    }
  }

  @Test(
    "whether there are audiobooks is stored, so that nobody looks for them where there are none",
    arguments: [
      ("song.flac", "Rock", true), ("song.flac", "Audiobook", false), ("song.m4b", "Rock", false),
      ("song.M4B", "Rock", false),
    ])
  func books(_ name: String, _ genre: String, _ isWithout: Bool) async throws {
    test.write("other.flac", [("TITLE", "Other")])
    test.write(name, [("TITLE", "Song"), ("GENRE", genre)])
    #expect(try await unread().scan([test.music]) { _ in }.added == 2)
    let known = "SELECT s.change = r.change FROM book_state s, revision r"
    #expect(try database.run(known) == [isWithout ? "1" : "0"])
    // A track that comes later is looked at.
    test.write("later.flac", [("TITLE", "Later"), ("GENRE", "Audiobook")])
    let library = try unread()
    #expect(try await library.scan([test.music]) { _ in }.added == 1)
    #expect(try await library.formBooks { _, _ in BookFileFacts() }.formed == (isWithout ? 1 : 2))
  }
}
