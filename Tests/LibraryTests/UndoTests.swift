import Library
import Music
import Testing

@Suite("Undo")
struct UndoTests {
  @Test("adding 500 tracks is one step, which survives a restart")
  func oneStep() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(500)
    let list = try await test.library.createPlaylist(named: "Peak")
    try await test.library.assign(.one, to: list.id)
    _ = try await test.library.add(ids, to: MixSlot.one)
    let again = try Library(at: test.folder["library.db"])
    #expect(try await again.undo() == "added 500 tracks to Peak")
    #expect(try await again.playlist(list.id)?.trackCount == 0)
    #expect(try await again.redo() == "added 500 tracks to Peak")
    #expect(try await again.trackIDs(ListQuery(.playlist(list.id))) == ids)
    #expect(try await again.redo() == nil)
  }

  @Test("an edit that changes nothing is no step, and one after an undo forgets what was undone")
  func noStep() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(2)
    let list = try await test.library.createPlaylist(named: "L")
    _ = try await test.library.add([ids[0]], to: list.id)
    _ = try await test.library.add([ids[0]], to: list.id)
    try await test.library.recordPlay(of: ids[0], at: 1)
    try await test.scan()
    #expect(try await test.library.undo() == "added 1 to L")
    try await test.library.setReaction(.loved, for: ids)
    #expect(try await test.library.redo() == nil)
    #expect(try await test.library.undo() == "marked 2 tracks as loved")
    #expect(try await test.library.undo() == "created L")
    #expect(try await test.library.undo() == nil)
    #expect(try await test.library.tracks(ids).map(\.plays) == [1, 0])
  }

  @Test("a deleted playlist comes back whole: entries, slots, template")
  func deletion() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(3)
    let list = try await test.library.createPlaylist(
      named: "L", template: try GroupTemplate("{Key}"))
    _ = try await test.library.add(ids, to: list.id)
    try await test.library.assign(.three, to: list.id)
    let before = try test.database.userData()
    try await test.library.deletePlaylist(list.id)
    let after = try test.database.userData()
    #expect(after.count == before.count - 4)
    #expect(try await test.library.undo() == "deleted L")
    #expect(try test.database.userData() == before)
    #expect(try await test.library.redo() == "deleted L")
    #expect(try test.database.userData() == after)
  }

  @Test("no more than a thousand steps are kept")
  func bounded() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(1)
    for number in 1...1_010 { try await test.library.setNotes("\(number)", for: ids) }
    #expect(try test.database.run("SELECT count(*) FROM undo_steps") == ["1000"])
    #expect(try test.database.run("SELECT count(*) FROM undo_changes") == ["1000"])
  }
}

