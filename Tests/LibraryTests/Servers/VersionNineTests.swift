import Library
import Music
import Testing

/// The migration of libraries of earlier versions to version 9.
@Suite("Version 9")
struct VersionNineTests {
  private let folder = TemporaryFolder()
  private var path: FilePath { folder["library.db"] }
  private var database: RawDatabase { RawDatabase(path: path) }

  @Test("a library of version 8 becomes one of version 9 with a backup, and with all that is in it")
  func migration() async throws {
    let parts = [VersionFive.schema, VersionSix.schema, VersionFive.content, VersionSix.content]
    for part in parts { try database.run(part) }
    // As version 8 leaves it.
    _ = try Library(at: path)
    try database.becomeVersion(8)
    try database.run("INSERT INTO books (key, title, details, added) VALUES ('k', 'B', '{}', 1)")
    let tables = try database.run(
      """
      SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'
        AND name <> 'grdb_migrations'
      """)
    let before = try tables.map { try database.run("SELECT * FROM \($0) ORDER BY 1") }
    #expect(before.filter { !$0.isEmpty }.count > 7)
    let library = try Library(at: path)
    #expect(try tables.map { try database.run("SELECT * FROM \($0) ORDER BY 1") } == before)
    #expect(try await library.check() == [])
    #expect(
      try database.run("SELECT max(CAST(identifier AS INTEGER)) FROM grdb_migrations") == ["10"])
    #expect(!BackupFolder(of: path).backups.isEmpty)
    let new = folder["new.db"]
    _ = try Library(at: new)
    let all = """
      SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name
      """
    #expect(try database.run(all) == RawDatabase(path: new).run(all))
    let server = try await library.addServer(
      kind: .subsonic, name: "S", address: "http://127.0.0.1:4533", user: "me")
    #expect(server.id.rawValue > 2)
    #expect(try await library.servers() == [server])
  }
}
