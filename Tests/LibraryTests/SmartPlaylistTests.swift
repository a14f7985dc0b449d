import Library
import Music
import Testing

@Suite("Smart playlists")
struct SmartPlaylistTests {
  /// Tracks 1 to 6, of the years 2001 to 2006, 1 to 6 seconds long.
  private func make() async throws -> (TestLibrary, [TrackID]) {
    let test = try TestLibrary()
    for number in 1...6 {
      test.write(
        "\(number).flac", seconds: number,
        [("TITLE", "\(number)"), ("DATE", "200\(number)"), ("ALBUM", number < 4 ? "A" : "B")])
    }
    try await test.scan()
    return (test, try await test.library.trackIDs(ListQuery(.songs, sort: .title)))
  }

  private func smart(_ test: TestLibrary, _ name: String, _ query: SmartQuery) async throws
    -> PlaylistID
  {
    try await test.library.createSmartPlaylist(PlaylistDetails(name: name), query).id
  }

  @Test("it holds what its query finds, in its order and no more than its limit, and follows")
  func holds() async throws {
    let (test, ids) = try await make()
    let id = try await smart(
      test, "Late", SmartQuery("year:>=2002", sort: .year, isDescending: true, limit: 3))
    let query = ListQuery(.playlist(id))
    #expect(try await test.rows(query) == ["6", "5", "4"])
    let window = try await test.library.window(query, range: 0..<9, anchor: nil)
    #expect(window.trackCount == 3 && window.duration == .seconds(15))
    #expect(window.playlist?.smart?.limit == 3)
    #expect(try await test.rows(ListQuery(.playlist(id), filter: "album:a")) == [])
    #expect(try await test.rows(ListQuery(.playlist(id), filter: "5")) == ["5"])
    #expect(
      try await test.library.queuedTracks(query)
        == [ids[5], ids[4], ids[3]].map {
          QueuedTrack($0)
        })
    let whole = try await test.library.trackIDs(
      of: [.playlist(id)], in: ListQuery(.playlists))
    #expect(whole == [ids[5], ids[4], ids[3]])

