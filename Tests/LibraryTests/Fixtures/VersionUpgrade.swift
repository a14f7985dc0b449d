import Library
import Music
import Testing

/// A library of an earlier version with content, and what becomes of it when this program opens it.
struct VersionUpgrade {
  let folder = TemporaryFolder()
  var path: FilePath { folder["library.db"] }
  var database: RawDatabase { RawDatabase(path: path) }

  /// Writes a library as a version leaves it, with more rows, and opens it: nothing is lost, a
  /// backup is made, and the tables are those of a new library.
  func library(from version: Int, with rows: String) async throws -> Library {
    let parts = [VersionFive.schema, VersionSix.schema, VersionFive.content, VersionSix.content]
    for part in parts { try database.run(part) }
    _ = try Library(at: path)
    try database.becomeVersion(version)
    try database.run(rows)
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
    return library
  }
}
