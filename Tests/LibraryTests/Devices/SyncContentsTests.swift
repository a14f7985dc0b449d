import Library
import Music
import Testing

/// The library's side of a sync.
@Suite("Sync contents")
struct SyncContentsTests {
  @Test("a track comes with its file, its names and its marks; streams and their like do not come")
  func tracks() async throws {
    let test = try TestLibrary()
    let tags = [
      ("TITLE", "Song"), ("ARTIST", "A"), ("ALBUM", "B"), ("ALBUMARTIST", "C"), ("GENRE", "G"),
      ("DATE", "2001-02-03"), ("TRACKNUMBER", "3"), ("DISCNUMBER", "2"),
    ]
    test.write("one.flac", tags)
    test.write("two.flac", [("TITLE", "Two"), ("ARTIST", "A")])
    try await test.scan()
    let stream = try await test.library.addStream(
      try #require(StreamAddress("http://example.org/radio")))
    let ids = try await test.library.trackIDs(ListQuery(.songs, sort: .path))
    let one = try #require(try await test.library.track(at: test.music.appending("one.flac")))
    try await test.library.setRating(Rating(stars: 4), for: [one.id])
    try await test.library.setReaction(.loved, for: [one.id])
    try await test.library.recordPlay(of: one.id, at: 77)
    try test.database.run("UPDATE tracks SET fingerprint = -5 WHERE title = 'Song'")
    try test.folder.remove("music/two.flac")
    try await test.scan()
    let device = try await test.library.addDevice(
      named: "D", at: .folder(FilePath("/d")), uuid: "u")
    let contents = try await test.library.syncContents(for: device)
    let library = try await test.library.libraryUUID()
    let track = try #require(contents.tracks.first { $0.id == one.id })
    let expected = SyncTrack(
      id: one.id, uuid: DeviceTrackID(of: one.id, in: library),
      path: test.music.appending("one.flac"), file: one.file, audioHash: -5,
      title: "Song", artist: "A", album: "B", albumArtist: "C", genre: "G", date: "2001-02-03",
      trackNumber: 3, discNumber: 2, duration: 3, codec: "flac", sampleRate: one.audio.sampleRate,
      isLossless: true,
      marks: DeviceMarks(plays: 1, lastPlayed: 77, isFavorite: true, rating: 4),
      added: one.added, isOffline: false)
    #expect(track == expected)
    let other = try #require(contents.tracks.first { $0.id != one.id })
    #expect(other.title == "Two" && other.album == nil && other.isOffline)
    #expect(contents.tracks.map(\.id) == ids.filter { $0 != stream }.sorted())
    // A file that is missing at present stays on the device.
    #expect(contents.chosen == [one.id, other.id])
  }

  @Test("times of plays since the last sync come for another Tritone alone")
  func playTimes() async throws {
    let test = try TestLibrary()
    test.write("one.flac", [("TITLE", "Song"), ("ARTIST", "A")])
    try await test.scan()
    let one = try #require(try await test.library.track(at: test.music.appending("one.flac")))
    for time in [70, 90, 80] as [Int64] { try await test.library.recordPlay(of: one.id, at: time) }
    var device = try await test.library.addDevice(
      named: "D", at: .ssh(SSHAddress(host: "b")), uuid: "u")
    #expect(try await test.library.syncContents(for: device).playTimes == [:])
    device.lastSync = 75
    #expect(try await test.library.syncContents(for: device).playTimes == [one.id: [80, 90]])
    device.address = .folder(FilePath("/d"))
    #expect(try await test.library.syncContents(for: device).playTimes == [:])
    device.uuid = Device.clientPrefix + "u"
    #expect(try await test.library.syncContents(for: device).playTimes == [one.id: [80, 90]])
  }

  @Test("what is chosen: everything, playlists, smart ones too, slots and queries, each once")
  func chosen() async throws {
    let scene = try await SyncScene(tracks: 6)
    let (library, ids) = (scene.library, scene.tracks)
    let list = try await scene.playlist("List", [ids[2], ids[1], ids[2]])
    let mix = try await library.createPlaylist(named: "Mix")
    _ = try await library.add([ids[4]], to: mix.id)
    try await library.assign(.two, to: mix.id)
    try await library.setRating(Rating(stars: 5), for: [ids[5]])
    let smart = try await library.createSmartPlaylist(
      PlaylistDetails(name: "Best"), SmartQuery("rating:5", sort: .title))

    let all = try await scene.contents()
    #expect(all.chosen == [ids[5]] + ids.prefix(5))
    #expect(all.playlists.map(\.id) == [list, mix.id, smart.id] && all.otherPlaylists.isEmpty)
    #expect(all.playlists[0].tracks == [ids[2], ids[1], ids[2]])
    #expect(all.playlists[2].isSmart && all.playlists[2].tracks == [ids[5]])

    let some = try await scene.contents(
      [.playlist(list), .slot(2), .slot(3), .query("rating:5")])
    #expect(some.chosen == [ids[5], ids[1], ids[2], ids[4]])
    #expect(some.playlists.map(\.id) == [list, mix.id])
    // Without it a sync would take its tracks off the device.
    await #expect(throws: LibraryError.noSuchPlaylist) {
      _ = try await scene.contents([.playlist(list), .playlist(PlaylistID(99))])
    }
    #expect(some.otherPlaylists.map(\.name) == ["Best"] && some.tracks.count == 6)
    #expect(try await scene.contents([.playlist(smart.id)]).chosen == [ids[5]])
    #expect(try await scene.contents([.slot(1)]).chosen == [])
    await #expect(throws: LibraryError.self) { _ = try await scene.contents([.query("(title:a")]) }
    // A query that cannot be read any more: the sync of a chosen one stops, others go on.
    try scene.test.database.run("UPDATE playlists SET query = '(title:a' WHERE name = 'Best'")
    let rest = try await scene.contents()
    #expect(rest.playlists.count == 2 && rest.otherPlaylists.map(\.isSmart) == [true])
    await #expect(throws: LibraryError.self) {
      _ = try await scene.contents([.playlist(smart.id)])
    }
  }

  @Test("the most wanted come first: by rating, the newest, or the least heard")
  func orders() async throws {
    let scene = try await SyncScene(tracks: 4)
    let (library, ids) = (scene.library, scene.tracks)
    try await library.setRating(Rating(stars: 3), for: [ids[1], ids[2]])
    try await library.setReaction(.loved, for: [ids[2]])
    try await library.recordPlay(of: ids[0], at: 50)
    try await library.recordPlay(of: ids[3], at: 40)
    try scene.test.database.run("UPDATE tracks SET added = 1000 + id * id % 7")
    let added = Dictionary(
      uniqueKeysWithValues: try await scene.contents().tracks.map { ($0.id, $0.added) })
    #expect(try await scene.contents(order: .rating).chosen == [ids[2], ids[1], ids[0], ids[3]])
    #expect(
      try await scene.contents(order: .leastHeard).chosen == [ids[1], ids[2], ids[3], ids[0]])
    let newest = try await scene.contents(order: .newest).chosen
    #expect(
      newest == ids.sorted { (added[$0] ?? 0, $0) > (added[$1] ?? 0, $1) })
  }
}
