import Library
import Music
import OldLibraries
import Testing

@Suite("Migration")
struct MigrationTests {
  private let folder = TemporaryFolder()
  private var path: FilePath { folder["library.db"] }
  private var database: RawDatabase { RawDatabase(path: path) }

  private func columns(of tables: [String]) throws -> [(table: String, columns: [String])] {
    try tables.map { table in
      let names = try database.run("SELECT name FROM pragma_table_info('\(table)')")
      return (table, names.filter { !VersionFour.dropped.contains($0) })
    }
  }

  private func contents(_ tables: [(table: String, columns: [String])]) throws -> [String] {
    let isParted = try database.run("SELECT 1 FROM sqlite_master WHERE name = 'marks'") == ["1"]
    return try tables.flatMap { table, columns in
      let quoted = columns.map { "quote(\($0))" }.joined(separator: "||','||")
      let rows = isParted && table == "tracks" ? VersionFour.tracks : table
      return try database.run("SELECT '\(table):'||\(quoted) FROM \(rows) ORDER BY 1")
    }
  }

  @Test("a library of version 1 becomes one of today with all that is in it")
  func keepsAll() async throws {
    try database.run(VersionOne.schema)
    try database.run(VersionOne.content)
    let tables = try columns(
      of: database.run(
        """
        SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%migrations'
          AND name NOT IN ('search', 'undo_changes')
        """))
    let before = try contents(tables)
    #expect(before.count > 15)
    let library = try Library(at: path)
    #expect(try contents(tables) == before)
    #expect(try await library.check() == [])
    #expect(
      try database.run("SELECT DISTINCT quote(title), quote(artist) FROM entries") == ["NULL|NULL"])
    let rows = try await library.window(
      ListQuery(.playlist(PlaylistID(1))), range: 0..<9, anchor: nil
    ).rows
    #expect(rows.compactMap(\.track?.title) == ["Title 1", "Title 2"])
  }

  @Test("the history of version 1 is undone and redone in version 2")
  func history() async throws {
    try database.run(VersionOne.schema)
    try database.run(VersionOne.content)
    let library = try Library(at: path)
    let all = "SELECT id, quote(gain), quote(title) FROM entries ORDER BY id"
    #expect(try await library.redo() == "set the gain of 1")
    #expect(try database.run(all) == ["1|-3.5|NULL", "2|1.0|NULL"])
    #expect(try await library.undo() == "set the gain of 1")
    #expect(try await library.undo() == "removed 1 entry")
    #expect(try database.run(all) == ["1|-3.5|NULL", "2|NULL|NULL", "9|2.0|NULL"])
    #expect(try await library.redo() == "removed 1 entry")
    #expect(try database.run(all) == ["1|-3.5|NULL", "2|NULL|NULL"])
  }

  @Test(
    "the tables of every version, brought up to date, are those of a library made today",
    arguments: [
      [VersionOne.schema], [VersionOne.schema, VersionTwo.schema], [VersionThree.schema],
      [VersionFour.schema],
    ])
  func sameTables(schema: [String]) throws {
    for part in schema { try database.run(part) }
    _ = try Library(at: path)
    let new = folder["new.db"]
    _ = try Library(at: new)
    let all = """
      SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name
      """
    #expect(try database.run(all) == RawDatabase(path: new).run(all))
    _ = try Library(at: path)
  }

  @Test("what a step of version 3 removed comes back from the statements it was kept as")
  func removals() async throws {
    try database.run(VersionThree.schema)
    try database.run(VersionThree.content)
    // Only missing tracks can be forgotten.
    try database.run("UPDATE tracks SET missing = 1 WHERE id = 1")
    let tables = try columns(of: ["tracks", "analyses", "entries", "plays", "cues"])
      .map { ($0.table, $0.columns.filter { $0 != "changed" }) }
    let before = try contents(tables)
    try database.run(
      """
      PRAGMA foreign_keys = ON;
      INSERT INTO undo_steps VALUES (1, 'marked', 0), (2, 'counted', 0), (3, 'forgot', 0);
      INSERT INTO undo_open VALUES (1);
      UPDATE tracks SET rating = 1, notes = 'it''s; DROP', set_bpm = 99.9 WHERE id = 1;
      UPDATE undo_open SET step = 2;
      UPDATE tracks SET plays = plays + 3, last_played = 77 WHERE id = 1;
      UPDATE undo_open SET step = 3;
      DELETE FROM tracks WHERE id = 1;
      DELETE FROM undo_open;
      """)
    let after = try contents(tables)
    #expect(before.count == after.count + 5)
    let library = try Library(at: path)
    for name in ["forgot", "counted", "marked"] { #expect(try await library.undo() == name) }
    #expect(try contents(tables) == before)
    #expect(try await library.check() == [])
    for name in ["marked", "counted", "forgot"] { #expect(try await library.redo() == name) }
    #expect(try contents(tables) == after)
  }

  @Test("a step of an older version that no trigger of ours wrote is never run, and is passed over")
  func foreignStatements() async throws {
    try database.run(VersionThree.schema)
    try database.run(VersionThree.content)
    let statements = [
      "DELETE FROM playlists", "DELETE FROM playlists WHERE id=1;DROP TABLE cues",
      "UPDATE settings SET value='x' WHERE id=1", "UPDATE tracks SET path=X'00' WHERE id=1",
      "UPDATE tracks SET rating=(SELECT 1) WHERE id=1", "ATTACH '/tmp/x' AS x",
      "INSERT INTO cues (id,track) VALUES (1,random())", "UPDATE tracks SET rating=1 WHERE id=1 ",
      "UPDATE cues SET name='x' WHERE id=1 OR 1", "",
    ]
    for (index, statement) in statements.enumerated() {
      let quoted = statement.replacing("'", with: "''")
      try database.run(
        """
        INSERT INTO undo_steps VALUES (\(index + 2), 'step \(index)', 0);
        INSERT INTO undo_changes (step, statement) VALUES (\(index + 2), '\(quoted)');
        """)
    }
    try database.run(
      """
      INSERT INTO undo_steps VALUES (1, 'named', 0);
      INSERT INTO undo_changes (step, statement)
      VALUES (1, 'UPDATE playlists SET name=''Old'',notes='''' WHERE id=1');
      """)
    let state = try columns(of: ["tracks", "playlists", "cues", "settings", "entries"])
      .map { ($0.table, $0.columns.filter { $0 != "changed" }) }
    let before = try contents(state)
    let library = try Library(at: path)
    for index in statements.indices.reversed() {
      await #expect(throws: LibraryError.lostStep("step \(index)", .unreadable)) {
        _ = try await library.undo()
      }
    }
    #expect(try contents(state) == before)
    #expect(try await library.undo() == "named")
    #expect(try database.run("SELECT name FROM playlists") == ["Old"])
  }

  @Test("a migration that is broken off leaves the library as it was, and is made up for later")
  func brokenOff() async throws {
    try database.run(VersionOne.schema)
    try database.run(VersionOne.content)
    // A dangling reference fails at the end of a step.
    try database.run("INSERT INTO entries VALUES (99, 1, 77, 1, NULL, NULL, NULL, NULL, '')")
    let all = "SELECT type, name, sql FROM sqlite_master ORDER BY type, name"
    let tables = try columns(of: ["tracks", "cues", "undo_steps", "settings"])
    let before = try contents(tables)
    #expect(throws: LibraryError.self) { _ = try Library(at: path) }
    #expect(try contents(tables) == before)
    let left = try database.run(all)
    #expect(!left.contains { $0.contains("title TEXT, artist TEXT)") })
    #expect(!left.contains { $0.contains("analyses") || $0.contains("merged_tracks") })
    #expect(throws: LibraryError.self) { _ = try Library(at: path) }
    #expect(try database.run(all) == left)
    try database.run("DELETE FROM entries WHERE id = 99")
    let library = try Library(at: path)
    #expect(try contents(tables) == before)
    #expect(try await library.check() == [])
    #expect(try database.run("SELECT DISTINCT parts FROM pending_analyses") == ["-1"])
  }

  @Test("tracks of version 1 can be analysed and corrected")
  func corrected() async throws {
    try database.run(VersionOne.schema)
    try database.run(VersionOne.content)
    let library = try Library(at: path)
    let ids = try await library.trackIDs(ListQuery(.songs, sort: .title))
    let tasks = try await library.analysisTasks(limit: 100)
    #expect(Set(tasks.map(\.track)) == Set(ids) && !ids.isEmpty)
    try await library.saveAnalyses(tasks.map { ($0, .found(Analyses.found(0))) })
    try await library.setTempo(101, of: ids)
    #expect(try await library.tracks(ids).allSatisfy { $0.findings.bpm == 101 })
    _ = try await library.undo()
    #expect(try await library.tracks(ids).allSatisfy { $0.findings.foundBPM == 120 })
    #expect(try await library.analysisTasks(limit: 100).isEmpty)
  }

  @Test("what an entry is called is restored by undo and redo")
  func namesAreUndone() async throws {
    try database.run(VersionOne.schema)
    try database.run(VersionOne.content)
    let library = try Library(at: path)
    try database.run(
      """
      DELETE FROM undo_steps;
      INSERT INTO undo_steps (id, name) VALUES (7, 'named');
      INSERT INTO undo_open VALUES (7);
      UPDATE entries SET title = 'It''s 1', artist = 'A' WHERE id = 1;
      DELETE FROM undo_open;
      """)
    let names = "SELECT quote(title), quote(artist) FROM entries WHERE id = 1"
    try await library.removeEntries([EntryID(1)])
    #expect(try database.run(names) == [])
    #expect(try await library.undo() == "removed 1 entry")
    #expect(try database.run(names) == ["'It''s 1'|'A'"])
    #expect(try await library.undo() == "named")
    #expect(try database.run(names) == ["NULL|NULL"])
    #expect(try await library.redo() == "named")
    #expect(try database.run(names) == ["'It''s 1'|'A'"])
    #expect(try await library.redo() == "removed 1 entry")
    #expect(try database.run(names) == [])
  }
}
