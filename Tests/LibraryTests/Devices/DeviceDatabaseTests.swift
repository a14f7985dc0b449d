import Foundation
import Library
import Music
import Testing

/// The database of a device, written and read.
@Suite("Device database")
struct DeviceDatabaseTests {
  private let folder = TemporaryFolder()
  private var path: FilePath { folder["library.db"] }
  private var database: RawDatabase { RawDatabase(path: path) }

  /// As other programs define it.
  static let definition = """
    CREATE TABLE tracks (
      id TEXT PRIMARY KEY, file_path TEXT NOT NULL, title TEXT NOT NULL, artist TEXT, album TEXT,
      album_artist TEXT, genre TEXT, year INTEGER, track_number INTEGER, duration REAL NOT NULL,
      file_size INTEGER, last_modified INTEGER, play_count INTEGER DEFAULT 0, last_played INTEGER,
      is_favorite INTEGER DEFAULT 0, rating INTEGER DEFAULT 0,
      created_at INTEGER DEFAULT (strftime('%s', 'now')),
      updated_at INTEGER DEFAULT (strftime('%s', 'now'))
    );
    CREATE TABLE playlists (
      id TEXT PRIMARY KEY, name TEXT NOT NULL,
      created_at INTEGER DEFAULT (strftime('%s', 'now')),
      updated_at INTEGER DEFAULT (strftime('%s', 'now'))
    );
    CREATE TABLE playlist_tracks (
      playlist_id TEXT NOT NULL, track_id TEXT NOT NULL, position INTEGER NOT NULL,
      PRIMARY KEY (playlist_id, track_id),
      FOREIGN KEY (playlist_id) REFERENCES playlists (id) ON DELETE CASCADE,
      FOREIGN KEY (track_id) REFERENCES tracks (id) ON DELETE CASCADE
    );
    CREATE TABLE sync_state (key TEXT PRIMARY KEY, value TEXT, updated_at INTEGER);
    CREATE INDEX idx_tracks_artist ON tracks (artist);
    CREATE INDEX idx_tracks_album ON tracks (album);
    CREATE INDEX idx_playlist_tracks_playlist ON playlist_tracks (playlist_id);
    """

  private func track(_ number: Int) -> DeviceTrack {
    DeviceTrack(
      id: "t\(number)", path: FilePath("A/B'\(number).opus"), title: "Title \(number)",
      artist: "A", album: "B", albumArtist: nil, genre: "G", year: 2001, trackNumber: number,
      duration: 180.25, size: 5_000_000_000, modified: 1_700_000_000,
      marks: DeviceMarks(plays: number, lastPlayed: 1_600_000_000, isFavorite: true, rating: 4),
      created: 1_500_000_000, updated: 1_500_000_001)
  }

  private func first() -> DeviceCommit {
    var commit = DeviceCommit(syncID: "0123456789abcdef")
    commit.tracks = (1...4).map(track)
    commit.tracks[3].path = FilePath(bytes: [0x41, 0x2F, 0xFF, 0x2E])
    commit.tracks[2].marks = DeviceMarks()
    commit.playlists = [
      DevicePlaylist(id: "p", name: "Mix", tracks: ["t3", "t1", "t3"], created: 5, updated: 6)
    ]
    return commit
  }

  private func apply(_ commit: DeviceCommit) throws {
    try DeviceDatabaseFile.apply(commit, to: path, deviceID: "d-1", time: 1_700_000_000)
    // Nothing is left beside it.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path.text) == ["library.db"])
  }

