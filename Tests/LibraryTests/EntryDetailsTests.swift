import Library
import Music
import Testing

@Suite("Entries of a playlist")
struct EntryDetailsTests {
  /// A playlist with the tracks "1", "2", "3"...
  private func playlist(_ count: Int) async throws -> (TestLibrary, PlaylistID, [EntryID]) {
    let test = try TestLibrary()
    for number in 1...count {
      test.write("\(number).flac", seconds: 10 * number, [("TITLE", "\(number)")])
    }
    try await test.scan()
    let tracks = try await test.library.trackIDs(ListQuery(.songs, sort: .path))
    let list = try await test.library.createPlaylist(named: "Peak").id
    _ = try await test.library.add(tracks, to: list)
    let all = try await test.library.queuedTracks(ListQuery(.playlist(list)))
    return (test, list, all.compactMap(\.entry))
  }

  private func entryData(_ test: TestLibrary) throws -> [String] {
    try test.database.userData().filter { $0.hasPrefix("entries") || $0.hasPrefix("playlists") }
  }

  @Test("all that is said of several entries is one step, undone and redone")
  func details() async throws {
    let (test, list, entries) = try await playlist(4)
    let before = try entryData(test)
    var details = EntryDetails()
    details.crossfade = .set(.seconds(4))
    details.start = .set(.at(.milliseconds(1_500)))
    details.gain = .set(-2.5)
    details.notes = .set("let it ring")
    try await test.library.change([entries[1], entries[3]], details)
    let after = try entryData(test)
    let facts = try await test.library.facts(of: entries)
    #expect(facts.map(\.notes) == ["", "let it ring", "", "let it ring"])
    #expect(
      facts[3].sound
        == EntryPlayback(crossfade: .seconds(4), start: .milliseconds(1_500), gain: -2.5))
    #expect(facts[0].sound == EntryPlayback() && facts[2].sound == EntryPlayback())
    #expect(facts.allSatisfy { $0.playlist == "Peak" })
    let window = try await test.library.window(
      ListQuery(.playlist(list)), range: 0..<4, anchor: nil)
    #expect(window.notes == [entries[1]: "let it ring", entries[3]: "let it ring"])

