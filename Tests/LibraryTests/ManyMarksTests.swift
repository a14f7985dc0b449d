import Library
import Music
import Testing

@Suite("Marks on many tracks")
struct ManyMarksTests {
  @Test("a mark on thousands of tracks is one step, taken back as a whole")
  func oneStep() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(2_000)
    let library = test.library
    let before = try test.database.userData()
    try await library.setRating(Rating(stars: 3), for: ids)
    try await library.setReaction(.loved, for: ids)
    try await library.setNotes("n", for: ids)
    try await library.setColor("red", for: ids)
    #expect(try test.database.run("SELECT count(*) FROM undo_steps") == ["4"])
    #expect(
      try test.database.run("SELECT DISTINCT rating, reaction, notes, color FROM marks")
        == ["3|3|n|red"])
    for _ in 1...4 { #expect(try await library.undo() != nil) }
    #expect(try test.database.userData() == before)
  }

  @Test("marks that differed before are each what they were when a step on all is undone")
  func mixedMarks() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(700)
    let library = test.library
    for (index, id) in ids.enumerated() where index % 3 == 0 {
      try await library.setRating(Rating(stars: index % 5 + 1), for: [id])
    }
    try await library.setNotes("a = ' WHERE id=7", for: Array(ids[100..<600]))
    try await library.setColor("blue", for: Array(ids[50..<90]))
    let before = try test.database.userData()
    try await library.setNotes("other", for: ids)
    let after = try test.database.userData()
    for _ in 1...2 {
      _ = try await library.undo()
      #expect(try test.database.userData() == before)
      _ = try await library.redo()
      #expect(try test.database.userData() == after)
    }
  }

  @Test("entries that are marked one by one are found without going through the list for each")
  func manyEntries() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(1_500)
    let playlist = try await test.library.createPlaylist(named: "P")
    _ = try await test.library.add(ids.map { QueuedTrack($0) }, to: playlist.id)
    let query = ListQuery(.playlist(playlist.id))
    let entries = try await test.library.queuedTracks(query).compactMap(\.entry)
    let found = try await test.library.queuedTracks(
      of: entries.reversed().map { .entry($0) }, in: query)
    #expect(found.compactMap(\.entry) == entries.reversed())
  }

  @Test("the kept session is of one player as a whole, whichever wrote last")
  func sessions() async throws {
    let test = try TestLibrary()
    let (one, other) = (test.library, try Library(at: test.folder["library.db"]))
    try await one.keepSession(["queue": "A", "place": "1"], changed: ["queue", "place"], by: "a")
    try await other.keepSession(["queue": "B", "place": "2"], changed: ["queue"], by: "b")
    #expect(try await one.session("place") == "2")
    try await one.keepSession(["queue": "A", "place": "3"], changed: ["place"], by: "a")
    #expect(try await other.session("queue") == "A")
    #expect(try await other.session("place") == "3")
  }
}