  @Test("what is written to a new file is read again, and no song is in a playlist twice")
  func roundTrip() throws {
    let commit = first()
    try apply(commit)
    let contents = try DeviceDatabaseFile.read(path)
    #expect(contents.tracks == commit.tracks)
    var playlist = commit.playlists[0]
    playlist.tracks = ["t3", "t1"]
    #expect(contents.playlists == [playlist])
    #expect(contents.syncID == commit.syncID && contents.faults == [])
    var next = DeviceCommit(syncID: "next")
    next.tracks = [track(7)]
    next.tracks[0].id = "t1"
    next.removedTracks = ["t3", "none"]
    next.playlists = [
      DevicePlaylist(id: "p", name: "Mix 2", tracks: ["t2", "t1"], created: 5, updated: 9),
      DevicePlaylist(id: "q", name: "New", tracks: []),
    ]
    try apply(next)
    let after = try DeviceDatabaseFile.read(path)
    #expect(after.tracks == [next.tracks[0], commit.tracks[1], commit.tracks[3]])
    #expect(after.playlists == next.playlists && after.syncID == "next")
    #expect(after.earlierSyncIDs == [commit.syncID])
    next.removedPlaylists = ["p"]
    next.playlists = []
    try apply(next)
    #expect(try DeviceDatabaseFile.read(path).playlists.map(\.id) == ["q"])
    #expect(try database.run("SELECT count(*) FROM playlist_tracks") == ["0"])
    #expect(try database.run("PRAGMA foreign_key_check; PRAGMA integrity_check") == ["ok"])
  }

