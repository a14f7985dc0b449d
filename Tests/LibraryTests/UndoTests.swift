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
