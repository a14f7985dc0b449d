import Library
import Music
import Testing

@Suite("Tracks that a scan inserts")
struct InsertedTrackTests {
  /// More than two statements of many rows, and rows of one alone.
  private static let count = 45

  @Test("each awaits its analysis, as one that is inserted with all triggers")
  func awaitAnalysis() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(Self.count)
    let awaited = """
      SELECT count(*) FROM tracks t JOIN pending_analyses p
      ON p.track = t.id AND p.added = t.added AND p.parts = -1
      """
    #expect(try test.database.run(awaited) == ["\(Self.count)"])
    #expect(try test.database.run("SELECT count(*) FROM pending_analyses") == ["\(Self.count)"])
  }

  @Test("no other trigger is left out")
  func knownTriggers() throws {
    let test = try TestLibrary()
    let names = try test.database.run(
      """
      SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'tracks'
      AND sql LIKE '% INSERT ON tracks %' ORDER BY name
      """)
    #expect(names == ["tracks_brought_back", "tracks_to_analyse"])
  }

  @Test("triggers run again after it")
  func triggersRun() async throws {
    let test = try TestLibrary()
    let tracks = try await test.withTracks(Self.count)
    try await test.library.setRating(Rating(stars: 4), for: tracks)
    #expect(try await test.library.tracks(tracks).allSatisfy { $0.rating.stars == 4 })
    #expect(try await test.library.undo() != nil)
    #expect(try await test.library.tracks(tracks).allSatisfy { $0.rating.stars == 0 })
  }

  @Test("triggers of other tables run with it")
  func otherTables() async throws {
    let test = try TestLibrary()
    test.folder.write("music/1.flac", Array("no music".utf8))
    #expect(try await test.scan().failed == 1)
    try test.database.run(
      """
      CREATE TABLE forgotten (name);
      CREATE TRIGGER forgets AFTER DELETE ON rejects
      BEGIN INSERT INTO forgotten VALUES (CAST(old.name AS TEXT)); END
      """)
    test.write("1.flac", [("TITLE", "1")])
    #expect(try await test.scan().added == 1)
    #expect(try test.database.run("SELECT count(*) FROM rejects") == ["0"])
    #expect(try test.database.run("SELECT count(*) FROM forgotten") == ["1"])
  }

  @Test("those of two scans at once are in the library once")
  func twoAtOnce() async throws {
    let test = try TestLibrary()
    for number in 1...500 { test.write("\(number).flac", [("TITLE", "\(number)")]) }
    let other = try Library(at: test.folder["library.db"])
    let music = test.music
    async let one = test.scan()
    async let two = other.scan([music]) { _ in }
    let (first, second) = try await (one, two)
    #expect(first.failed == 0 && second.failed == 0)
    #expect(first.added + second.added == 500)
    let counts = "SELECT count(*), count(DISTINCT path), count(DISTINCT title) FROM tracks"
    #expect(try test.database.run(counts) == ["500|500|500"])
    #expect(try test.database.run("SELECT count(*) FROM pending_analyses") == ["500"])
  }
}
