import Library
import Music
import Testing

/// Values of any type in any column: errors or results, never a crash.
@Suite("Strange values")
struct StrangeValueTests {
  private static let values = [
    "NULL", "-1", "0", "9223372036854775807", "-9223372036854775808", "9e999", "-0.5", "'text'",
    "X'00FF'", "CAST(zeroblob(100000) AS TEXT)", "1e300",
  ]

  /// Removes the constraints from the tables of an open library, whose schema is not checked
  /// again.
  private func loosen(_ database: RawDatabase) throws {
    try database.run(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET sql = replace(replace(sql, ' STRICT', ''), 'NOT NULL', '')
      WHERE type = 'table' AND sql NOT LIKE '%WITHOUT ROWID%';
      PRAGMA writable_schema = RESET;
      """)
  }

  /// All requests of a player to a library, one after the other.
  private func askAll(_ library: Library, _ test: TestLibrary, _ ids: [TrackID]) async {
    func ask(_ body: () async throws -> Void) async {
      do {
        try await body()
      } catch {
        #expect(error is LibraryError, "\(error)")
      }
    }
    await ask { _ = try await library.playlists() }
    await ask { _ = try await library.playlistFolders() }
    await ask { _ = try await library.templates() }
    await ask { _ = try await library.mixBoard() }
    await ask { _ = try await library.tracks(ids) }
    await ask { _ = try await library.heardTracks(atMost: 9) }
    await ask { _ = try await library.replacedQueues() }
    await ask { _ = try await library.duplicates() }
    await ask { _ = try await library.relocations() }
    await ask { _ = try await library.analysisTasks(limit: 9) }
    await ask { _ = try await library.document(of: .all) }
    await ask { _ = try await library.setting("theme") }
    await ask { _ = try await library.recovery() }
    await ask { try await library.detectExternalChanges() }
    let paths = (try? test.database.run("SELECT CAST(path AS TEXT) FROM tracks")) ?? []
    let lines = paths.map { DocumentTrack(.file(FilePath($0)), title: "One") }
    let document = PlaylistDocument(items: [
      .playlist(DocumentPlaylist(name: "All", tracks: lines))
    ])
    await ask { _ = try await library.planImport(document, at: FilePath("/gone/list.m3u8")) }
    for id in ids {
      await ask { _ = try await library.cues(of: id) }
      await ask { try await library.setTempo(100, of: [id]) }
      await ask { _ = try await library.undo() }
    }
    let lists: [ListQuery] = [
      ListQuery(.songs), ListQuery(.folder(nil)), ListQuery(.artists), ListQuery(.playlists),
      ListQuery(.playlist(PlaylistID(1))), ListQuery(.duplicates),
    ]
    for list in lists {
      await ask { _ = try await library.window(list, range: 0..<50, anchor: nil) }
      await ask { _ = try await library.queuedTracks(list) }
    }
    await ask { _ = try await test.scan() }
    await ask { _ = try await library.undo() }
    await ask { _ = try await library.redo() }
  }

  @Test("no value in any column ends the process", arguments: [1] as [UInt64])
  func anywhere(seed: UInt64) async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(3)
    let library = test.library
    var edits = RandomEdits(library: library, tracks: ids, seed: seed)
    for _ in 0..<150 { try await edits.next() }
    for id in ids { try await library.recordPlay(of: id, at: 5) }
    try loosen(test.database)
    let database = try RawConnection(to: test.database.path)
    // Made once: every change of the schema makes all connections read it again.
    try database.run("CREATE TABLE kept_values (number, value)")
    var random = SeededGenerator(seed: seed)
    let tables = try database.run(
      """
      SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%WITHOUT ROWID%'
        AND name NOT IN ('grdb_migrations', 'undo_open', 'kept_values') AND name NOT LIKE 'sqlite%'
      """)
    for table in tables {
      let columns = try database.run("SELECT name FROM pragma_table_info('\(table)') WHERE NOT pk")
      for column in columns {
        guard let value = Self.values.randomElement(using: &random) else { continue }
        try database.run("DELETE FROM kept_values")
        try database.run("INSERT INTO kept_values SELECT rowid, \"\(column)\" FROM \(table)")
        // A UNIQUE or CHECK that refuses it is as good.
        do { try database.run("UPDATE \(table) SET \"\(column)\" = \(value)") } catch { continue }
        await askAll(library, test, ids)
        let back = "(SELECT value FROM kept_values WHERE number = \(table).rowid)"
        try database.run("UPDATE OR REPLACE \(table) SET \"\(column)\" = \(back)")
      }
    }
    #expect(tables.count > 15)
  }

  @Test(
    "no edit ends the process either, whatever stands in several columns, in each row another",
    arguments: 0..<4 as Range<UInt64>)
  func edited(seed: UInt64) async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(4)
    // The same audio hash for all makes them duplicates.
    try test.database.run("UPDATE tracks SET fingerprint = 7")
    var edits = RandomEdits(library: test.library, tracks: ids, seed: seed)
    for _ in 0..<120 { try await edits.next() }
    for id in ids { try await test.library.recordPlay(of: id, at: 5) }
    try loosen(test.database)
    let database = try RawConnection(to: test.database.path)
    var random = SeededGenerator(seed: seed)
    let tables = try database.run(
      """
      SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'grdb_migrations'
        AND name NOT LIKE 'sqlite%'
      """)
    // Tables whose numbers are used in arithmetic come up more often.
    let counted = ["entries", "tracks", "cues", "undo_steps", "revision"]
    var touched = 0
    for _ in 0..<12 {
      for table in tables.shuffled(using: &random).prefix(3)
        + counted.shuffled(using: &random)
        .prefix(2)
      {
        let columns = try database.run(
          "SELECT name FROM pragma_table_info('\(table)') WHERE NOT pk")
        // A number of the row that every run gives it: its key's last digit.
        let key =
          try database.run("SELECT name FROM pragma_table_info('\(table)') WHERE pk").first
          ?? "rowid"
        let number = "unicode(substr(hex(\"\(key)\"), -1))"
        for column in columns.shuffled(using: &random).prefix(3) {
          let cases = (0..<4).map { "WHEN \($0) THEN \(value(&random))" }.joined(separator: " ")
          let choice = "(\(number) + \(Int.random(in: 0..<5, using: &random))) % 5"
          let update = "UPDATE OR IGNORE \(table) SET \"\(column)\" = CASE \(choice) \(cases)"
          // A UNIQUE or CHECK that refuses it is as good.
          do { try database.run(update + " ELSE \"\(column)\" END") } catch { continue }
          touched += 1
        }
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        try database.run("INSERT INTO undo_open VALUES (\(Int.random(in: 0..<99, using: &random)))")
      }
      for _ in 0..<12 {
        do {
          try await edits.next()
        } catch {
          #expect(error is LibraryError, "\(error)")
        }
      }
      await askAll(test.library, test, ids)
      try database.run("DELETE FROM undo_open")
    }
    #expect(touched > 50)
  }

  private func value(_ random: inout SeededGenerator) -> String {
    Self.values.randomElement(using: &random) ?? "0"
  }
}
