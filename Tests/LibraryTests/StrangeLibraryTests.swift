import Foundation
import Library
import Music
import Testing

/// Libraries crafted to attack whoever opens them.
@Suite("Strange libraries")
struct StrangeLibraryTests {
  private let folder = TemporaryFolder()
  private var path: FilePath { folder["library.db"] }
  private var database: RawDatabase { RawDatabase(path: path) }

  /// Expects a file to be refused by opening, reading, restoring and backups, and left unchanged.
  private func expectRefused(_ what: String) throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: path.text))
    #expect(throws: LibraryError.altered(path), "\(what)") { _ = try Library(at: path) }
    #expect(throws: LibraryError.altered(path), "\(what)") {
      _ = try Library(at: path, isOurs: true)
    }
    #expect(Health(of: path).failure == .altered(path), "\(what)")
    let mine = folder["mine/library.db"]
    _ = try Library(at: mine)
    #expect(throws: LibraryError.altered(path), "\(what)") {
      _ = try Restoring.restore(path, to: mine)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path.text)) == before, "\(what)")
  }

  @Test("one whose column is named with a statement in it is refused before it is migrated")
  func columnName() throws {
    let written = folder["written"]
    try database.run(VersionOne.schema)
    try database.run(
      """
      PRAGMA journal_mode = DELETE;
      ALTER TABLE tracks ADD COLUMN "x' FROM undo_open; END; ATTACH '\(written.text)' AS x;
        CREATE TABLE x.t(a TEXT); /*" TEXT;
      """)
    try expectRefused("column")
    #expect(!FileManager.default.fileExists(atPath: written.text))
  }

  @Test(
    "one with a trigger, a view, a table, an index or a check of its own is refused",
    arguments: [
      "CREATE TRIGGER t AFTER UPDATE ON revision BEGIN DELETE FROM playlists; END",
      "CREATE VIEW v AS SELECT 1", "CREATE TABLE more (x)", "CREATE INDEX i ON cues (abs(id))",
      "DROP TRIGGER tracks_moved", "DROP TABLE templates", "ALTER TABLE cues ADD COLUMN x TEXT",
      "DELETE FROM grdb_migrations WHERE identifier = '4'",
      "DELETE FROM grdb_migrations", "INSERT INTO grdb_migrations VALUES ('x')",
      """
      CREATE TRIGGER endless AFTER INSERT ON playlists BEGIN
        INSERT INTO settings WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
          SELECT x, x FROM n;
      END
      """,
    ])
  func altered(statement: String) throws {
    _ = try Library(at: path)
    try database.leaveLog()
    try database.run(statement)
    try expectRefused(statement)
  }

  @Test("a list of migrations that never ends keeps nobody waiting")
  func endless() throws {
    try database.run(
      """
      PRAGMA application_id = 1416784244;
      CREATE VIEW grdb_migrations AS
        WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS identifier FROM n;
      """)
    try expectRefused("view")
  }

  @Test("one that its owner had analysed by SQLite opens as before")
  func statistics() throws {
    _ = try Library(at: path)
    try database.run("ANALYZE")
    _ = try Library(at: path)
  }

  @Test("one that ended before its first table was made is begun again")
  func unused() async throws {
    try database.run("CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
    let library = try Library(at: path)
    #expect(try await library.createPlaylist(named: "L").name == "L")
  }

  @Test("several that begin the same library at once all open it", arguments: 0..<8)
  func atOnce(round: Int) async throws {
    let path = path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          let library = try Library(at: path)
          _ = try await library.createPlaylist(named: "\(number)")
        }
      }
      try await group.waitForAll()
    }
    #expect(try database.run("SELECT count(*) FROM playlists") == ["4"])
  }

  @Test("the schema's digest, by which a start knows it at once, is that of the tables made today")
  func digest() throws {
    let (newest, known) = try Library.schemaDigests
    #expect(newest == known)
  }

  @Test("a new library is made in one go as all migrations together make it")
  func baseline() throws {
    let (made, migrated) = try Library.newFiles
    #expect(made.filter { !migrated.contains($0) } == [])
    #expect(migrated.filter { !made.contains($0) } == [])
    #expect(migrated.count > 170)
  }
}
