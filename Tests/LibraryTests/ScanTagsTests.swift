import Foundation
import Library
import Music
import Testing

@Suite("What a scan stores")
struct ScanTagsTests {
  @Test("every tag reaches its column, and the audio its fingerprint")
  func columns() async throws {
    let test = try TestLibrary()
    let first = FlacFile.bytes([
      ("TITLE", "One"), ("ARTIST", "A"), ("ARTIST", "B"), ("GENRE", "House"), ("GENRE", "Dub"),
      ("TITLESORT", "One, The"), ("ARTISTSORT", "A, The"), ("ALBUMARTISTSORT", "VA"),
      ("ALBUMSORT", "Album, The"), ("ORIGINALDATE", "1971-02-03"), ("DATE", "2001"),
      ("TRACKNUMBER", "3"), ("TRACKTOTAL", "12"), ("DISCNUMBER", "1/2"), ("COMPILATION", "1"),
      ("REPLAYGAIN_TRACK_GAIN", "-6.5 dB"), ("REPLAYGAIN_TRACK_PEAK", "0.98"),
      ("REPLAYGAIN_ALBUM_GAIN", "+1,25 dB"), ("REPLAYGAIN_ALBUM_PEAK", "1.0"),
    ])
    test.folder.write("music/a.flac", first + [1, 2, 3])
    test.folder.write("music/b.flac", FlacFile.bytes([("TITLE", "Two")]) + [1, 2, 4])
    try await test.scan()
    let row = try test.database.run(
      """
      SELECT artist || ' ' || genre FROM tracks WHERE title = 'One'
      UNION ALL SELECT title_sort || '|' || artist_sort || '|' || album_artist_sort || '|'
      || album_sort || '|' || date FROM tracks WHERE title = 'One'
      UNION ALL SELECT track || ' ' || disc || ' ' || compilation FROM tracks WHERE title = 'One'
      UNION ALL SELECT count(*) || ' ' || count(DISTINCT fingerprint) FROM tracks
      UNION ALL SELECT count(*) FROM tracks
      WHERE artist IS NULL AND genre IS NULL AND compilation = 0
      """)
    #expect(
      row == [
        "A House", "One, The|A, The|VA|Album, The|2001", "3 1 1", "2 2", "1",
      ])
  }

  @Test("a row says which change wrote it, and each change has a higher number")
  func changes() async throws {
    let test = try TestLibrary()
    test.write("a.flac", [("TITLE", "One")])
    try await test.scan()
    test.write("b.flac", [("TITLE", "Two")])
    try await test.scan()
    let rows = try test.database.run("SELECT changed FROM tracks ORDER BY title")
      .compactMap { Int($0) }
    #expect(rows.count == 2 && rows[0] > 0 && rows[1] > rows[0])
    #expect(
      try test.database.run("SELECT change >= (SELECT max(changed) FROM tracks) FROM revision")
        == ["1"])
  }

  @Test("a folder that is as it was is told by its digest, and any change is seen all the same")
  func digests() async throws {
    let test = try TestLibrary()
    for number in 1...3 { test.write("a/\(number).flac", [("TITLE", "\(number)")]) }
    test.write("b/4.flac", [("TITLE", "4")])
    try await test.scan()
    func known() throws -> [String] {
      try test.database.run("SELECT count(*) FROM folders WHERE digest IS NOT NULL")
    }
    #expect(try known() == ["3"])
    #expect(try await test.scan().unchanged == 4)

    // A file that changes, one that goes, one that comes, one that moves.
    test.write("a/1.flac", seconds: 5, [("TITLE", "1, changed")])
    #expect(try await test.scan().updated == 1)
    try test.folder.move("music/a/2.flac", "2.flac")
    #expect(try await test.scan().missing == 1)
    #expect(try await test.scan().unchanged == 3)
    try test.folder.move("2.flac", "music/a/2.flac")
    let back = try await test.scan()
    #expect(back.updated == 1 && back.missing == 0)
    #expect(try await test.rows(ListQuery(.songs)).count == 4)
    test.write("b/5.flac", [("TITLE", "5")])
    #expect(try await test.scan().added == 1)
    #expect(try await test.scan().unchanged == 5)
    #expect(try known() == ["3"])
    // A change of the rows by others clears the digest.
    _ = try test.database.run("UPDATE tracks SET size = 1 WHERE title = '3' RETURNING id")
    #expect(try known() == ["2"])
    #expect(try await test.scan().updated == 1)
    _ = try test.database.run("DELETE FROM tracks WHERE title = '4' RETURNING id")
    #expect(try await test.scan().added == 1)
  }

  @Test("a file without audio keeps its folder from being passed over")
  func rejectsAndDigests() async throws {
    let test = try TestLibrary()
    test.write("a/1.flac", [("TITLE", "1")])
    test.folder.write("music/a/broken.mp3", Array("no music".utf8))
    #expect(try await test.scan().failed == 1)
    #expect(try await test.scan().failed == 1)
    test.write("a/broken.mp3", [("TITLE", "healed")])
    #expect(try await test.scan().added == 1)
    #expect(try test.database.run("SELECT count(*) FROM rejects") == ["0"])
    #expect(try await test.scan().unchanged == 2)
  }

  @Test("thousands of files in one folder, long paths and many folders are all found")
  func wide() async throws {
    let test = try TestLibrary()
    let one = FlacFile.bytes([("TITLE", "x"), ("ALBUM", "Y"), ("ARTIST", "Z")], seconds: 1)
    for number in 0..<3_000 { test.folder.write("music/wide/\(number).flac", one) }
    // Two artists on one album, found at either end of a folder that takes several transactions.
    test.write("wide/0.flac", [("TITLE", "x"), ("ALBUM", "Y"), ("ARTIST", "Other")])
    var deep = "music"
    while deep.utf8.count < 3_700 { deep += "/" + String(repeating: "d", count: 240) }
    let path = test.folder[deep + "/deep.flac"]
    #expect(path.bytes.count < 4_096)
    makeFolder(path.parent ?? path)
    writeFile(path, one)
    let progress = try await test.scan()
    #expect(progress.added == 3_001 && progress.failed == 0)
    #expect(try await test.library.track(at: path) != nil)
    #expect(try test.database.run("SELECT DISTINCT credit FROM tracks") == ["Z"])
    #expect(try await test.scan().unchanged == 3_001)
  }

  @Test("what was read when less could be found is read again, once")
  func readAgain() async throws {
    let test = try TestLibrary()
    test.write("1.flac", [("TITLE", "1"), ("GENRE", "A"), ("GENRE", "B")])
    try await test.scan()
    // As after a migration.
    try test.database.run(
      "UPDATE tracks SET reading = 0, genre = NULL; UPDATE folders SET digest = NULL")
    #expect(try await test.scan().updated == 1)
    #expect(try test.database.run("SELECT genre FROM tracks") == ["A"])
    #expect(try await test.scan().unchanged == 1)
  }
}