/// Steps whose rows have changed since.
@Suite("Undo of what has changed since")
struct LateUndoTests {
  @Test("undoing a mark takes back that mark alone, not what else was said of the track since")
  func oneMark() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(1)
    try await test.library.setRating(Rating(stars: 3), for: ids)
    try test.database.run(
      "UPDATE marks SET notes = 'from another row', reaction = 2, color = 'red'")
    #expect(try await test.library.undo() != nil)
    let marks = "SELECT rating, notes, reaction, color FROM marks"
    #expect(try test.database.run(marks) == ["0|from another row|2|red"])
    #expect(try await test.library.redo() != nil)
    #expect(try test.database.run(marks) == ["3|from another row|2|red"])
  }

  @Test("a step whose track's number is another's by now is passed over, with nothing done")
  func takenNumber() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(3)
    let list = try await test.library.createPlaylist(named: "L")
    _ = try await test.library.add(ids, to: list.id)
    try await test.library.setRating(Rating(stars: 3), for: ids)
    let last = try #require(ids.map(\.rawValue).max())
    try test.database.run("UPDATE tracks SET missing = 1 WHERE id = \(last)")
    _ = try await test.library.forgetMissing([TrackID(last)])
    try test.database.run(
      """
      CREATE TEMP TABLE other AS SELECT * FROM tracks LIMIT 1;
      UPDATE other SET id = \(last), path = CAST('/other.flac' AS BLOB);
      INSERT INTO tracks SELECT * FROM other;
      """)
    let before = try test.database.userData()
    let lost = await #expect(throws: LibraryError.self) { _ = try await test.library.undo() }
    guard case .lostStep(_, .conflict) = lost else {
      Issue.record("\(String(describing: lost))")
      return
    }
    #expect(try test.database.userData() == before)
    #expect(try await test.library.undo()?.contains("rated") == true)
    #expect(try await test.library.undo() == "added 3 tracks to L")
    #expect(try await test.library.undo() == "created L")
    #expect(try await test.library.undo() == nil)
    #expect(try await test.library.check() == [])
  }

  @Test("a play whose number was given again comes back behind the other one")
  func takenPlay() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(2)
    try await test.library.recordPlay(of: ids[0], at: 7)
    try test.database.run("UPDATE tracks SET missing = 1 WHERE id = \(ids[0].rawValue)")
    _ = try await test.library.forgetMissing([ids[0]])
    try await test.library.recordPlay(of: ids[1], at: 8)
    #expect(try await test.library.undo() != nil)
    #expect(try test.database.run("SELECT time FROM plays ORDER BY time") == ["7", "8"])
  }

  @Test("a step that would leave an entry without its playlist is passed over")
  func withoutPlaylist() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(2)
    let list = try await test.library.createPlaylist(named: "L")
    _ = try await test.library.add(ids, to: list.id)
    let entries = try await test.library.queuedTracks(ListQuery(.playlist(list.id)))
    try await test.library.removeEntries(entries.compactMap(\.entry))
    try test.database.run("DELETE FROM playlists")
    await #expect(throws: LibraryError.lostStep("removed 2 entries", .conflict)) {
      _ = try await test.library.undo()
    }
    await #expect(throws: LibraryError.lostStep("added 2 tracks to L", .gone)) {
      _ = try await test.library.undo()
    }
    await #expect(throws: LibraryError.lostStep("created L", .gone)) {
      _ = try await test.library.undo()
    }
    #expect(try await test.library.undo() == nil)
    #expect(try await test.library.check() == [])
  }

  @Test(
    "the history takes a bounded number of bytes, and says of a larger step that it is not kept")
  func bytes() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(4)
    var bounds = HistoryBounds()
    bounds.bytes = 20_000
    let library = try Library(at: test.folder["library.db"], history: bounds)
    for number in 1...30 {
      try await library.setNotes(String(repeating: "\(number % 10)", count: 1_500), for: [ids[0]])
    }
    let kept = try test.database.run("SELECT count(*), sum(bytes) <= 20000 FROM undo_steps")
    #expect(kept == ["12|1"])
    try await library.setNotes(String(repeating: "x", count: 9_000), for: ids)
    try await library.setNotes("", for: ids)
    let lost = await #expect(throws: LibraryError.self) { _ = try await library.undo() }
    guard case .lostStep(_, .tooLarge) = lost else {
      Issue.record("\(String(describing: lost))")
      return
    }
    #expect(try test.database.run("SELECT count(*) FROM marks") == ["0"])
    #expect(try await library.undo() != nil)
  }

  @Test("values that no history of ours holds are not brought into a statement")
  func strangeRows() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(1)
    let strange = [
      "UPDATE undo_changes SET target = 'settings'",
      "UPDATE undo_changes SET target = 'tracks; DROP TABLE cues'",
      "UPDATE undo_changes SET operation = 'insert'", "UPDATE undo_changes SET operation = 'count'",
      "UPDATE undo_values SET field = 'path'",
      "UPDATE undo_values SET field = 'rating\" = 1; --'", "DELETE FROM undo_values",
      "UPDATE undo_values SET value = 'text'", "UPDATE undo_values SET value = X'00'",
      "UPDATE undo_values SET value = 9.5", "UPDATE undo_values SET value = NULL",
      "UPDATE undo_changes SET id = 9223372036854775807",
    ]
    for (index, statement) in strange.enumerated() {
      try await test.library.setRating(Rating(stars: index % 5 + 1), for: ids)
      try test.database.run("PRAGMA foreign_keys = OFF; \(statement)")
      let before = try test.database.userData()
      await #expect(throws: LibraryError.self, "\(statement)") { _ = try await test.library.undo() }
      #expect(try test.database.userData() == before, "\(statement)")
      #expect(try test.database.run("SELECT count(*) FROM undo_steps") == ["0"], "\(statement)")
    }
  }
}
