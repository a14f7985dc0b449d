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

  @Test(
    "undoing all of any edits gives the first state byte for byte, redoing all the last",
    arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func anyEdits(seed: UInt64) async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(12)
    _ = try await test.library.createPlaylist(named: "it's \"quoted\"")
    var states = [try test.database.userData()]
    var edits = RandomEdits(library: test.library, tracks: ids, seed: seed)
    for _ in 0..<60 {
      let before = try #require(states.last)
      try await edits.next()
      let after = try test.database.userData()
      if after != before { states.append(after) }
    }
    let steps = states.count - 1
    #expect(steps > 20)
    for state in states.dropLast().reversed() {
      #expect(try await test.library.undo() != nil)
      #expect(try test.database.userData() == state)
    }
    for state in states.dropFirst() {
      #expect(try await test.library.redo() != nil)
      #expect(try test.database.userData() == state)
    }
    #expect(try await test.library.redo() == nil)
    #expect(try await test.library.check() == [])
  }
}

/// Edits of every kind, chosen by a seed.
private struct RandomEdits {
  let library: Library
  let tracks: [TrackID]
  var random: SeededGenerator

  init(library: Library, tracks: [TrackID], seed: UInt64) {
    self.library = library
    self.tracks = tracks
    random = SeededGenerator(seed: seed)
  }

  mutating func next() async throws {
    let some = tracks.filter { _ in Bool.random(using: &random) }
    let word = "n\(UInt16.random(in: 0..<1_000, using: &random)) 'ü\u{1F3B5}"
    let lists = try await library.playlists()
    guard let list = lists.randomElement(using: &random) else {
      _ = try await library.createPlaylist(named: word)
      return
    }
    let window = try await library.window(
      ListQuery(.playlist(list.id)), range: 0..<100, anchor: nil)
    let entries = window.rows.compactMap { row -> EntryID? in
      guard case .entry(let id, _, _, _, _) = row else { return nil }
      return Bool.random(using: &random) ? id : nil
    }
    let slot = MixSlot.allCases.randomElement(using: &random) ?? .one
    do {
      switch Int.random(in: 0..<17, using: &random) {
      case 0: _ = try await library.createPlaylist(named: word)
      case 1: try await library.renamePlaylist(list.id, to: word)
      case 2: try await library.deletePlaylist(list.id)
      case 3, 4: _ = try await library.add(some, to: list.id)
      case 5: try await library.removeEntries(entries)
      case 6: try await library.moveEntries(entries, of: list.id, to: some.count)
      case 7: try await library.assign(slot, to: Bool.random(using: &random) ? list.id : nil)
      case 8: _ = try await library.add(some, to: slot)
      case 9:
        try await library.setRating(Rating(stars: .random(in: 0...5, using: &random)), for: some)
      case 10:
        let reaction = Reaction.allCases.randomElement(using: &random) ?? .none
        try await library.setReaction(reaction, for: some)
      case 11: try await library.setNotes(word, for: some)
      case 12:
        try await library.setTargetBPM(.random(in: 60...180, using: &random), of: list.id)
      case 13:
        let folder = try await library.createPlaylistFolder(named: word)
        try await library.movePlaylist(list.id, to: folder)
        // Two steps; only states between whole edits are compared.
        _ = try await library.undo()
      case 14:
        let gain = Bool.random(using: &random) ? Double.random(in: -24...12, using: &random) : nil
        try await library.change(entries, .gain(gain))
      case 15:
        let time = Duration.milliseconds(Int.random(in: 0...90_000, using: &random))
        let change: EntryChange? = [.crossfade(time), .start(time), .end(time), .start(nil)]
          .randomElement(using: &random)
        if let change { try await library.change(entries, change) }
      default: try await library.setTemplate(try GroupTemplate("{Album}"), of: list.id)
      }
    } catch LibraryError.nameTaken {
      // Chance chose a name twice: a refused edit must leave no trace.
    }
  }
}