  @Test("a new file has the tables, the columns and the indices that other programs know")
  func tables() throws {
    try apply(first())
    let other = RawDatabase(path: folder["other.db"])
    try other.run(Self.definition)
    let tables = """
      SELECT m.name, i.name, i.type, i."notnull", i.dflt_value, i.pk FROM sqlite_master m
      JOIN pragma_table_info(m.name) i WHERE m.type = 'table' ORDER BY m.name, i.cid
      """
    #expect(try database.run(tables) == other.run(tables))
    let indices = """
      SELECT m.name, i.name FROM sqlite_master m JOIN pragma_index_info(m.name) i
      WHERE m.type = 'index' ORDER BY m.name, i.seqno
      """
    #expect(try database.run(indices) == other.run(indices))
    #expect(
      try database.run("SELECT key, value, updated_at FROM sync_state ORDER BY key") == [
        "device_id|d-1|1700000000", "last_sync|1700000000|1700000000",
        "tritone_sync_id|0123456789abcdef|1700000000",
      ])
    #expect(try database.run("PRAGMA journal_mode; PRAGMA user_version") == ["delete", "1"])
  }

  @Test(
    "sqlite3 reads what was written",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3")))
  func tool() throws {
    try apply(first())
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/sqlite3")
    process.arguments = [
      path.text,
      """
      SELECT id, file_path, title, duration, file_size, play_count, last_played, is_favorite, rating
      FROM tracks WHERE id = 't2';
      SELECT track_id, position FROM playlist_tracks ORDER BY position;
      """,
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(
      String(decoding: data, as: UTF8.self) == """
        t2|A/B'2.opus|Title 2|180.25|5000000000|2|1600000000|1|4
        t3|0
        t1|1

        """)
  }

  @Test("a database that another program made is read, and keeps what is that program's")
  func others() throws {
    try database.run(Self.definition)
    try database.run(
      """
      ALTER TABLE tracks ADD COLUMN artwork BLOB;
      ALTER TABLE playlist_tracks ADD COLUMN added_by TEXT;
      CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT);
      INSERT INTO settings VALUES ('theme', 'dark');
      CREATE VIEW best AS SELECT * FROM tracks WHERE rating = 5;
      CREATE TRIGGER harm AFTER UPDATE ON tracks BEGIN DELETE FROM settings; END;
      CREATE TRIGGER harm_too AFTER DELETE ON playlist_tracks BEGIN DELETE FROM settings; END;
      INSERT INTO tracks (id, file_path, title, duration, play_count, artwork)
      VALUES ('t1', 'a.mp3', 'A', 3, 2, X'00FF'), ('t2', 'b.mp3', 'B', 4.5, NULL, NULL);
      INSERT INTO playlists (id, name) VALUES ('p', 'Mix');
      INSERT INTO playlist_tracks VALUES ('p', 't1', 10, 'me'), ('p', 't2', 20, 'you');
      PRAGMA user_version = 1;
      PRAGMA journal_mode = WAL;
      """)
    let contents = try DeviceDatabaseFile.read(path)
    #expect(contents.tracks.map(\.id) == ["t1", "t2"])
    #expect(contents.tracks.map(\.marks.plays) == [2, 0])
    #expect(contents.tracks.map(\.duration) == [3, 4.5])
    #expect(contents.playlists.map(\.tracks) == [["t1", "t2"]])
    #expect(contents.syncID == nil && contents.faults == [])
    #expect((contents.tracks.first?.created ?? 0) > 1_600_000_000)
    var commit = DeviceCommit(syncID: "s")
    commit.tracks = [track(1)]
    commit.removedTracks = ["t2"]
    commit.playlists = [DevicePlaylist(id: "p", name: "Mix", tracks: ["t1"])]
    try apply(commit)
    #expect(try database.run("SELECT quote(artwork), play_count FROM tracks") == ["X'00FF'|1"])
    #expect(
      try database.run("SELECT track_id, position, added_by FROM playlist_tracks") == ["t1|0|me"])
    #expect(
      try database.run("SELECT * FROM settings; SELECT count(*) FROM best") == ["theme|dark", "0"])
    #expect(
      try database.run("SELECT count(*) FROM sqlite_master WHERE type = 'trigger'") == ["2"])
  }

  @Test("a database of an older kind is read as far as it goes, and completed where it is written")
  func older() throws {
    try database.run(
      """
      CREATE TABLE Tracks (ID TEXT, File_Path TEXT, title TEXT);
      INSERT INTO Tracks VALUES ('t1', 'a/b.mp3', NULL);
      """)
    let contents = try DeviceDatabaseFile.read(path)
    #expect(contents.tracks == [DeviceTrack(id: "t1", path: FilePath("a/b.mp3"), title: "b")])
    #expect(contents.playlists == [] && contents.faults == [])
    try apply(first())
    let after = try DeviceDatabaseFile.read(path)
    #expect(after.tracks == first().tracks && after.playlists.count == 1)
    #expect(try database.run("PRAGMA user_version") == ["0"])
  }

  @Test("a log that another program left beside its database is read with it")
  func companions() throws {
    try apply(first())
    // A copy of the two files while the other program has them open.
    let copy = folder["copy/library.db"]
    makeFolder(folder["copy"])
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = [
      "-c",
      """
      import sqlite3, sys, shutil
      c = sqlite3.connect(sys.argv[1], isolation_level=None)
      c.execute('PRAGMA journal_mode = WAL')
      c.execute("UPDATE tracks SET play_count = 99 WHERE id = 't1'")
      for end in ['', '-wal']: shutil.copy(sys.argv[1] + end, sys.argv[2] + end)
      """, path.text, copy.text,
    ]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let contents = try DeviceDatabaseFile.read(copy)
    #expect(contents.tracks.first?.marks.plays == 99 && contents.tracks.count == 4)
    try DeviceDatabaseFile.apply(DeviceCommit(syncID: "n"), to: copy, deviceID: "d", time: 1)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder["copy"].text)
    #expect(left == ["library.db"])
    #expect(try DeviceDatabaseFile.read(copy).tracks.first?.marks.plays == 99)
  }

  @Test("a commit that cannot be written leaves the file as it was")
  func whole() throws {
    try database.run(Self.definition)
    try database.run(
      """
      ALTER TABLE playlists ADD COLUMN owner TEXT NOT NULL DEFAULT '' CHECK (owner <> '');
      """)
    let before = FileManager.default.contents(atPath: path.text)
    #expect(throws: LibraryError.self) { try apply(first()) }
    #expect(try database.run("SELECT count(*) FROM tracks") == ["0"])
    #expect(FileManager.default.contents(atPath: path.text) == before)
  }
}
