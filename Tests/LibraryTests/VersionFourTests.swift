import Foundation
import Library
import Music
import Testing

/// The migration of libraries of version 3 to version 4.
@Suite("Version 4")
struct VersionFourTests {
  private let folder = TemporaryFolder()
  private var path: FilePath { folder["library.db"] }
  private var database: RawDatabase { RawDatabase(path: path) }

  private func begin() throws {
    try database.run(VersionThree.schema)
    try database.run(VersionThree.content)
  }

  @Test("a step with a statement of ours before one that is none opens, and is passed over")
  func goodAndBad() async throws {
    try begin()
    try database.run(
      """
      INSERT INTO undo_steps VALUES (1, 'named', 0), (2, 'odd', 0);
      INSERT INTO undo_changes (step, statement) VALUES
        (1, 'UPDATE playlists SET name=''Old'' WHERE id=1'),
        (2, 'UPDATE playlists SET name=''Odd'' WHERE id=1'), (2, 'DROP TABLE cues');
      """)
    let library = try Library(at: path)
    #expect(try database.run("SELECT count(*) FROM undo_values") == ["1"])
    await #expect(throws: LibraryError.lostStep("odd", .unreadable)) {
      _ = try await library.undo()
    }
    #expect(try await library.undo() == "named")
    #expect(try await library.check() == [])
  }

  @Test("a newest step of very many rows is kept by its name, and those before it as they are")
  func manyRows() async throws {
    try begin()
    try database.run(
      """
      INSERT INTO undo_steps VALUES (1, 'named', 0), (2, 'huge', 0);
      INSERT INTO undo_changes (step, statement)
        VALUES (1, 'UPDATE playlists SET name=''Old'' WHERE id=1');
      INSERT INTO undo_changes (step, statement)
        WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 200001)
        SELECT 2, 'UPDATE playlists SET notes=''' || x || ''' WHERE id=1' FROM n;
      """)
    let library = try Library(at: path)
    await #expect(throws: LibraryError.lostStep("huge", .tooLarge)) {
      _ = try await library.undo()
    }
    #expect(try await library.undo() == "named")
    #expect(try database.run("SELECT name FROM playlists") == ["Old"])
  }

  @Test("numbers that version 3 had given and freed are given to nothing else")
  func freedNumbers() async throws {
    try begin()
    try database.run(
      """
      INSERT INTO undo_steps VALUES (7, 'gone', 0);
      DELETE FROM undo_steps;
      INSERT INTO entries (id, playlist, track, position) VALUES (100, 1, 1, 999999);
      DELETE FROM entries WHERE id = 100;
      INSERT INTO playlists (id, name, created, modified) VALUES (50, 'Gone', 1, 1);
      DELETE FROM playlists WHERE id = 50;
      DELETE FROM cues;
      """)
    let library = try Library(at: path)
    let list = try await library.createPlaylist(named: "New")
    #expect(list.id.rawValue > 50)
    _ = try await library.add([TrackID(1)], to: list.id)
    let queued = try await library.queuedTracks(ListQuery(.playlist(list.id)))
    #expect(try #require(queued[0].entry).rawValue > 100)
    let cue = try await library.addCue(Cue(time: .milliseconds(100)), to: TrackID(1))
    #expect(cue.id.rawValue > 1)
    #expect(try database.run("SELECT min(id) > 7 FROM undo_steps") == ["1"])
    _ = try await library.scan([folder.path]) { _ in }
    #expect(try database.run("SELECT max(id) > 1 FROM roots") == ["1"])
  }

  @Test("the number of a step that is lost is not that of the next one")
  func steps() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(1)
    try await test.library.setRating(Rating(stars: 3), for: ids)
    let lost = try #require(try await test.library.historyEnds().latest)
    try test.database.run("UPDATE undo_steps SET fault = 'tooLarge'")
    await #expect(throws: LibraryError.self) { _ = try await test.library.undo() }
    try await test.library.setRating(Rating(stars: 4), for: ids)
    #expect(try #require(try await test.library.historyEnds().latest) > lost)
  }

  @Test("names and passwords leave the addresses of streams, and the file")
  func credentials() async throws {
    try begin()
    func insertion(_ id: Int, _ address: String, plays: Int = 0) -> String {
      """
      INSERT INTO tracks (id, path, folder, title, codec, container, sample_rate, channels,
        has_art, size, modified, added, plays, credit, title_key, artist_key, album_key, genre_key,
        credit_key, name_key)
      VALUES (\(id), CAST('\(address)' AS BLOB), 1, '\(address)', '', '', 0, 0, 0, 0, 0, 1, \(plays),
        '', CAST('\(address)' AS BLOB), X'FF', X'FF', X'FF', X'FF', CAST('\(address)' AS BLOB));
      INSERT INTO plays (track, time)
        WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x <= \(plays))
        SELECT \(id), x FROM n LIMIT \(plays);
      """
    }
    let secret = "http://me:hunter2@example.org/radio"
    try database.run(
      insertion(10, secret, plays: 2) + insertion(11, "http://me:hunter2@example.org/both")
        + insertion(12, "http://example.org/both", plays: 1)
        + insertion(13, "http://example.org/no@name")
        + insertion(14, "http://me:hunter2@example.org/gone") + """
          INSERT INTO entries (playlist, track, position) VALUES (1, 11, 999999);
          INSERT INTO undo_steps VALUES (1, 'took \(secret) away', 0);
          INSERT INTO undo_open VALUES (1);
          DELETE FROM tracks WHERE id = 14;
          DELETE FROM undo_open;
          INSERT INTO replaced_queues (time, tracks, title, queue) VALUES (1, 1, '\(secret)', '[]');
          """)
    try database.leaveLog()
    let bytes = { try Data(contentsOf: URL(fileURLWithPath: path.text)) }
    #expect(try bytes().range(of: Data("hunter2".utf8)) != nil)
    let library = try Library(at: path)
    let tracks = try await library.tracks([10, 11, 12, 13].map { TrackID($0) })
    #expect(tracks.map(\.id.rawValue) == [10, 12, 12, 13])
    #expect(
      tracks.map(\.source.text) == [
        "http://example.org/radio", "http://example.org/both", "http://example.org/both",
        "http://example.org/no@name",
      ])
    #expect(tracks.map(\.title) == tracks.map(\.source.text))
    #expect(tracks.map(\.plays) == [2, 1, 1, 0])
    let listed = try await library.trackIDs(ListQuery(.playlist(PlaylistID(1))))
    #expect(listed.last == TrackID(12))
    #expect(try await library.undo() == "took http://example.org/radio away")
    #expect(
      try await library.tracks([TrackID(14)]).map(\.source.text) == ["http://example.org/gone"])
    #expect(try await library.check() == [])
    try database.emptyLog()
    #expect(try bytes().range(of: Data("hunter2".utf8)) == nil)
  }
}

