import Library
import Music
import Testing

/// The migration of libraries of earlier versions to version 10.
@Suite("Version 10")
struct VersionTenTests {
  private let folder = TemporaryFolder()
  private var path: FilePath { folder["library.db"] }
  private var database: RawDatabase { RawDatabase(path: path) }

  @Test(
    "a library of version 9 becomes one of version 10 with a backup, and with all that is in it")
  func migration() async throws {
    let parts = [VersionFive.schema, VersionSix.schema, VersionFive.content, VersionSix.content]
    for part in parts { try database.run(part) }
    // As version 9 leaves it.
    _ = try Library(at: path)
    try database.becomeVersion(9)
    try database.run("INSERT INTO undo_steps (name) VALUES ('rated 1')")
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
    let ids = try await library.searchIDs("missing: OR -missing:")
    let id = try #require(ids.first)
    var change = MarkChange()
    change.category = .set(.demos)
    #expect(try await library.change(change, of: [id]) == 1)
    _ = try await library.addComment("x", to: id)
    for _ in 1...2 { #expect(try await library.undo() != nil) }
    #expect(try database.run("SELECT count(*) FROM labels") == ["0"])
    #expect(try database.run("SELECT count(*) FROM comments") == ["0"])
  }
}
