import Foundation
import Library
import Music
import Testing

@Suite("The library's catalog")
struct LiveCatalogTests {
  private static let byTitle = ListQuery(.songs, sort: .title)

  private func reopened(_ test: TestLibrary) throws -> Library {
    try Library(at: test.folder["library.db"])
  }

  private func titles(_ library: Library, _ query: ListQuery = LiveCatalogTests.byTitle)
    async throws -> [String]
  {
    try await library.window(query, range: 0..<10_000, anchor: nil).rows.compactMap(\.track?.title)
  }

  private func file(_ test: TestLibrary) -> URL {
    URL(fileURLWithPath: test.folder["library.db-catalog"].text)
  }

  @Test("it is kept after a large scan, and what changed since is read when it is opened")
  func kept() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(250)
    let before = try Data(contentsOf: file(test))
    test.write("x.flac", [("TITLE", "New"), ("ARTIST", "Neuer")])
    test.write("2.flac", seconds: 4, [("TITLE", "Other")])
    try await test.scan()
    try await test.library.setRating(Rating(stars: 4), for: [ids[5]])
    #expect(try Data(contentsOf: file(test)) == before)
    let library = try reopened(test)
    let found = try await titles(library)
    #expect(found.count == 251 && found.suffix(2) == ["New", "Other"] && !found.contains("2"))
    let rated = ListQuery(.songs, sort: .rating, isDescending: true)
    #expect(try await titles(library, rated).first == "6")
    #expect(try await titles(library, ListQuery(.songs, filter: "neuer")) == ["New"])
  }

  @Test("one that is put off is there with the first list, and kept after what changes a lot")
  func putOff() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(2)
    try FileManager.default.removeItem(at: file(test))
    let library = try Library(at: test.folder["library.db"], listsSoon: false)
    #expect(library.isReading)
    #expect(try await library.scan([test.music]) { _ in }.unchanged == 2)
    #expect(library.isReading)
    #expect(!FileManager.default.fileExists(atPath: file(test).path))
    for number in 3...250 { test.write("\(number).flac", [("TITLE", "\(number)")]) }
    #expect(try await library.scan([test.music]) { _ in }.added == 248)
    #expect(FileManager.default.fileExists(atPath: file(test).path))
    let again = try Library(at: test.folder["library.db"], listsSoon: false)
    #expect(try await titles(again).count == 250)
  }

  @Test(
    "without a file that fits the lists are the same",
    arguments: ["damaged", "gone", "empty", "foreign", "a folder"])
  func unusable(_ kind: String) async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(250)
    let whole = try Data(contentsOf: file(test))
    try FileManager.default.removeItem(at: file(test))
    switch kind {
    case "damaged":
      var bytes = whole
      for index in stride(from: 4096, to: bytes.count, by: 97) { bytes[index] ^= 0x55 }
      try bytes.write(to: file(test))
    case "empty": try Data().write(to: file(test))
    case "foreign":
      let other = try TestLibrary()
      _ = try await other.withTracks(210)
      try Data(contentsOf: file(other)).write(to: file(test))
    case "a folder":
      try FileManager.default.createDirectory(at: file(test), withIntermediateDirectories: false)
    default: break
    }
    let library = try reopened(test)
    try await eventually { try await titles(library) == (1...250).map(String.init) }
  }

  @Test("texts that are damaged where nothing else notices are made good in the background")
  func repaired() async throws {
    let test = try TestLibrary()
    for number in 1...250 { test.write("\(number).flac", [("TITLE", "Song \(number) Zebra")]) }
    try await test.scan()
    var bytes = try Data(contentsOf: file(test))
    var from = bytes.startIndex
    while let found = bytes.range(of: Data("zebra".utf8), in: from..<bytes.endIndex) {
      bytes.replaceSubrange(found, with: Data("xxxxx".utf8))
      from = found.upperBound
    }
    // Replaced, not overwritten: the library that wrote the file has it mapped.
    try bytes.write(to: file(test), options: .atomic)
    let library = try reopened(test)
    try await eventually {
      try await titles(library, ListQuery(.songs, filter: "zebra 17")).contains("Song 17 Zebra")
    }
  }

  @Test("offline tracks are those of the file until a scan finds others, and folders are not read")
  func offline() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(250)
    let offline = ListQuery(.songs, filter: "offline:")
    try test.folder.move("music", "elsewhere")
    _ = try await test.library.scan(nil) { _ in }
    // The file is from before.
    #expect(try await titles(try reopened(test), offline).count == 250)
    let before = try Data(contentsOf: file(test))
    try await test.library.setRating(Rating(stars: 4), for: ids)
    await test.library.saveCatalog()
    #expect(try Data(contentsOf: file(test)) != before)
    // An edit that no scan makes: without another revision of tracks nobody looks.
    try test.database.run("UPDATE roots SET offline = 0")
    #expect(try await titles(try reopened(test), offline).count == 250)
    try test.database.run("UPDATE roots SET offline = 1")
    try test.folder.move("elsewhere", "music")
    _ = try await test.library.scan(nil) { _ in }
    #expect(try await titles(try reopened(test), offline) == [])
  }

  @Test("another process's tracks, marks and removals show")
  func others() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(5)
    let other = try reopened(test)
    #expect(try await titles(other) == ["1", "2", "3", "4", "5"])
    test.write("6.flac", [("TITLE", "6")])
    try await test.scan()
    #expect(try await titles(other) == ["1", "2", "3", "4", "5", "6"])
    try await test.library.setRating(Rating(stars: 5), for: [ids[2]])
    let rated = ListQuery(.songs, sort: .rating, isDescending: true)
    #expect(try await titles(other, rated).first == "3")
    try test.database.run(
      "DELETE FROM tracks WHERE id = \(ids[1].rawValue); UPDATE revision SET tracks = tracks + 1")
    #expect(try await titles(other) == ["1", "3", "4", "5", "6"])
    #expect(try await titles(test.library) == ["1", "3", "4", "5", "6"])
  }

  @Test("where the last track goes and its file is found again, lists have it once")
  func numbersAgain() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(3)
    try test.database.run(
      """
      DELETE FROM tracks WHERE id = (SELECT max(id) FROM tracks);
      UPDATE revision SET tracks = tracks + 1;
      """)
    #expect(try await test.rows(Self.byTitle).count == 2)
    try await test.scan()
    #expect(try await test.rows(Self.byTitle) == ["1", "2", "3"])
  }

  @Test("a first read that fails is tried again with the next list")
  func firstReadFails() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(3)
    try FileManager.default.removeItem(at: file(test))
    let library = try Library(at: test.folder["library.db"], listsSoon: false)
    // A table that cannot be read, as on a disk that fails for a moment.
    try test.database.run("ALTER TABLE analyses RENAME TO away")
    await #expect(throws: LibraryError.self) { _ = try await titles(library) }
    await #expect(throws: LibraryError.self) { _ = try await titles(library) }
    try test.database.run("ALTER TABLE away RENAME TO analyses")
    #expect(try await titles(library) == ["1", "2", "3"])
  }

  @Test("a database that was put back to an earlier state does not meet its later catalog")
  func putBack() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(250)
    try test.database.run("UPDATE revision SET change = 0; UPDATE tracks SET title = 'Old'")
    #expect(try await titles(try reopened(test)).allSatisfy { $0 == "Old" })
  }
}