/// Extreme numbers, as a stranger's library may have them.
@Suite("Numbers at their ends")
struct EndOfNumbersTests {
  private static let last = Int64.max

  @Test("entries whose positions are at the end of numbers are added to, copied and merged")
  func positions() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(4)
    let list = try await test.library.createPlaylist(named: "L")
    _ = try await test.library.add(Array(ids[..<3]), to: list.id)
    let other = try await test.library.createPlaylist(named: "M")
    _ = try await test.library.add([ids[3]], to: other.id)
    func entries(_ id: PlaylistID) async throws -> [TrackID] {
      try await test.library.trackIDs(ListQuery(.playlist(id)))
    }
    func move() throws {
      try test.database.run(
        """
        UPDATE entries SET position = \(Self.last) - 65536 * (SELECT count(*) FROM entries o
          WHERE o.playlist = entries.playlist AND o.position > entries.position)
        """)
    }
    try move()
    _ = try await test.library.add([ids[3]], to: list.id)
    #expect(try await entries(list.id) == ids)
    try move()
    _ = try await test.library.merge([list.id], into: other.id)
    #expect(try await entries(other.id) == [ids[3]] + ids[..<3])
    try move()
    let copy = try await test.library.duplicatePlaylist(other.id)
    _ = try await test.library.addAgain([QueuedTrack(ids[0])], to: copy.id)
    #expect(try await entries(copy.id) == [ids[3]] + ids[..<3] + [ids[0]])
    while try await test.library.undo() != nil {}
    #expect(try await test.library.playlists().isEmpty)
  }

  @Test(
    "files of the same audio with lengths and sizes at the ends of numbers are duplicates or not")
  func duplicates() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(4)
    try test.database.run(
      """
      UPDATE tracks SET fingerprint = 1, size = \(Self.last),
        duration = CASE title WHEN '1' THEN NULL WHEN '2' THEN -\(Self.last) - 1
          ELSE \(Self.last) END
      """)
    let groups = try await test.library.duplicates()
    #expect(groups.contains { Set($0.tracks) == [ids[2], ids[3]] && $0.waste == Self.last })
    _ = try await test.library.window(ListQuery(.duplicates), range: 0..<9, anchor: nil)
  }

  @Test("a track of the last number, heard as often as numbers go, keeps no other from coming")
  func tracks() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(2)
    try test.database.run(
      """
      UPDATE tracks SET id = \(Self.last) WHERE title = '1';
      UPDATE pending_analyses SET track = \(Self.last)
        WHERE track NOT IN (SELECT id FROM tracks);
      INSERT INTO marks (track, plays) VALUES (\(Self.last), \(Self.last));
      INSERT INTO removed_tracks VALUES (\(Self.last - 1), 1);
      """)
    test.write("3.flac", [("TITLE", "3")])
    #expect(try await test.scan().added == 1)
    #expect(try test.database.run("SELECT id FROM tracks WHERE title = '3'") == ["3"])
    try await test.library.recordPlay(of: TrackID(Self.last), at: 1)
    #expect(try await test.library.heardTracks(atMost: 1).map(\.track.title) == ["1"])
  }

  @Test("a step that was left open, or counts at their end, keep no edit from being made")
  func leftOpen() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(1)
    try test.database.run(
      """
      INSERT INTO undo_open VALUES (99);
      UPDATE revision SET tracks = \(Self.last), marks = \(Self.last), change = \(Self.last);
      """)
    let library = try Library(at: test.folder["library.db"])
    try await library.setRating(Rating(stars: 2), for: ids)
    test.write("2.flac", [("TITLE", "2")])
    #expect(try await library.scan([test.music]) { _ in }.added == 1)
    #expect(try await library.undo() == "rated 1 ★★")
  }
}
