import Library
import Music
import OldLibraries
import Testing

/// The migration of libraries of version 4 to version 5.
@Suite("Version 5")
struct VersionFiveTests {
  private let folder = TemporaryFolder()
  private var path: FilePath { folder["library.db"] }
  private var database: RawDatabase { RawDatabase(path: path) }

  private static let tables = [
    "tracks", "analyses", "cues", "entries", "playlists", "plays", "merged_tracks",
  ]

  /// A query for all fields of all rows, as version 4 has them.
  private func query() throws -> String {
    try VersionFiveTests.tables.map { table in
      let names = try database.run("SELECT name FROM pragma_table_info('\(table)')")
      let fields = names.filter { $0 != "changed" && !VersionFour.dropped.contains($0) }
        .map { "quote(\($0))" }.joined(separator: "||','||")
      return "SELECT '\(table):'||\(fields) FROM \(table) ORDER BY 1;"
    }.joined(separator: "\n")
  }

  /// Creates the library with its steps; the query, and the states from before the first step on.
  private func make() throws -> (query: String, states: [[String]]) {
    try database.run(VersionFour.schema)
    try database.run(VersionFour.content)
    let query = try query()
    var states = [try database.run(query)]
    for (index, step) in VersionFour.steps.enumerated() {
      try database.run(
        """
        PRAGMA foreign_keys = ON;
        INSERT INTO undo_steps (id, name) VALUES (\(index + 1), '\(step.name)');
        INSERT INTO undo_open VALUES (\(index + 1));
        \(step.sql)
        DELETE FROM undo_open;
        """)
      states.append(try database.run(query))
    }
    return (query, states)
  }

  @Test("what a library of version 4 has is told without bringing it up to date")
  func health() throws {
    _ = try make()
    let health = Health(of: path)
    #expect(health.failure == nil && health.version == "4" && health.tracks > 0)
    #expect(try database.run("SELECT count(*) FROM grdb_migrations") == ["4"])
  }

  @Test("nothing is lost, and steps of version 4 are undone and done again")
  func history() async throws {
    let (old, states) = try make()
    let library = try Library(at: path)
    let query = old.replacing("FROM tracks ", with: "FROM \(VersionFour.tracks) ")
    #expect(try database.run(query) == states.last)
    #expect(try await library.check() == [])
    for index in VersionFour.steps.indices.reversed() {
      #expect(try await library.undo() == VersionFour.steps[index].name)
      #expect(try database.run(query) == states[index], "\(VersionFour.steps[index].name)")
    }
    for (index, step) in VersionFour.steps.enumerated() {
      #expect(try await library.redo() == step.name)
      #expect(try database.run(query) == states[index + 1], "\(step.name)")
    }
    for index in VersionFour.steps.indices.reversed() {
      #expect(try await library.undo() == VersionFour.steps[index].name)
      #expect(try database.run(query) == states[index], "\(VersionFour.steps[index].name)")
    }
    #expect(try await library.check() == [])
    #expect(try database.run("SELECT id, source FROM tracks WHERE source <> 1") == ["6|2", "7|2"])
  }

  @Test("rows of marks are those of tracks of which something was said")
  func sparse() async throws {
    _ = try make()
    let library = try Library(at: path)
    #expect(try database.run("SELECT track FROM marks ORDER BY track") == ["4", "5"])
    #expect(try database.run("SELECT track, parts FROM pending_analyses") == ["4|-1", "5|-1"])
    try await library.setRating(Rating(stars: 3), for: [TrackID(7)])
    #expect(try database.run("SELECT rating FROM marks WHERE track = 7") == ["3"])
    try await library.setRating(.none, for: [TrackID(7)])
    #expect(try database.run("SELECT track FROM marks WHERE track = 7") == [])
    _ = try await library.undo()
    #expect(try database.run("SELECT rating FROM marks WHERE track = 7") == ["3"])
  }

  @Test("what is broken off in the middle leaves the library as it was, and is made up for later")
  func brokenOff() async throws {
    let query = try make().query
    try database.run("PRAGMA foreign_keys = OFF; INSERT INTO plays VALUES (99, 77, 1)")
    let all = "SELECT type, name, sql FROM sqlite_master ORDER BY type, name"
    let (tables, rows) = (try database.run(all), try database.run(query))
    #expect(throws: LibraryError.self) { _ = try Library(at: path) }
    #expect(try database.run(all) == tables)
    #expect(try database.run(query) == rows)
    try database.run("DELETE FROM plays WHERE id = 99")
    let library = try Library(at: path)
    #expect(try await library.undo() == VersionFour.steps.last?.name)
    #expect(try database.run("SELECT name FROM playlists") == ["Peak"])
  }

  @Test("every table that belongs to tracks is one that becoming another track and undo know")
  func description() throws {
    _ = try Library(at: path)
    let tables = try database.run(
      """
      SELECT DISTINCT m.name FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f
      WHERE m.type = 'table' AND f."table" = 'tracks' ORDER BY m.name
      """)
    // Pending parts follow from the analyses, and a server lists its tracks again.
    let known = Library.tablesOfTracks + ["pending_analyses", "server_tracks", "shared_tracks"]
    #expect(tables == known.sorted())
  }
}
