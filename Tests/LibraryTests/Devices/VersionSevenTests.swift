import Library
import Music
import Testing

/// The migration of libraries of version 6 to version 7.
@Suite("Version 7")
struct VersionSevenTests {
  private let folder = TemporaryFolder()
  private var path: FilePath { folder["library.db"] }
  private var database: RawDatabase { RawDatabase(path: path) }

  private func make() throws {
    for part in [
      VersionFive.schema, VersionSix.schema, VersionFive.content, VersionSix.content,
    ] { try database.run(part) }
  }

  @Test("a library of version 6 becomes one of version 7 with a backup, and with all that is in it")
  func migration() async throws {
    try make()
    let tables = try database.run(
      """
      SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'
        AND name NOT IN ('grdb_migrations', 'revision')
      """)
    let before = try tables.map { try database.run("SELECT * FROM \($0) ORDER BY 1") }
    #expect(before.filter { !$0.isEmpty }.count > 6)
    let library = try Library(at: path)
    #expect(try tables.map { try database.run("SELECT * FROM \($0) ORDER BY 1") } == before)
    #expect(try await library.check() == [])
    #expect(try database.run("SELECT max(identifier) FROM grdb_migrations") == ["9"])
    #expect(BackupFolder(of: path).backups.count == 1)
    let new = folder["new.db"]
    _ = try Library(at: new)
    let all = """
      SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name
      """
    #expect(try database.run(all) == RawDatabase(path: new).run(all))
    #expect(try await library.devices() == [])
    let (uuid, other) = (
      try await library.libraryUUID(), try await Library(at: new).libraryUUID()
    )
    #expect(uuid != other)
  }

  @Test("a library made of version 6 has devices that sync, and its history goes on")
  func used() async throws {
    try make()
    let library = try Library(at: path)
    let list = try await library.createPlaylist(named: "L")
    let device = try await library.addDevice(
      named: "D", at: .folder(FilePath("/d")), uuid: "u")
    let contents = try await library.syncContents(for: device)
    #expect(contents.tracks.map(\.id.rawValue) == [1, 2, 3])
    #expect(contents.tracks.map(\.marks.plays) == [2, 1, 0])
    #expect(contents.playlists.map(\.id) == [list.id])
    var commit = LibraryCommit(syncID: "s", time: 5)
    commit.marks = [
      MarksChange(
        track: TrackID(2), plays: 1, times: [3_000], before: contents.tracks[1].marks,
        after: DeviceMarks(plays: 2, lastPlayed: 3_000))
    ]
    try await library.commit(commit, to: device.id)
    #expect(try await library.heardTracks(atMost: 1).map(\.time) == [3_000])
    #expect(try await library.undo() == "synced with D")
    #expect(try await library.undo() == "created L")
  }
}
