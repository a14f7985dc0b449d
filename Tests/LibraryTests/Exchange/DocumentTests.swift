import Library
import Music
import Testing

@Suite("Playlists as documents")
struct DocumentTests {
  @Test("a document holds folders, playlists, entries, sounds and cues, and imports as the same")
  func roundTrip() async throws {
    let scene = try ImportScene()
    scene.test.write(
      "One.flac", seconds: 100,
      [("TITLE", "One"), ("ARTIST", "Ann"), ("ALBUM", "LP"), ("GENRE", "House"), ("DATE", "1999")])
    scene.test.write("Two.flac", seconds: 50, [])
    try await scene.test.scan()
    let one = try #require(try await scene.id("One.flac"))
    let two = try #require(try await scene.id("Two.flac"))
    let outer = try await scene.library.createPlaylistFolder(named: "Club")
    let inner = try await scene.library.createPlaylistFolder(named: "May", in: outer)
    let peak = try await scene.library.createPlaylist(
      named: "Peak", in: inner, template: GroupTemplate("{Album}"))
    try await scene.library.setColor("gold", of: peak.id)
    try await scene.library.setTargetBPM(126.5, of: peak.id)
    let ten = try await scene.library.createPlaylist(named: "10")
    try await scene.library.assign(.two, to: ten.id)
    _ = try await scene.library.createPlaylist(named: "2")
    _ = try await scene.library.add([two, one], to: peak.id)
    try await scene.library.addCue(Cue(time: .seconds(30), kind: .mixIn, name: "In"), to: one)
    try await scene.library.setRating(Rating(stars: 3), for: [one])

    let document = try await scene.library.document(of: .all)
    var listed = DocumentTrack(
      .file(scene.music("One.flac")), title: "One", artist: "Ann", album: "LP", genre: "House",
      year: 1999, duration: .seconds(100), rating: Rating(stars: 3))
    listed.cues = [
      Cue(
        id: try #require(document.playlists.first?.tracks.last?.cues.first?.id),
        time: .seconds(30), kind: .mixIn, name: "In")
    ]
    #expect(
      document.items == [
        .folder(
          name: "Club",
          [
            .folder(
              name: "May",
              [
                .playlist(
                  DocumentPlaylist(
                    name: "Peak", color: "gold", targetBPM: 126.5, template: "{Album}",
                    tracks: [
                      DocumentTrack(.file(scene.music("Two.flac")), duration: .seconds(50)), listed,
                    ]))
              ])
          ]),
        .playlist(DocumentPlaylist(name: "2")), .playlist(DocumentPlaylist(name: "10")),
      ])

    #expect(document.slots == [.two: 2])

    for name in ["Peak", "2", "10"] {
      let id = try #require(try await scene.library.playlist(named: name)).id
      try await scene.library.deletePlaylist(id)
    }
    try await scene.library.deletePlaylistFolder(inner)
    try await scene.library.deletePlaylistFolder(outer)
    #expect(try await scene.library.document(of: .all).items.isEmpty)
    try await scene.run(document)
    #expect(try await scene.library.document(of: .all) == document)
  }

  @Test("a playlist that is a query is written with what it finds, in its order")
  func queries() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(4)
    let list = try await test.library.createPlaylist(named: "Best")
    try await test.library.setRating(Rating(stars: 5), for: Array(ids.prefix(3)))
    try await test.library.addCue(Cue(time: .seconds(1)), to: ids[2])
    try test.database.run(
      """
      UPDATE playlists SET query = 'rating:5', query_sort = 'title', query_descending = 1,
        query_limit = 2;
      UPDATE revision SET lists = lists + 1
      """)
    let tracks = try await test.library.document(of: .playlists([list.id])).playlists[0].tracks
    #expect(tracks.map(\.title) == ["3", "2"])
    #expect(tracks.map(\.cues.count) == [1, 0])
  }

  @Test("a slot is what it holds, and an empty one is nothing to write")
  func slots() async throws {
    let test = try TestLibrary()
    let list = try await test.library.createPlaylist(named: "Mix")
    try await test.library.assign(.three, to: list.id)
    let document = try await test.library.document(of: .slot(.three))
    #expect(document.playlists.map(\.name) == ["Mix"])
    await #expect(throws: LibraryError.noSuchPlaylist) {
      try await test.library.document(of: .slot(.one))
    }
  }

  @Test("markers lie where a mix plays them: parts, crossfades, and the cues inside the parts")
  func markers() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(3)
    for number in 1...3 {
      test.write("\(number).flac", seconds: 100, [("TITLE", "\(number)"), ("ARTIST", "A")])
    }
    try await test.scan()
    let list = try await test.library.createPlaylist(named: "Mix")
    _ = try await test.library.add(ids, to: list.id)
    let entries = try await test.library.queuedTracks(ListQuery(.playlist(list.id)))
      .compactMap(\.entry)
    try await test.library.change([entries[0]], .crossfade(.seconds(10)))
    try await test.library.change([entries[1]], .start(.seconds(20)))
    try await test.library.change([entries[1]], .end(.seconds(25)))
    try await test.library.change([entries[1]], .crossfade(.seconds(8)))
    for (second, kind) in [(0, Cue.Kind.intro), (22, .mixIn), (30, .drop)] {
      try await test.library.addCue(Cue(time: .seconds(second), kind: kind), to: ids[1])
    }
    try await test.library.addCue(Cue(time: .seconds(7), name: "x"), to: ids[2])
    #expect(
      try await test.library.markers(ofMix: list.id) == [
        MixMarker(.track, name: "A - 1", start: .zero, length: .seconds(100)),
        MixMarker(.track, name: "A - 2", start: .seconds(90), length: .seconds(5)),
        // A crossfade is never longer than the track that fades.
        MixMarker(.track, name: "A - 3", start: .seconds(90), length: .seconds(100)),
        MixMarker(.cue(.mixIn), name: "Mix In", start: .seconds(92)),
        MixMarker(.cue(.marker), name: "x", start: .seconds(97)),
      ])
    let rest = try await test.library.markers(ofMix: list.id, skipping: [entries[0]])
    #expect(rest.map(\.start) == [.zero, .zero, .seconds(2), .seconds(7)])
  }
}
