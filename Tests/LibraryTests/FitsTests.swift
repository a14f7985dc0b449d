import Library
import Music
import Testing

@Suite("What mixes well")
struct FitsTests {
  private func library(_ tracks: [(name: String, bpm: String, key: String)]) async throws
    -> (TestLibrary, [TrackID])
  {
    let test = try TestLibrary()
    for track in tracks {
      test.write(
        "\(track.name).flac",
        [("TITLE", track.name), ("BPM", track.bpm), ("INITIALKEY", track.key)]
          .filter { !$0.1.isEmpty })
    }
    try await test.scan()
    return (test, try await test.library.trackIDs(ListQuery(.songs, sort: .title)))
  }

  private static let crate = [
    ("a from", "124", "8A"), ("b same", "124", "8A"), ("c neighbour", "126", "9A"),
    ("d half", "62", "8B"), ("e far", "150", "8A"), ("f fights", "124", "2B"),
    ("g boost", "125", "10A"), ("h tempo only", "124.5", ""), ("i nothing", "", ""),
  ]

  @Test("the library is ranked by how well it mixes, with what cannot be mixed left out")
  func ranking() async throws {
    let (test, ids) = try await library(Self.crate)
    let list = try #require(try await test.library.fits(for: ids[0]))
    #expect(list.from.title == "a from")
    #expect(
      list.fits.map(\.track.title) == [
        "b same", "c neighbour", "d half", "g boost", "h tempo only",
      ])
    #expect(list.count == 5)
    #expect(list.fits[1].fit.reasons() == ["-1.6 %", "8A to 9A"])
    #expect(try await test.library.fits(for: ids[0], limit: 2)?.fits.count == 2)
    let narrow = try await test.library.fits(for: ids[0], rules: MixRules(pitchRange: 0.01))
    #expect(narrow?.fits.map(\.track.title).contains("c neighbour") == false)
  }

  @Test("what is in a slot is left out, what is loved comes first")
  func slotsAndLove() async throws {
    let (test, ids) = try await library(Self.crate)
    let list = try await test.library.createPlaylist(named: "Peak").id
    try await test.library.assign(.two, to: list)
    _ = try await test.library.add([ids[1]], to: list)
    try await test.library.setReaction(.loved, for: [ids[6]])
    let fits = try #require(try await test.library.fits(for: ids[0]))
    #expect(
      fits.fits.map(\.track.title) == ["c neighbour", "g boost", "d half", "h tempo only"])
    try await test.library.assign(.two, to: nil)
    #expect(try await test.library.fits(for: ids[0])?.fits.first?.track.title == "b same")
  }

  @Test("a track of which nothing is known, or that is gone, has no fits")
  func unknown() async throws {
    let (test, ids) = try await library(Self.crate)
    #expect(try await test.library.fits(for: ids[8])?.fits.isEmpty == true)
    #expect(try await test.library.fits(for: TrackID(9_999)) == nil)
  }

  @Test("an order is proposed, and taken as one step that is undone")
  func arranging() async throws {
    let (test, ids) = try await library([
      ("a", "120", "8A"), ("b", "132", "8A"), ("c", "122", "8A"), ("d", "130", "9A"),
      ("e", "125", "9A"),
    ])
    let list = try await test.library.createPlaylist(named: "Peak").id
    _ = try await test.library.add(ids, to: list)
    func titles() async throws -> [String] { try await test.rows(ListQuery(.playlist(list))) }
    let before = try await titles()
    let proposed = try await test.library.arrangement(of: list)
    #expect(proposed.name == "Peak")
    #expect(proposed.arranged.map(\.track.title) == ["a", "c", "e", "d", "b"])
    #expect(try await titles() == before)
    try await test.library.arrange(proposed.arranged.map(\.id), of: list)
    #expect(try await titles() == ["1 a", "2 c", "3 e", "4 d", "5 b"])
    #expect(try await test.library.undo() == "arranged Peak")
    #expect(try await titles() == before)
    #expect(try await test.library.redo() == "arranged Peak")
    #expect(try await test.library.arrangement(of: list).isChanged == false)
  }

  @Test("entries that came or went while an order was looked at are kept or left out")
  func changedMeanwhile() async throws {
    let (test, ids) = try await library([
      ("a", "120", "8A"), ("b", "130", "8A"), ("c", "121", "8A"), ("d", "125", "8A"),
    ])
    let list = try await test.library.createPlaylist(named: "Peak").id
    _ = try await test.library.add(Array(ids.prefix(3)), to: list)
    let proposed = try await test.library.arrangement(of: list)
    _ = try await test.library.add([ids[3]], to: list)
    try await test.library.removeEntries([proposed.entries[1].id])
    try await test.library.arrange(proposed.arranged.map(\.id), of: list)
    #expect(try await test.rows(ListQuery(.playlist(list))) == ["1 a", "2 c", "3 d"])
  }

  @Test("a smart playlist has no order of its own")
  func smart() async throws {
    let (test, _) = try await library(Self.crate)
    let smart = try await test.library.createSmartPlaylist(
      PlaylistDetails(name: "All"), SmartQuery("bpm:>1"))
    await #expect(throws: LibraryError.smart("All")) {
      _ = try await test.library.arrangement(of: smart.id)
    }
  }
}
