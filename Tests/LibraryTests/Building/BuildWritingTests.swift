import Library
import Music
import Testing

@Suite("Building: writing playlists")
struct BuildWritingTests {
  private func scene() async throws -> BuildScene {
    try await BuildScene((1...6).map { .init("Ada", "\($0)") })
  }

  private func queued(_ scene: BuildScene, _ titles: String...) throws -> [QueuedTrack] {
    try titles.map { QueuedTrack(try scene.id($0)) }
  }

  @Test("a new playlist is one step, and undo takes all of it back")
  func new() async throws {
    let scene = try await scene()
    let before = try scene.test.database.userData()
    let writing = try await scene.library.writeBuild(
      try queued(scene, "3", "1", "2"), to: .new(name: "  Road\nTrip Mix "), assigning: .two)
    #expect(writing.name == "Road Trip Mix" && writing.written == 3 && writing.gone == 0)
    #expect(try await scene.titles(writing.playlist) == ["3", "1", "2"])
    #expect(try await scene.library.mixBoard()[.two]?.name == "Road Trip Mix")
    #expect(try await scene.library.undo() == "built Road Trip Mix")
    #expect(try scene.test.database.userData() == before)
    #expect(try await scene.library.redo() == "built Road Trip Mix")
    #expect(try await scene.titles(writing.playlist) == ["3", "1", "2"])
    await #expect(throws: LibraryError.nameTaken("Road Trip Mix")) {
      _ = try await scene.library.writeBuild(
        try queued(scene, "1"), to: .new(name: "road trip mix"))
    }
    await #expect(throws: LibraryError.emptyName) {
      _ = try await scene.library.writeBuild(try queued(scene, "1"), to: .new(name: " \u{7} "))
    }
  }

  @Test("replacing keeps the entries of tracks that stay, with their settings, and is one step")
  func replacing() async throws {
    let scene = try await scene()
    let list = try await scene.library.createPlaylist(named: "Mine")
    _ = try await scene.library.add(
      try queued(scene, "1", "2", "3", "4"), to: list.id)
    let entries = try await scene.library.queuedTracks(ListQuery(.playlist(list.id)))
    let third = try #require(entries[2].entry)
    try await scene.library.change([third], .gain(-3))
    let before = try scene.test.database.userData()
    let writing = try await scene.library.writeBuild(
      try queued(scene, "5", "3", "6", "1"), to: .replacing(list.id))
    #expect(writing == BuildWriting(playlist: list.id, name: "Mine", written: 4, gone: 0))
    #expect(try await scene.titles(list.id) == ["5", "3", "6", "1"])
    let after = try await scene.library.queuedTracks(ListQuery(.playlist(list.id)))
    #expect(after[1].entry == third && after[3].entry == entries[0].entry)
    #expect(try await scene.library.sound(of: third)?.gain == -3)
    #expect(try await scene.library.undo() == "built Mine")
    #expect(try scene.test.database.userData() == before)
    // With nothing, it is empty.
    _ = try await scene.library.writeBuild([], to: .replacing(list.id))
    #expect(try await scene.titles(list.id) == [])
    _ = try await scene.library.undo()
    #expect(try scene.test.database.userData() == before)
  }

  @Test("what was added to a playlist since it was read stays, behind the others")
  func addedMeanwhile() async throws {
    let scene = try await scene()
    let list = try await scene.library.createPlaylist(named: "Mine")
    _ = try await scene.library.add(try queued(scene, "1", "2"), to: list.id)
    let read = try await scene.library.buildTracks(of: list.id)
    _ = try await scene.library.add(try queued(scene, "3"), to: list.id)
    _ = try await scene.library.addAgain(try queued(scene, "1"), to: list.id)
    _ = try await scene.library.writeBuild(
      try queued(scene, "4", "2"), to: .replacing(list.id, asRead: read))
    #expect(try await scene.titles(list.id) == ["4", "2", "3", "1"])
  }

  @Test("a track that comes several times keeps as many entries")
  func several() async throws {
    let scene = try await scene()
    let list = try await scene.library.createPlaylist(named: "Mine")
    _ = try await scene.library.add(try queued(scene, "1"), to: list.id)
    _ = try await scene.library.addAgain(try queued(scene, "1", "2"), to: list.id)
    let old = try await scene.library.queuedTracks(ListQuery(.playlist(list.id)))
    let tracks = try await scene.library.buildTracks(of: list.id)
    #expect(tracks == (try queued(scene, "1", "1", "2")))
    _ = try await scene.library.writeBuild(tracks.reversed(), to: .replacing(list.id))
    #expect(try await scene.titles(list.id) == ["2", "1", "1"])
    let new = try await scene.library.queuedTracks(ListQuery(.playlist(list.id)))
    #expect(Set(new.map(\.entry)) == Set(old.map(\.entry)))
  }

  @Test("virtual tracks stay what they are, and are not the track as a whole")
  func virtualTracks() async throws {
    let scene = try await scene()
    let list = try await scene.library.createPlaylist(named: "Mine")
    _ = try await scene.library.add(try queued(scene, "1", "2"), to: list.id)
    try scene.test.database.run(
      "UPDATE entries SET title = 'Part', start_offset = 5 WHERE position = 65536;"
        + "UPDATE revision SET lists = lists + 1;")
    let tracks = try await scene.library.buildTracks(of: list.id)
    let part = try #require(tracks.first)
    #expect(part.entry != nil && tracks[1].entry == nil)
    _ = try await scene.library.writeBuild(
      [tracks[1], QueuedTrack(part.track), part], to: .replacing(list.id))
    #expect(
      try await scene.library.buildTracks(of: list.id)
        == [tracks[1], QueuedTrack(part.track), part])
    _ = try await scene.library.writeBuild([QueuedTrack(part.track)], to: .replacing(list.id))
    #expect(try await scene.library.buildTracks(of: list.id) == [QueuedTrack(part.track)])
    // The entry is gone.
    let writing = try await scene.library.writeBuild(
      [tracks[1], part], to: .replacing(list.id))
    #expect(writing.written == 1)
  }

  @Test("extending adds what is not there, behind the rest, in one step")
  func extending() async throws {
    let scene = try await scene()
    let list = try await scene.library.createPlaylist(named: "Mine")
    _ = try await scene.library.add(try queued(scene, "2", "1"), to: list.id)
    let before = try scene.test.database.userData()
    let writing = try await scene.library.writeBuild(
      try queued(scene, "4", "2", "3"), to: .extending(list.id))
    #expect(writing.written == 2)
    #expect(try await scene.titles(list.id) == ["2", "1", "4", "3"])
    #expect(try await scene.library.undo() == "built Mine")
    #expect(try scene.test.database.userData() == before)
  }

  @Test("tracks that are gone are left out and counted; where all are, nothing is written")
  func gone() async throws {
    let scene = try await scene()
    var tracks = try queued(scene, "1", "2", "3")
    try scene.test.database.run(
      "DELETE FROM tracks WHERE title = '2'; UPDATE revision SET tracks = tracks + 1;")
    tracks.append(QueuedTrack(TrackID(9_999)))
    let writing = try await scene.library.writeBuild(tracks, to: .new(name: "Mine"))
    #expect(writing.written == 2 && writing.gone == 2)
    #expect(try await scene.titles(writing.playlist) == ["1", "3"])
    let before = try scene.test.database.userData()
    let lost = [tracks[1], tracks[3]]
    for target in [BuildTarget.new(name: "Other"), .replacing(writing.playlist)] {
      await #expect(throws: LibraryError.noSuchTrack) {
        _ = try await scene.library.writeBuild(lost, to: target)
      }
    }
    #expect(try scene.test.database.userData() == before)
  }

  @Test("a smart playlist cannot be reused, nor one that is gone")
  func smart() async throws {
    let scene = try await scene()
    let smart = try await scene.library.createSmartPlaylist(
      PlaylistDetails(name: "Late"), SmartQuery("year:>2000", sort: .year)
    ).id
    for target in [BuildTarget.replacing(smart), .extending(smart)] {
      await #expect(throws: LibraryError.smart("Late")) {
        _ = try await scene.library.writeBuild(try queued(scene, "1"), to: target)
      }
    }
    await #expect(throws: LibraryError.smart("Late")) {
      _ = try await scene.library.buildTracks(of: smart)
    }
    let gone = PlaylistID(404)
    for target in [BuildTarget.replacing(gone), .extending(gone)] {
      await #expect(throws: LibraryError.noSuchPlaylist) {
        _ = try await scene.library.writeBuild(try queued(scene, "1"), to: target)
      }
    }
  }

  @Test("an order that mixes better has the same tracks, those gone last")
  func arranged() async throws {
    let scene = try await scene()
    try scene.test.database.run(
      """
      UPDATE tracks SET bpm = 100 + 7 * CAST(title AS INTEGER) % 5;
      UPDATE revision SET change = change + 1, tracks = tracks + 1;
      """)
    var tracks = try queued(scene, "1", "2", "3", "4", "5", "6")
    tracks.insert(QueuedTrack(TrackID(9_999)), at: 2)
    let order = try await scene.library.arranged(tracks)
    #expect(Set(order) == Set(tracks) && order.count == 7)
    #expect(order.last == QueuedTrack(TrackID(9_999)))
    let points = try await scene.library.tracks(order.map(\.track)).map(\.mixPoint)
    let given = try await scene.library.tracks(tracks.map(\.track)).map(\.mixPoint)
    #expect(MixOrder.distance(of: points) < MixOrder.distance(of: given))
    #expect(try await scene.library.arranged(tracks, keepingFirst: true).first == tracks[0])
    #expect(try await scene.library.arranged([]) == [])
  }
}
