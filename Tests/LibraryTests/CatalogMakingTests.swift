import Foundation
import Library
import Music
import Testing

@Suite("Making the catalog anew")
struct CatalogMakingTests {
  private static let songs = ListQuery(.songs, sort: .title)
  private static let some = ListQuery(.songs, filter: "25", sort: .title)

  private func file(_ test: TestLibrary) -> URL {
    URL(fileURLWithPath: test.folder["library.db-catalog"].text)
  }

  private func reopened(_ test: TestLibrary) throws -> Library {
    try Library(at: test.folder["library.db"])
  }

  private func titles(_ library: Library, _ query: ListQuery = songs) async throws -> [String] {
    try await library.window(query, range: 0..<10_000, anchor: nil).rows.compactMap(\.track?.title)
  }

  /// Whether this process has mapped a file.
  private func isMapped(_ url: URL) throws -> Bool {
    let file = try #require(FileHandle(forReadingAtPath: "/proc/self/maps"))
    let maps = try #require(try file.readToEnd())
    return String(decoding: maps, as: UTF8.self).split(separator: "\n").contains {
      $0.hasSuffix(url.path)
    }
  }

  @Test(
    "whatever the database holds, lists are those that tracks taken in one by one make",
    arguments: 0..<3)
  func equalsSingle(_ seed: UInt64) async throws {
    let test = try TestLibrary()
    var tracks = StrangeTracks(seed: seed)
    try test.database.run(StrangeTracks.places)
    // This library is open from the start and adds the tracks one by one.
    #expect(try await titles(test.library).isEmpty)
    for _ in 0..<40 {
      try test.database.run(tracks.adding(1))
      _ = try await titles(test.library)
    }
    for _ in 0..<3 {
      try test.database.run(tracks.adding(70))
      _ = try await titles(test.library)
    }
    try? FileManager.default.removeItem(at: file(test))  // because there may be none
    let made = try reopened(test)
    let all = try await made.trackIDs(Self.songs)
    #expect(all.count > 100)
    for sort in SortColumn.allCases {
      for source in [ListSource.songs, .albums, .genres] {
        let query = ListQuery(source, sort: sort, isDescending: seed == 1)
        #expect(
          try await made.trackIDs(query) == test.library.trackIDs(query), "\(sort) \(source)")
      }
    }
    for source in [ListSource.artists, .albums, .genres, .folder(nil), .folder(FilePath("/music"))]
    {
      let query = ListQuery(source, sort: .artist)
      let (left, right) = (
        try await made.window(query, range: 0..<1_000, anchor: nil),
        try await test.library.window(query, range: 0..<1_000, anchor: nil)
      )
      #expect(left.rows == right.rows, "\(source)")
    }
    for text in [
      "dawn", "emile", "one", "two", "bpm:>100", "key:8a", "format:flac", "ガ", "missing:yes",
      "year:1..9", "notes:said", "no dot",
    ] {
      let query = ListQuery(.songs, filter: text, sort: .path)
      #expect(try await made.trackIDs(query) == test.library.trackIDs(query), "\(text)")
    }
  }

  @Test("titles are sorted as those that rows show")
  func titlesSorted() async throws {
    let test = try TestLibrary()
    var tracks = StrangeTracks(seed: 9, hasSortNames: false)
    try test.database.run(StrangeTracks.places + tracks.adding(200))
    let library = try reopened(test)
    let shown = try await titles(library).map { title -> [UInt8] in
      // Lists cut the longest titles and show newlines as spaces.
      SortKey.bytes(title.replacing("\n", with: " "))
    }.filter { !$0.isEmpty }
    #expect(shown.count > 100)
    for (left, right) in zip(shown, shown.dropFirst()) {
      #expect(!right.lexicographicallyPrecedes(left))
    }
  }

  @Test("what was made anew is written while the library is open, and lies in the file from then")
  func keptAtOnce() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(250)
    try FileManager.default.removeItem(at: file(test))
    let library = try reopened(test)
    let before = try await titles(library)
    let numbers: [String] = (1...250).map { "\($0)" }
    #expect(before == numbers)
    await library.catalogSaved()
    try await eventually { try isMapped(file(test)) }
    // A catalog read from its file waits for nothing, nor does an empty one.
    await (try reopened(test)).catalogSaved()
    await (try Library.inMemory()).catalogSaved()
    let written = try Data(contentsOf: file(test))
    // Open lists go on, and new ones are the same.
    #expect(try await library.trackIDs(Self.songs) == ids)
    #expect(try await titles(library, Self.some) == ["25", "125", "225", "250"])
    // Later edits are in memory and in the database, not in the file.
    try await library.setRating(Rating(stars: 5), for: [ids[70]])
    test.write("x.flac", [("TITLE", "0 New")])
    _ = try await library.scan([test.music]) { _ in }
    let rated = ListQuery(.songs, sort: .rating, isDescending: true)
    #expect(try await titles(library, rated).first == "71")
    #expect(try await titles(library).first == "0 New")
    #expect(try Data(contentsOf: file(test)) == written)
    #expect(try await titles(try reopened(test), rated).first == "71")
  }

  @Test("a scan writes it anew where it found a file that nobody had looked through")
  func keptAfterScan() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(250)
    let before = try Data(contentsOf: file(test))
    for number in 1...250 { test.write("more/\(number).flac", [("TITLE", "more \(number)")]) }
    let other = try Library(at: test.folder["library.db"], listsSoon: false)
    _ = try await other.scan([test.music]) { _ in }
    #expect(try Data(contentsOf: file(test)).count > before.count)
    #expect(try await titles(try reopened(test)).count == 500)
  }

  @Test("a scan writes nothing over a file that is damaged, which is made anew")
  func damagedBeforeScan() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(250)
    var bytes = try Data(contentsOf: file(test))
    // A letter of a title: only the checksum shows it.
    let index = try #require(bytes.range(of: Data("17".utf8), options: .backwards)?.lowerBound)
    bytes[index] = UInt8(ascii: "9")
    // A new file: the library may have mapped the old one.
    try FileManager.default.removeItem(at: file(test))
    try bytes.write(to: file(test))
    for number in 1...250 { test.write("more/\(number).flac", [("TITLE", "more \(number)")]) }
    let other = try Library(at: test.folder["library.db"], listsSoon: false)
    _ = try await other.scan([test.music]) { _ in }
    let library = try reopened(test)
    let wanted = (1...250).map(String.init) + (1...250).map { "more \($0)" }
    try await eventually { try await Set(titles(library)) == Set(wanted) }
    #expect(try await titles(library).count == 500)
  }

  @Test("where another process writes it, it is written later")
  func writtenLater() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(250)
    try FileManager.default.removeItem(at: file(test))
    let beside = open(file(test).path + "-new", O_CREAT | O_RDWR, 0o600)
    #expect(beside >= 0 && flock(beside, LOCK_EX) == 0)
    let library = try reopened(test)
    #expect(try await titles(library).count == 250)
    await library.saveCatalog()
    #expect(!FileManager.default.fileExists(atPath: file(test).path))
    close(beside)
    try await eventually { try isMapped(file(test)) }
    #expect(try await titles(library).count == 250)
  }

  @Test("where it cannot be written it stays in memory")
  func notWritten() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(250)
    try FileManager.default.removeItem(at: file(test))
    makeFolder(test.folder["library.db-catalog-new"])
    let library = try reopened(test)
    #expect(try await titles(library) == (1...250).map(String.init))
    await library.saveCatalog()
    #expect(!FileManager.default.fileExists(atPath: file(test).path))
    #expect(try await titles(library, Self.some).count == 4)
    #expect(try !isMapped(file(test)))
  }

  @Test(
    "on a disk that is full it stays in memory, and leaves nothing behind",
    .enabled(if: MountedDisk.isPermitted, "the kernel does not let this user mount a file system"))
  func full() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(250)
    let disk = try MountedDisk(at: test.folder["disk"])
    let path = disk.folder.appending("library.db")
    try test.database.run("VACUUM INTO '\(path.text)'")
    do {
      let library = try Library(at: path, listsSoon: false)
      // The free space is enough for the log, not for the catalog.
      let rest = open(disk.folder.appending("rest").text, O_CREAT | O_WRONLY, 0o600)
      var status = statvfs()
      #expect(fstatvfs(rest, &status) == 0)
      let free = Int(status.f_bavail) * Int(status.f_bsize) - 32_768
      #expect(posix_fallocate(rest, 0, off_t(free)) == 0)
      close(rest)
      #expect(try await titles(library) == (1...250).map(String.init))
      await library.saveCatalog()
      #expect(try await titles(library, Self.some).count == 4)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: disk.folder.text)
    #expect(!names.contains { $0.contains("-catalog") })
  }
}
