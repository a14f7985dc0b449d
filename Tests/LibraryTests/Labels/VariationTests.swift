import Library
import Music
import Testing

@Suite("Variations")
struct VariationTests {
  private static let groups = """
    SELECT track, primary_track FROM labels WHERE primary_track IS NOT NULL ORDER BY track
    """

  @Test("variations are gathered under one, another is made that one, and each can leave")
  func edits() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(5)
    let library = test.library
    #expect(try await library.gatherVariations([ids[1], ids[2], ids[0]], under: ids[0]) == 3)
    #expect(
      try await library.tracks(ids).map(\.variation) == [
        .primary(count: 3), .variation(of: ids[0]), .variation(of: ids[0]), nil, nil,
      ])
    try await library.makePrimary(ids[2])
    #expect(try await library.variations(of: ids[1]) == [ids[2], ids[0], ids[1]])
    // A group that joins brings all of its variations.
    #expect(try await library.gatherVariations([ids[2]], under: ids[4]) == 4)
    #expect(try await library.separateVariations([ids[4], ids[3]]) == 1)
    #expect(try await library.variations(of: ids[4]) == [ids[4]])
    #expect(try await library.variations(of: ids[2]) == [ids[0], ids[1], ids[2]])
    await #expect(throws: LibraryError.label(.tooFewVariations)) {
      try await library.gatherVariations([ids[3]], under: ids[3])
    }
    for _ in 1...4 { #expect(try await library.undo() != nil) }
    #expect(try test.database.run(Self.groups) == [])
    for _ in 1...4 { #expect(try await library.redo() != nil) }
    #expect(try await library.variations(of: ids[2]) == [ids[0], ids[1], ids[2]])
  }

  @Test("groups that are gathered together are one step, without what has left the library")
  func groups() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(7)
    let library = test.library
    let groups = [
      [ids[0], ids[1]], [ids[3], ids[2], ids[4]], [ids[5], TrackID(999)], [TrackID(998), ids[6]],
    ]
    #expect(try await library.gatherVariations(groups) == 2)
    #expect(try test.database.run("SELECT count(*) FROM undo_steps") == ["1"])
    #expect(
      try await library.tracks(ids).map(\.variation) == [
        .primary(count: 2), .variation(of: ids[0]), .variation(of: ids[3]), .primary(count: 3),
        .variation(of: ids[3]), nil, nil,
      ])
    #expect(try await library.undo() == "made variations of 2 tracks")
    #expect(try test.database.run(Self.groups) == [])
    await #expect(throws: LibraryError.label(.tooFewVariations)) {
      try await library.gatherVariations([[ids[5], ids[5]], []])
    }
    #expect(try await library.check() == [])
  }

  @Test("the oldest variation takes the place of a primary one that leaves the library")
  func deletion() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(4)
    let library = test.library
    try await library.gatherVariations([ids[0], ids[1], ids[3]], under: ids[2])
    let before = try test.database.run(Self.groups)
    try test.folder.remove("music/3.flac")
    try await test.scan()
    #expect(try await library.forgetMissing().count == 1)
    #expect(try await library.variations(of: ids[3]) == [ids[0], ids[1], ids[3]])
    #expect(try await library.tracks([ids[0]])[0].variation == .primary(count: 3))
    #expect(try await library.undo() != nil)
    #expect(try test.database.run(Self.groups) == before)
    #expect(try await library.redo() != nil)
    for (number, id) in [(1, ids[0]), (2, ids[1])] {
      try test.folder.remove("music/\(number).flac")
      try await test.scan()
      #expect(try await library.forgetMissing([id]).count == 1)
    }
    // One alone is no variation.
    #expect(try await library.tracks([ids[3]])[0].variation == nil)
    #expect(try test.database.run("SELECT count(*) FROM labels") == ["0"])
    #expect(try await library.check() == [])
  }

  @Test("a removed folder leaves no variation without a primary one, and comes back with all")
  func removedRoot() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(4)
    try await test.library.gatherVariations([ids[0], ids[1], ids[3]], under: ids[2])
    let before = try test.database.run(Self.groups)
    _ = try await test.library.removeRoot(test.music)
    #expect(try test.database.run("SELECT count(*) FROM labels") == ["0"])
    #expect(try await test.library.undo() != nil)
    #expect(try test.database.run(Self.groups) == before)
    #expect(try await test.library.check() == [])
  }

  @Test("equal titles in one folder and equal audio are proposed, groups that exist are not")
  func proposals() async throws {
    let test = try TestLibrary()
    for (index, title) in ["Song", "Song (Live)", "Other", "song"].enumerated() {
      test.write("\(index).flac", [("TITLE", title)])
    }
    test.write("elsewhere/9.flac", [("TITLE", "Song")])
    test.folder.write("music/x/a.wav", WaveTrack.bytes(5, title: "A", seconds: 0.05))
    test.folder.write("music/y/b.wav", WaveTrack.bytes(5, title: "B", seconds: 0.05))
    try await test.scan()
    let library = test.library
    // As titles are compared without a live version.
    let title: @Sendable (String) -> String = {
      SortKey.folded($0).replacing(" (live)", with: "")
    }
    let all = try await library.trackIDs(ListQuery(.songs, sort: .path))
    let paths = try await library.tracks(all).reduce(into: [String: TrackID]()) {
      $0[$1.source.stem] = $1.id
    }
    func ids(_ stems: String...) -> [TrackID] { stems.compactMap { paths[$0] } }
    let found = try await library.proposedVariations(title: title)
    #expect(found.map(\.reason) == [.sameAudio, .sameTitle("song")])
    #expect(found.map { Set($0.tracks) } == [Set(ids("a", "b")), Set(ids("0", "1", "3"))])
    // The best rated one is to be the primary one.
    try await library.setRating(Rating(stars: 4), for: ids("3"))
    let some = try await library.proposedVariations(among: ids("0", "3", "9"), title: title)
    #expect(some.map(\.tracks) == [ids("3", "0")])
    try await library.gatherVariations(ids("1", "3"), under: paths["0"]!)  // because it was found
    #expect(try await library.proposedVariations(title: title).map(\.reason) == [.sameAudio])
    #expect(try await library.proposedVariations(title: { _ in "" }).count == 1)
  }

  /// A library with the same audio twice in a folder and once beside it, and equal titles.
  private func overlapping() async throws -> (TestLibrary, [String: TrackID]) {
    let test = try TestLibrary()
    for (path, title, number) in [
      ("x/a", "Song", 5), ("x/b", "Song", 5), ("y/c", "Song", 5), ("y/d", "Other", 6),
    ] {
      test.folder.write("music/\(path).wav", WaveTrack.bytes(number, title: title, seconds: 0.05))
    }
    for (path, title) in [("x/e", "Song demo"), ("z/f", "Solo"), ("z/g", "Solo"), ("z/h", "Part")] {
      test.write("\(path).flac", [("TITLE", title)])
    }
    try await test.scan()
    let all = try await test.library.trackIDs(ListQuery(.songs, sort: .path))
    let tracks = try await test.library.tracks(all)
    return (test, Dictionary(uniqueKeysWithValues: tracks.map { ($0.source.stem, $0.id) }))
  }

  private static let withoutDemo: @Sendable (String) -> String = { $0.replacing(" demo", with: "") }

  @Test("proposals that share a track, or variations of one group, are one")
  func overlaps() async throws {
    let (test, ids) = try await overlapping()
    let library = test.library
    func id(_ stem: String) throws -> TrackID { try #require(ids[stem]) }
    func found(_ stems: String...) async throws -> [VariationProposal] {
      let among = stems.isEmpty ? nil : try stems.map(id)
      return try await library.proposedVariations(among: among, title: Self.withoutDemo)
    }
    let all = try await found()
    #expect(all.map(\.reason) == [.several, .sameTitle("Solo")])
    #expect(Set(all[0].tracks) == Set(try ["a", "b", "c", "e"].map(id)))
    // What says so of all tracks is the reason of all.
    #expect(try await found("a", "b", "e").map(\.reason) == [.sameTitle("Song")])
    #expect(try await found("a", "c").map(\.reason) == [.sameAudio])
    // The primary one of a group comes along with its variations.
    try await library.gatherVariations([id("c"), id("f")], under: id("h"))
    let joined = try await found()
    #expect(joined.map(\.reason) == [.several])
    #expect(Set(joined[0].tracks) == Set(try ["a", "b", "c", "e", "f", "g", "h"].map(id)))
    let primary = try #require(joined[0].tracks.first)
    #expect(try primary != id("c") && primary != id("f"))
    #expect(try await library.gatherVariations(joined.map(\.tracks)) == 1)
    #expect(try await library.variations(of: id("c")).count == 7)
    #expect(try await found() == [])
  }

  @Test("the copy that is known best is to stand for all: by stars, reaction, then plays")
  func bestKnown() async throws {
    let (test, ids) = try await overlapping()
    let library = test.library
    func first() async throws -> TrackID? {
      try await library.proposedVariations(title: Self.withoutDemo).first?.tracks.first
    }
    func id(_ stem: String) throws -> TrackID { try #require(ids[stem]) }
    let oldest = try ["a", "b", "c", "e"].map(id).map(\.rawValue).min()
    #expect(try await first()?.rawValue == oldest)
    for stem in ["b", "c"] {
      for _ in 1...(stem == "b" ? 2 : 1) {
        try await library.recordPlay(of: id(stem), at: 100)
      }
    }
    #expect(try await first() == id("b"))
    try await library.setReaction(.liked, for: [id("c")])
    #expect(try await first() == id("c"))
    try await library.setRating(Rating(stars: 1), for: [id("e")])
    #expect(try await first() == id("e"))
    // A variation that was put behind another one stays there.
    try await library.gatherVariations([id("e")], under: id("d"))
    #expect(try await first() == id("c"))
  }

  @Test("folded lists show the primary ones, and opened ones with their variations behind them")
  func folded() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(6)
    try await test.library.gatherVariations([ids[1], ids[4]], under: ids[3])
    var query = ListQuery(.songs, sort: .title, variations: .folded(open: []))
    #expect(try await test.rows(query) == ["1", "3", "4", "6"])
    query.variations = .folded(open: [ids[3]])
    #expect(try await test.rows(query) == ["1", "3", "4", "2", "5", "6"])
    query.isDescending = true
    #expect(try await test.rows(query) == ["6", "4", "2", "5", "3", "1"])
    let window = try await test.library.window(
      ListQuery(.songs, sort: .title, variations: .folded(open: [])), range: 0..<9,
      anchor: .track(ids[4]))
    #expect(window.anchorIndex == 2 && window.trackCount == 4)
    // One whose primary one is not in the list stands for itself.
    query = ListQuery(.songs, filter: "title:5", sort: .title, variations: .folded(open: []))
    #expect(try await test.rows(query) == ["5"])
    query = ListQuery(.folder(test.music), sort: .path, variations: .folded(open: []))
    #expect(try await test.rows(query) == ["1", "3", "4", "6"])
    query = ListQuery(.songs, sort: .title)
    #expect(try await test.rows(query).count == 6)
  }
}
