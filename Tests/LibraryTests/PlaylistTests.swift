import Library
import Music
import Testing

@Suite("Playlists and slots")
struct PlaylistTests {
  @Test("what is in a playlist is not added again, and the answer says so")
  func addsOnce() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(4)
    let list = try await test.library.createPlaylist(named: "  Peak\n ")
    #expect(list.name == "Peak")
    let first = try await test.library.add([ids[2], ids[0], ids[2]], to: list.id)
    #expect(first == Addition(playlist: "Peak", added: 2, alreadyThere: 0, target: list.id))
    let second = try await test.library.add(ids + [TrackID(999)], to: list.id)
    #expect(
      second
        == Addition(
          playlist: "Peak", added: 2, alreadyThere: 2, target: list.id,
          skipped: [QueuedTrack(ids[0]), QueuedTrack(ids[2])]))
    let third = try await test.library.add([ids[1]], to: list.id)
    #expect(
      third
        == Addition(
          playlist: "Peak", added: 0, alreadyThere: 1, title: "2", target: list.id,
          skipped: [QueuedTrack(ids[1])]))
    #expect(try await test.rows(ListQuery(.playlist(list.id))) == ["1 3", "2 1", "3 2", "4 4"])
    let kept = try #require(try await test.library.playlist(named: "PEAK"))
    #expect(kept.trackCount == 4 && kept.duration == .seconds(12))
  }

  @Test("names are unique but for case and accents, and never empty")
  func names() async throws {
    let library = try Library.inMemory()
    let list = try await library.createPlaylist(named: "Été")
    await #expect(throws: LibraryError.nameTaken("Été")) {
      _ = try await library.createPlaylist(named: "ete")
    }
    await #expect(throws: LibraryError.emptyName) {
      _ = try await library.createPlaylist(named: " \u{7F}\n")
    }
    try await library.renamePlaylist(list.id, to: "ETE")
    #expect(try await library.playlists().map(\.name) == ["ETE"])
    try await library.deletePlaylist(list.id)
    await #expect(throws: LibraryError.noSuchPlaylist) {
      try await library.renamePlaylist(list.id, to: "x")
    }
  }

  @Test("slots point at playlists, rows wear them, and an empty one adds nothing")
  func slots() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(3)
    #expect(try await test.library.add(ids, to: MixSlot.two) == nil)
    let list = try await test.library.createPlaylist(named: "Warm-up")
    try await test.library.assign(.two, to: list.id)
    try await test.library.assign(.three, to: list.id)
    #expect(try await test.library.add([ids[1]], to: MixSlot.two)?.added == 1)
    #expect(try await test.library.slots(of: ids) == [ids[1]: [.two, .three]])
    let window = try await test.library.window(ListQuery(.songs), range: 0..<9, anchor: nil)
    for case .track(let track, let slots) in window.rows {
      #expect(slots == (track.id == ids[1] ? [.two, .three] : []))
    }
    try await test.library.assign(.three, to: nil)
    let board = try await Library(at: test.folder["library.db"]).mixBoard()
    #expect(board[.two]?.name == "Warm-up" && board[.two]?.trackCount == 1)
    #expect(board[.one] == nil && board[.three] == nil)
    try await test.library.deletePlaylist(list.id)
    #expect(try await test.library.mixBoard() == MixBoard())
  }

  @Test("entries move and go, and keep their order")
  func moves() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(6)
    let list = try await test.library.createPlaylist(named: "L")
    _ = try await test.library.add(ids, to: list.id)
    let query = ListQuery(.playlist(list.id))
    let window = try await test.library.window(query, range: 0..<6, anchor: nil)
    let entries = window.rows.compactMap { row -> EntryID? in
      if case .entry(let entry) = row { entry.id } else { nil }
    }
    func order() async throws -> String {
      try await test.titles(try await test.library.trackIDs(query)).joined()
    }
    try await test.library.moveEntries([entries[4], entries[1]], of: list.id, to: 0)
    #expect(try await order() == "251346")
    try await test.library.moveEntries([entries[1]], of: list.id, to: 99)
    #expect(try await order() == "513462")
    try await test.library.removeEntries([entries[0], entries[5]])
    #expect(try await order() == "5342")
    #expect(try await test.library.undo() == "removed 2 entries")
    #expect(try await order() == "513462")
    let anchored = try await test.library.window(query, range: 0..<1, anchor: .entry(entries[5]))
    #expect(anchored.anchorIndex == 4)
  }

  @Test("a template gathers the tracks of a group under one header with its years")
  func groups() async throws {
    let test = try TestLibrary()
    for (name, album, year) in [("1", "A", "1990"), ("2", "B", "2000"), ("3", "A", "1992")] {
      test.write(
        "\(name).flac", [("TITLE", name), ("ALBUM", album), ("DATE", year), ("ARTIST", "X")])
    }
    test.write("4.flac", [("TITLE", "4")])
    try await test.scan()
    let ids = try await test.library.trackIDs(ListQuery(.songs, sort: .title))
    let list = try await test.library.createPlaylist(named: "L")
    _ = try await test.library.add(ids, to: list.id)
    try await test.library.setTemplate(try GroupTemplate("{Album} ({Date})"), of: list.id)
    let query = ListQuery(.playlist(list.id))
    #expect(
      try await test.rows(query) == [
        "# A (1990–1992) 2", "1 1", "3 3", "# B (2000) 1", "2 2", "# Unknown 1", "4 4",
      ])
    let window = try await test.library.window(query, range: 0..<1, anchor: nil)
    #expect(window.count == 7 && window.trackCount == 4)
    let header = try #require(window.rows.first?.id)
    let grouped = try await test.library.trackIDs(of: [header], in: query)
    #expect(grouped == [ids[0], ids[2]])
    #expect(try await test.rows(ListQuery(query.source, filter: "b")) == ["# B (2000) 1", "2 2"])
  }

  @Test("playlists are listed under their folders")
  func folders() async throws {
    let library = try Library.inMemory()
    let outer = try await library.createPlaylistFolder(named: "Club")
    let inner = try await library.createPlaylistFolder(named: "2024", in: outer)
    _ = try await library.createPlaylist(named: "Friday", in: inner)
    _ = try await library.createPlaylist(named: "Alone")
    func rows(_ filter: String = "") async throws -> [String] {
      try await library.window(ListQuery(.playlists, filter: filter), range: 0..<9, anchor: nil)
        .rows.map { row in
          switch row {
          case .playlist(let node): "\(node.depth) \(node.playlist.name)"
          case .playlistFolder(let folder, let depth): "\(depth) \(folder.name)/"
          default: "?"
          }
        }
    }
    #expect(try await rows() == ["0 Club/", "1 2024/", "2 Friday", "0 Alone"])
    #expect(try await rows("fri") == ["0 Club/", "1 2024/", "2 Friday"])
    try await library.deletePlaylistFolder(inner)
    #expect(try await rows() == ["0 Club/", "1 Friday", "0 Alone"])
    #expect(try await library.undo() == "deleted the folder 2024")
    #expect(try await rows() == ["0 Club/", "1 2024/", "2 Friday", "0 Alone"])
  }
}
