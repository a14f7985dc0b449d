import Foundation
import Library
import Music
import Testing

/// Databases of devices that are damaged, or meant to do harm.
@Suite("Hostile device database")
struct HostileDeviceDatabaseTests {
  private let folder = TemporaryFolder()
  private var path: FilePath { folder["library.db"] }
  private var database: RawDatabase { RawDatabase(path: path) }

  private func expectRefused(
    _ fault: DeviceDatabaseFault, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: LibraryError.deviceDatabase(fault), sourceLocation: sourceLocation) {
      _ = try DeviceDatabaseFile.read(path)
    }
    #expect(throws: LibraryError.deviceDatabase(fault), sourceLocation: sourceLocation) {
      try DeviceDatabaseFile.apply(
        DeviceCommit(syncID: "s"), to: path, deviceID: "d", time: 1)
    }
  }

  @Test("rows that mean nothing are left out and named")
  func rows() throws {
    try database.run(
      """
      CREATE TABLE tracks (id, file_path, title, play_count, rating, year, last_played);
      INSERT INTO tracks (id, file_path) VALUES
        ('a', '../../etc/passwd'), ('b', '/etc/passwd'), ('c', 'A//b.mp3'), ('d', 'A/./b.mp3'),
        ('e', 'A/'), ('f', ''), ('g', NULL), ('h', 'A/' || char(10) || 'b'),
        ('i', CAST(X'412F0062' AS TEXT)), ('j', 7), ('k', 'A/..'), ('l', '..'),
        ('m', printf('%5000d', 1)), (NULL, 'x'), ('', 'x'), (X'41', 'x'), (9, 'x'),
        (char(27) || '[2J', 'x'), (printf('%200d', 1), 'x');
      INSERT INTO tracks VALUES
        ('ok', '...x/..b', 'T', 3, 99, 2001.0, -5), ('ok', 'twice', 'T', 0, 0, 0, 0),
        ('kind', 'kind', 'T', 'many', 0, 0, 0), ('blob', 'blob', X'00', 0, 0, 0, 0),
        ('inf', 'inf', 'T', 9e999, 0, 0, 0), ('big', 'big', 'T', 1 << 62, -1, NULL, 1 << 60);
      CREATE TABLE playlists (id, name);
      INSERT INTO playlists VALUES
        ('p', 'P'), ('p', 'Q'), (NULL, 'N'), ('n', NULL), ('e', ''), ('r', 'R');
      CREATE TABLE playlist_tracks (playlist_id, track_id, position);
      INSERT INTO playlist_tracks VALUES
        ('p', 'big', 2), ('p', 'ok', 1), ('p', 'ok', 3), ('p', 'a', 4), ('none', 'ok', 1),
        ('p', NULL, 1), ('r', 'ok', 'first'), ('r', 'big', 1);
      CREATE TABLE sync_state (key, value);
      INSERT INTO sync_state VALUES (X'00', 4), ('tritone_sync_id', printf('%100d', 1));
      """)
    let contents = try DeviceDatabaseFile.read(path)
    #expect(contents.tracks.map(\.id) == ["ok", "big"])
    #expect(contents.tracks.map(\.path.text) == ["...x/..b", "big"])
    #expect(contents.tracks[0].marks == DeviceMarks(plays: 3, rating: 5))
    #expect(contents.tracks[0].year == 2_001 && contents.tracks[1].year == nil)
    #expect(contents.tracks[1].marks.plays > 1_000_000 && contents.tracks[1].marks.rating == 0)
    #expect(contents.tracks[1].marks.lastPlayed == nil)
    #expect(contents.playlists.map(\.id) == ["p", "r"])
    // A track whose row is left out is not gone from the playlist.
    #expect(contents.playlists.map(\.tracks) == [["ok", "big", "a"], ["big", "ok"]])
    #expect(contents.syncID == nil)
    #expect(contents.faults.count == 21)
    #expect(
      contents.faults[0] == "The path of a track leads out of the music folder: ../../etc/passwd")
    #expect(contents.faults.allSatisfy { $0.utf8.count < 400 })
    #expect(contents.faults.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
    #expect(contents.faults[20].hasSuffix("rows more mean nothing"))
  }

  @Test("a database of a newer version is refused with a sentence")
  func newer() throws {
    try database.run(DeviceDatabaseTests.definition + "PRAGMA user_version = 2;")
    expectRefused(.newer)
    #expect(LibraryError.deviceDatabase(.newer).message.contains("update Tritone"))
  }

  @Test(
    "tables that are none, or another program's, are not read",
    arguments: [
      "CREATE VIEW tracks AS SELECT 'a' AS id, 'b' AS file_path;",
      """
      CREATE VIEW tracks AS WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
      SELECT x AS id, x AS file_path FROM n;
      """,
      "CREATE VIRTUAL TABLE tracks USING fts5 (id, file_path);",
      "CREATE TABLE tracks (number INTEGER PRIMARY KEY, name TEXT);",
      "CREATE TABLE tracks (id TEXT, file_path TEXT, title TEXT AS (upper(file_path)));",
      """
      CREATE TABLE tracks (id TEXT, file_path TEXT);
      CREATE VIEW playlists AS SELECT 1 AS id, 2 AS name;
      """,
    ])
  func foreign(sql: String) throws {
    try database.run(sql)
    expectRefused(.foreign)
  }

  @Test("a file that is damaged, cut short, empty or no database is refused")
  func damaged() throws {
    try database.run(DeviceDatabaseTests.definition)
    try database.run(
      """
      WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 3000)
      INSERT INTO tracks (id, file_path, title, duration) SELECT 't' || x, 'a' || x, 'T', 1 FROM n;
      """)
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path.text)))
    var holes = bytes
    for index in 8_192..<40_000 { holes[index] = UInt8(truncatingIfNeeded: index &* 31) }
    for damaged in [holes, Array(bytes.prefix(bytes.count / 2)), Array("no database at all".utf8)] {
      writeFile(path, damaged)
      expectRefused(.damaged)
      let after = [UInt8](try Data(contentsOf: URL(filePath: path.text)))
      #expect(after == damaged)
    }
    writeFile(path, [])
    #expect(throws: LibraryError.deviceDatabase(.damaged)) {
      _ = try DeviceDatabaseFile.read(path)
    }
    #expect(throws: LibraryError.self) { _ = try DeviceDatabaseFile.read(folder["none.db"]) }
    #expect(throws: LibraryError.self) { _ = try DeviceDatabaseFile.read(folder.path) }
  }

  @Test("random damage is refused or read, and never more", arguments: 0..<30)
  func fuzzed(seed: UInt64) throws {
    var commit = DeviceCommit(syncID: "s")
    commit.tracks = (0..<60).map { DeviceTrack(id: "t\($0)", path: FilePath("a\($0)"), title: "T") }
    commit.playlists = [DevicePlaylist(id: "p", name: "P", tracks: commit.tracks.map(\.id))]
    try DeviceDatabaseFile.apply(commit, to: path, deviceID: "d", time: 1)
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path.text)))
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
        in: 0...255, using: &random)
    }
    writeFile(path, bytes)
    do throws(LibraryError) {
      let contents = try DeviceDatabaseFile.read(path)
      #expect(contents.tracks.count <= 60)
      #expect(contents.tracks.allSatisfy { !$0.path.bytes.contains(0) })
      commit.removedTracks = ["t3"]
      try DeviceDatabaseFile.apply(commit, to: path, deviceID: "d", time: 1)
    } catch {
      guard case .deviceDatabase = error else { throw error }
    }
  }

  @Test("a journal that names another file does not get it deleted")
  func superJournal() throws {
    try database.run(DeviceDatabaseTests.definition)
    let victim = folder.write("victim", Array("precious".utf8))
    let name = Array(victim.text.utf8)
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    // A header for no pages, and the name at the end (sqlite.org/fileformat.html, section 3).
    var journal = magic + number(0) + number(1) + number(8) + number(512) + number(4_096)
    journal += [UInt8](repeating: 0, count: 512 - journal.count)
    journal += number(0x4000_0000 / 4_096 + 1) + name + number(name.count)
    journal += number(name.reduce(0) { $0 + Int($1) }) + magic
    folder.write("library.db-journal", journal)
    expectRefused(.damaged)
    #expect(FileManager.default.fileExists(atPath: victim.text))
  }

  @Test("checks and indices of a file that never end are given up")
  func endless() throws {
    try database.run(
      """
      CREATE TABLE tracks (id TEXT, file_path TEXT);
      CREATE INDEX slow ON tracks (length(replace(hex(zeroblob(3000000)), '00', 'ab')));
      """)
    // Work of the file's own is bounded, whether it is refused or done.
    var commit = DeviceCommit(syncID: "s")
    commit.tracks = [DeviceTrack(id: "t", path: FilePath("a"), title: "T")]
    // because either will do
    try? DeviceDatabaseFile.apply(commit, to: path, deviceID: "d", time: 1)
    #expect(try DeviceDatabaseFile.read(path).tracks.count <= 1)
  }
}
