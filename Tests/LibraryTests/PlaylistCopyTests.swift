import Library
import Music
import Testing

@Suite("Playlists made of others")
struct PlaylistCopyTests {
  private func entries(_ library: Library, _ id: PlaylistID) async throws -> [EntryID] {
    try await library.window(ListQuery(.playlist(id)), range: 0..<99, anchor: nil).rows
      .compactMap { if case .entry(let entry) = $0 { entry.id } else { nil } }
  }

  private func titles(_ test: TestLibrary, _ id: PlaylistID) async throws -> String {
    try await test.titles(try await test.library.trackIDs(ListQuery(.playlist(id)))).joined()
  }

  @Test("a copy has another name and everything else of its playlist, in one step")
  func duplicates() async throws {
    let test = try TestLibrary()
    let library = test.library
    let ids = try await test.withTracks(3)
    let folder = try await library.createPlaylistFolder(named: "Club")
    let list = try await library.createPlaylist(
      named: "Peak", in: folder, template: try GroupTemplate("{Album}"))
    try await library.change(
      list.id, PlaylistDetails(name: "Peak", notes: "loud", color: "red", targetBPM: 128))
    _ = try await library.add([ids[2], ids[0]], to: list.id)
    try await library.change([try await entries(library, list.id)[1]], .gain(-3))
    let before = try test.database.userData()

    let copy = try await library.duplicatePlaylist(list.id)
    #expect(copy.name == "Peak copy" && copy.folder == folder && copy.notes == "loud")
    #expect(copy.color == "red" && copy.targetBPM == 128 && copy.template.source == "{Album}")
    #expect(copy.trackCount == 2)
    let rows = try await library.window(ListQuery(.playlist(copy.id)), range: 0..<9, anchor: nil)
      .rows
    let gains = rows.compactMap { row -> Double?? in
      if case .entry(let entry) = row { entry.sound.gain } else { nil }
    }
    #expect(gains == [nil, -3])
    #expect(try await library.duplicatePlaylist(list.id).name == "Peak copy 2")
    #expect(try await library.undo() == "copied to Peak copy 2")
    #expect(try await library.undo() == "copied to Peak copy")
    #expect(try test.database.userData() == before)
    #expect(try await library.redo() == "copied to Peak copy")
    #expect(try await library.playlist(copy.id) == copy)
  }

  @Test("merging leaves out doubles, but for a track that one playlist has twice on purpose")
  func merges() async throws {
    let test = try TestLibrary()
    let library = test.library
    let ids = try await test.withTracks(4)
    let (a, b) = (
      try await library.createPlaylist(named: "A").id,
      try await library.createPlaylist(named: "B").id
    )
    _ = try await library.add([ids[0], ids[1]], to: a)
    _ = try await library.add([ids[1], ids[2]], to: b)
    // A track is put into a playlist twice by SQL.
    let twice = try await library.createPlaylist(named: "Twice").id
    _ = try await library.add([ids[1]], to: twice)
    try test.database.run(
      "INSERT INTO entries (playlist, track, position) VALUES (\(twice.rawValue), "
        + "\(ids[1].rawValue), 900000)")
    let before = try test.database.userData()

    let merge = try await library.merge([a, b, twice], intoNew: "All", in: nil)
    #expect(merge.sources == 3 && merge.added == 4 && merge.doubles == 2)
    #expect(try await titles(test, merge.playlist.id) == "1232")
    #expect(try await titles(test, a) == "12")
    #expect(try await titles(test, b) == "23")
    let after = try test.database.userData()
    #expect(try await library.undo() == "merged 3 playlists into All")
    #expect(try test.database.userData() == before)
    #expect(try await library.redo() == "merged 3 playlists into All")
    #expect(try test.database.userData() == after)

    let into = try await library.merge([a, b], into: a)
    #expect(into.sources == 1 && into.added == 1 && into.doubles == 1)
    #expect(try await titles(test, a) == "123")
    #expect(try await library.undo() == "merged 1 playlist into A")
    await #expect(throws: LibraryError.nameTaken("B")) {
      _ = try await library.merge([a, b], intoNew: "b", in: nil)
    }
  }

  @Test("a playlist and a slot are made and filled in one step")
  func fills() async throws {
    let test = try TestLibrary()
    let library = test.library
    let ids = try await test.withTracks(3)
    let queued = ids.map { QueuedTrack($0) }
    let before = try test.database.userData()
    let made = try await library.createPlaylist(named: "New", with: queued)
    #expect(made.playlist == "New" && made.added == 3 && made.alreadyThere == 0)
    #expect(made.target != nil && made.skipped.isEmpty)
    #expect(try await library.undo() == "created New with 3 tracks")
    #expect(try test.database.userData() == before)
    let filled = try await library.fill(.two, intoNew: "Mix", with: [queued[0]])
    #expect(filled.added == 1 && filled.title == "1")
    #expect(try await library.mixBoard()[.two]?.trackCount == 1)
    #expect(try await library.undo() == "set mix 2 to Mix, added 1 to Mix")
    #expect(try test.database.userData() == before)
    await #expect(throws: LibraryError.noSuchFolder) {
      _ = try await library.createPlaylist(named: "X", in: PlaylistFolderID(99))
    }
  }

  @Test("an empty slot gets a new playlist with a free name, in one step")
  func freeMixName() async throws {
    let test = try TestLibrary()
    let library = test.library
    let queued = try await test.withTracks(3).map { QueuedTrack($0) }
    let nothing = try await library.addOrFill(.one, with: [])
    #expect(nothing.added == 0 && !nothing.isNew)
    let before = try test.database.userData()
    let first = try await library.addOrFill(.one, with: [queued[0]])
    #expect(first.playlist == "Mix 1" && first.isNew && first.added == 1)
    let second = try await library.addOrFill(.one, with: queued)
    #expect(second.playlist == "Mix 1" && !second.isNew && second.added == 2)
    try await library.assign(.one, to: nil)
    let other = try await library.addOrFill(.one, with: [queued[1]])
    #expect(other.playlist == "Mix 4" && other.isNew)
    #expect(try await library.undo() == "set mix 1 to Mix 4, added 2 to Mix 4")
    for _ in 0..<3 { _ = try await library.undo() }
    #expect(try test.database.userData() == before)
  }
}