    #expect(
      try await test.library.undo()
        == "changed the crossfade, start, gain and note of 2 entries")
    #expect(try entryData(test) == before)
    _ = try await test.library.redo()
    #expect(try entryData(test) == after)

    // Omitted details stay, and an equal value is no step.
    var gain = EntryDetails()
    gain.gain = .set(nil)
    try await test.library.change([entries[1]], gain)
    #expect(try await test.library.facts(of: [entries[1]])[0].notes == "let it ring")
    try await test.library.change([entries[1]], gain)
    #expect(try await test.library.undo() == "changed the gain of 2")
    #expect(try entryData(test) == after)
  }

  @Test("an entry begins and ends at the mix cues of its own track, where it has them")
  func cues() async throws {
    let (test, _, entries) = try await playlist(3)
    let facts = try await test.library.facts(of: entries)
    for (index, time) in [(0, 2_000), (0, 1_000), (2, 3_000)] {
      try await test.library.addCue(
        Cue(time: .milliseconds(time), kind: .mixIn), to: facts[index].track.id)
    }
    try await test.library.addCue(
      Cue(time: .seconds(8), kind: .mixOut), to: facts[0].track.id)
    var details = EntryDetails()
    details.start = .set(.cue(.mixIn))
    details.end = .set(.cue(.mixOut))
    try await test.library.change(entries, details)
    let after = try await test.library.facts(of: entries)
    #expect(after.map(\.sound.start) == [.seconds(1), nil, .seconds(3)])
    #expect(after.map(\.sound.end) == [.seconds(8), nil, nil])
    #expect(after.map(\.mixIn) == [.seconds(1), nil, .seconds(3)])
    #expect(after.map(\.mixOut) == [.seconds(8), nil, nil])
    #expect(try await test.library.undo() == "changed the start and end of 3 entries")
    #expect(try await test.library.facts(of: entries).allSatisfy { $0.sound == EntryPlayback() })
  }

  @Test("a title is given to pieces only")
  func pieces() async throws {
    let (test, _, entries) = try await playlist(2)
    try test.database.run("UPDATE entries SET title = 'Part' WHERE id = \(entries[0].rawValue)")
    var details = EntryDetails()
    details.title = .set("Opening")
    details.artist = .set("Somebody")
    try await test.library.change(entries, details)
    let facts = try await test.library.facts(of: entries)
    #expect(facts.map(\.title) == ["Opening", nil])
    #expect(facts.map(\.artist) == ["Somebody", nil])
  }

  @Test(
    "entries that are not beside each other move together, in their order",
    arguments: [
      ([1, 4], EntryPosition.by(1), "1 3 2 5 4 6 7 8"), ([1, 4], .by(-1), "2 5 1 3 4 6 7 8"),
      ([0, 3], .by(-1), "1 4 2 3 5 6 7 8"), ([6, 7], .by(1), "1 2 3 4 5 6 7 8"),
      ([2, 5, 6], .top, "3 6 7 1 2 4 5 8"), ([0, 4], .bottom, "2 3 4 6 7 8 1 5"),
    ])
  func moves(marked: [Int], position: EntryPosition, titles: String) async throws {
    let (test, list, entries) = try await playlist(8)
    let before = try entryData(test)
    // The order of the arguments means nothing.
    try await test.library.moveEntries(marked.reversed().map { entries[$0] }, of: list, position)
    func shown() async throws -> String {
      try await test.titles(try await test.library.trackIDs(ListQuery(.playlist(list))))
        .joined(separator: " ")
    }
    #expect(try await shown() == titles)
    guard try entryData(test) != before else { return }
    #expect(try await test.library.undo() == "moved \(marked.count) entries in Peak")
    #expect(try entryData(test) == before)
    _ = try await test.library.redo()
    #expect(try await shown() == titles)
  }

  @Test("entries are put before and after others, marked ones too")
  func besides() async throws {
    let (test, list, entries) = try await playlist(5)
    func move(_ marked: [Int], _ position: EntryPosition) async throws -> String {
      try await test.library.moveEntries(marked.map { entries[$0] }, of: list, position)
      let shown = try await test.titles(
        try await test.library.trackIDs(ListQuery(.playlist(list))))
      // A move that changes nothing is no step.
      if shown != ["1", "2", "3", "4", "5"] {
        #expect(try await test.library.undo()?.hasPrefix("moved") == true)
      }
      return shown.joined()
    }
    #expect(try await move([0], .after(entries[2])) == "23145")
    #expect(try await move([4], .before(entries[1])) == "15234")
    #expect(try await move([0, 3], .after(entries[4])) == "23514")
    #expect(try await move([0, 3], .before(entries[3])) == "23145")
    #expect(try await move([1, 2, 3], .after(entries[2])) == "12345")
    #expect(try await move([1], .after(EntryID(99_999))) == "13452")
  }

  @Test("the same track is added twice on purpose, as one step that says so")
  func again() async throws {
    let (test, list, _) = try await playlist(3)
    let tracks = try await test.library.trackIDs(ListQuery(.songs, sort: .path))
    test.write("4.flac", [("TITLE", "4")])
    try await test.scan()
    let four = try #require(try await test.library.track(at: test.folder["music/4.flac"])).id
    let queued = (tracks[..<2] + [four]).map { QueuedTrack($0) }
    let addition = try await test.library.add(queued, to: list)
    #expect(addition.added == 1 && addition.alreadyThere == 2 && addition.target == list)
    #expect(addition.skipped == [QueuedTrack(tracks[0]), QueuedTrack(tracks[1])])
    let before = try entryData(test)
    let again = try await test.library.addAgain(addition.skipped, to: list)
    #expect(again.added == 2 && again.alreadyThere == 0 && again.skipped.isEmpty)
    #expect(
      try await test.library.trackIDs(ListQuery(.playlist(list)))
        == tracks + [four, tracks[0], tracks[1]])
    #expect(try await test.library.undo() == "added 2 tracks to Peak again")
    #expect(try entryData(test) == before)
  }
}