    let rated = try await smart(test, "Good", SmartQuery("rating:>=4", sort: .title))
    #expect(try await test.rows(ListQuery(.playlist(rated))) == [])
    try await test.library.setRating(Rating(stars: 5), for: [ids[1], ids[0]])
    #expect(try await test.rows(ListQuery(.playlist(rated))) == ["1", "2"])
    _ = try await test.library.undo()
    #expect(try await test.rows(ListQuery(.playlist(rated))) == [])
  }

  @Test("its count comes without being waited for, once for each change")
  func counts() async throws {
    let (test, ids) = try await make()
    let id = try await smart(test, "Good", SmartQuery("rating:5"))
    let limited = try await smart(test, "Two", SmartQuery("", sort: .title, limit: 2))
    func counted() async throws -> [Playlist] {
      try await test.library.window(ListQuery(.playlists), range: 0..<9, anchor: nil).rows
        .compactMap { if case .playlist(let node) = $0 { node.playlist } else { nil } }
    }
    func wait(_ holds: ([Playlist]) -> Bool) async throws -> Bool {
      for _ in 0..<600 {
        if holds(try await counted()) { return true }
        try await Task.sleep(for: .milliseconds(50))
      }
      return false
    }
    #expect(try await wait { $0.allSatisfy(\.isCounted) })
    let first = try await counted()
    #expect(first.map(\.id) == [id, limited])
    #expect(first.map(\.trackCount) == [0, 2])
    #expect(first[1].duration == .seconds(3))
    try await test.library.setRating(Rating(stars: 5), for: [ids[5]])
    #expect(try await wait { $0.first?.trackCount == 1 && $0.first?.duration == .seconds(6) })
    let all = try await test.library.countedPlaylists()
    #expect(all.map(\.trackCount) == [1, 2] && all.allSatisfy(\.isCounted))
  }

  @Test("each edit of it is one step")
  func steps() async throws {
    let (test, _) = try await make()
    let library = test.library
    let empty = try test.database.userData()
    let details = PlaylistDetails(name: "S", notes: "n", color: "red", targetBPM: 120)
    let made = try await library.createSmartPlaylist(details, SmartQuery("album:a", sort: .title))
    #expect(made.details == details && made.smart == SmartQuery("album:a", sort: .title))
    let first = try test.database.userData()
    let changed = PlaylistDetails(name: "T")
    let query = SmartQuery("album:b", sort: .year, isDescending: true, limit: 2)
    try await library.changeSmartPlaylist(made.id, changed, query)
    let second = try test.database.userData()
    // An edit without a change is no step.
    try await library.changeSmartPlaylist(made.id, changed, query)
    let frozen = try await library.freeze(made.id)
    #expect(frozen.name == "T frozen" && frozen.smart == nil && frozen.trackCount == 2)
    #expect(try await test.rows(ListQuery(.playlist(frozen.id))) == ["1 6", "2 5"])
    #expect(try await library.freeze(made.id, as: "Kept").name == "Kept")
    let copy = try await library.duplicatePlaylist(made.id)
    #expect(copy.smart == query)
    let merged = try await library.merge([made.id, frozen.id], intoNew: "M", in: nil)
    #expect(merged.added == 2 && merged.doubles == 2)
    let last = try test.database.userData()
    for step in ["merged 2 playlists into M", "copied to T copy", "froze into Kept"] {
      #expect(try await library.undo() == step)
    }
    #expect(try await library.undo() == "froze into T frozen")
    #expect(try test.database.userData() == second)
    #expect(try await library.undo() == "changed S")
    #expect(try test.database.userData() == first)
    #expect(try await library.undo() == "made the smart playlist S")
    #expect(try test.database.userData() == empty)
    while try await library.redo() != nil {}
    #expect(try test.database.userData() == last)
  }

  @Test("nothing is put into one by hand, and no slot takes it")
  func refuses() async throws {
    let (test, ids) = try await make()
    let id = try await smart(test, "S", SmartQuery(""))
    let plain = try await test.library.createPlaylist(named: "P")
    await #expect(throws: LibraryError.smart("S")) {
      _ = try await test.library.add(ids, to: id)
    }
    await #expect(throws: LibraryError.smart("S")) { try await test.library.assign(.one, to: id) }
    await #expect(throws: LibraryError.smart("S")) {
      _ = try await test.library.fill(.one, into: id, with: [])
    }
    await #expect(throws: LibraryError.smart("S")) {
      _ = try await test.library.merge([plain.id], into: id)
    }
    await #expect(throws: LibraryError.notSmart("P")) {
      _ = try await test.library.freeze(plain.id)
    }
    await #expect(throws: LibraryError.notSmart("P")) {
      try await test.library.changeSmartPlaylist(plain.id, plain.details, SmartQuery(""))
    }
    await #expect(throws: LibraryError.nameTaken("P")) {
      _ = try await smart(test, "p", SmartQuery(""))
    }
    await #expect {
      _ = try await smart(test, "Q", SmartQuery("house artst:x"))
    } throws: {
      if case LibraryError.query(let column, _) = $0 { column == 7 } else { false }
    }
  }

  @Test("queries ask for smart playlists by name, inside each other too")
  func nested() async throws {
    let (test, ids) = try await make()
    _ = try await smart(test, "A", SmartQuery("album:a"))
    _ = try await smart(test, "Top", SmartQuery("in:A", sort: .year, isDescending: true, limit: 2))
    let plain = try await test.library.createPlaylist(named: "Plain")
    _ = try await test.library.add([ids[0], ids[2]], to: plain.id)
    func found(_ filter: String) async throws -> String {
      try await test.rows(ListQuery(.songs, filter: filter, sort: .title)).joined()
    }
    #expect(try await found("in:a") == "123")
    #expect(try await found("in:top") == "23")
    #expect(try await found("-in:top year:<2005") == "14")
    #expect(try await found("in:top in:plain") == "3")
    let both = try await smart(test, "Both", SmartQuery("in:top OR in:plain", sort: .title))
    #expect(try await test.rows(ListQuery(.playlist(both))) == ["1", "2", "3"])
  }

  @Test("smart playlists that would ask for each other are refused, and the cycle is named")
  func cycles() async throws {
    let (test, _) = try await make()
    let library = test.library
    await #expect(throws: LibraryError.cycle(["Own", "Own"])) {
      _ = try await smart(test, "Own", SmartQuery("in:own"))
    }
    let a = try await smart(test, "A", SmartQuery("in:B OR album:a"))
    _ = try await smart(test, "B", SmartQuery("-in:C"))
    let before = try test.database.userData()
    await #expect(throws: LibraryError.cycle(["A", "B", "C", "A"])) {
      _ = try await smart(test, "C", SmartQuery("in:A"))
    }
    let d = try await smart(test, "D", SmartQuery("in:A"))
    await #expect(throws: LibraryError.cycle(["A", "B", "C", "A"])) {
      try await library.renamePlaylist(d, to: "C")
    }
    _ = try await library.undo()
    #expect(try test.database.userData() == before)
    // A cycle written by another program ends in the same error, never in a loop.
    try test.database.run("UPDATE playlists SET query = 'in:A' WHERE name = 'B'")
    let other = try Library(at: test.folder["library.db"])
    await #expect(throws: LibraryError.cycle(["A", "B", "A"])) {
      _ = try await other.window(ListQuery(.playlist(a)), range: 0..<9, anchor: nil)
    }
    await #expect(throws: LibraryError.cycle(["A", "B", "A"])) {
      _ = try await other.window(ListQuery(.songs, filter: "in:a"), range: 0..<9, anchor: nil)
    }
    let list = try await other.window(ListQuery(.playlists), range: 0..<9, anchor: nil)
    #expect(list.count == 2)
  }
}
