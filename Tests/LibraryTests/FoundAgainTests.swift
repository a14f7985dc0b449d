import Foundation
import Library
import Music
import Testing

/// Undo and redo of steps whose tracks a scan has found or merged since.
@Suite("Undo of what was found again")
struct FoundAgainTests {
  private let songs = ListQuery(.songs, sort: .title)

  @Test("undo of an import leaves the songs that a scan has found since, with what was heard")
  func imported() async throws {
    let scene = try ImportScene()
    let (library, test) = (scene.library, scene.test)
    let (found, gone) = (scene.music("found.flac"), scene.music("gone.flac"))
    try await scene.run(
      ImportScene.document([ImportScene.line(found.text), ImportScene.line(gone.text)]))
    test.write("found.flac", [("TITLE", "Found")])
    try await test.scan()
    let id = try #require(try await scene.id("found.flac"))
    try await library.recordPlay(of: id, at: 1_000)
    for _ in 0..<2 {
      #expect(try await library.undo() == "imported Friday from Friday.m3u8")
      #expect(try await library.playlists().isEmpty)
      #expect(try await scene.id("gone.flac") == nil)
      #expect(try await library.tracks([id]).map(\.plays) == [1])
      #expect(try await library.heardTracks(atMost: 9).count == 1)
      #expect(try await library.redo() == "imported Friday from Friday.m3u8")
      #expect(try await scene.entries("Friday") == ["Found", "-gone"])
    }
    #expect(try await library.check() == [])
  }

  @Test("undo of a removal keeps what was heard of the tracks that were found meanwhile")
  func removed() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(2)
    try await test.library.recordPlay(of: ids[0], at: 1_000)
    try await test.library.setRating(Rating(stars: 4), for: ids)
    _ = try await test.library.removeRoot(test.music)
    test.write("1.flac", [("TITLE", "1"), ("ARTIST", "A")])
    try await test.scan()
    let new = try await test.library.trackIDs(songs)
    #expect(Set(new).isDisjoint(with: ids))
    try await test.library.recordPlay(of: new[0], at: 2_000)
    try await test.library.saveAnalyses([
      (
        try #require(try await test.library.analysisTasks(limit: 9).first { $0.track == new[0] }),
        .found(Analyses.found(0))
      )
    ])
    let queued = [QueueItem(QueueItemID(1), QueuedTrack(new[0]))]
    for _ in 0..<2 {
      _ = try await test.library.undo()
      #expect(try await test.library.trackIDs(songs) == ids)
      let tracks = try await test.library.tracks(ids)
      #expect(tracks.map(\.plays) == [2, 0] && tracks.allSatisfy { $0.rating.stars == 4 })
      // The newest facts of the file stay.
      #expect(tracks[0].tags.artist == "A" && tracks[0].findings.foundBPM == 120)
      #expect(try await test.library.heardTracks(atMost: 9).map(\.time) == [2_000, 1_000])
      let window = try await test.library.queueWindow(queued, start: 0, count: 1)
      #expect(window.rows.compactMap(\.track?.id) == [ids[0]])
      #expect(try await test.scan().unchanged == 2)
      _ = try await test.library.redo()
      // The folder was added again since, which is no step.
      #expect(try await test.library.trackIDs(songs) == ids)
    }
    #expect(try await test.library.check() == [])
  }

  @Test(
    "undo of forgetting gives the file that came back to the track that it was, and redo leaves it")
  func forgotten() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(2)
    let list = try await test.library.createPlaylist(named: "L")
    _ = try await test.library.add(ids, to: list.id)
    try test.folder.move("music/2.flac", "kept.flac")
    try await test.scan()
    #expect(try await test.library.forgetMissing().count == 1)
    try test.folder.move("kept.flac", "music/2.flac")
    try await test.scan()
    let new = try #require(
      try await test.library.track(at: test.folder["music/2.flac"])
    ).id
    try await test.library.recordPlay(of: new, at: 5)
    #expect(try await test.library.undo() == "forgot a missing track")
    let track = try #require(try await test.library.tracks([ids[1]]).first)
    #expect(track.plays == 1 && !track.isMissing)
    #expect(try await test.library.trackIDs(ListQuery(.playlist(list.id))) == ids)
    #expect(try await test.library.redo() == "forgot a missing track")
    #expect(try await test.library.tracks([ids[1]]).map(\.plays) == [1])
    #expect(try await test.library.trackIDs(ListQuery(.playlist(list.id))) == ids)
    #expect(try await test.library.undo() == "forgot a missing track")
    #expect(try await test.library.check() == [])
  }

  /// A track merged into track 1 while the library was watched: its id and the survivor's.
  private func merge(_ test: TestLibrary, _ before: (TrackID) async throws -> Void) async throws
    -> (lost: TrackID, survivor: TrackID)
  {
    test.folder.write("music/a.wav", WaveTrack.bytes(1, title: "A"))
    test.folder.write("music/keep.wav", WaveTrack.bytes(2, title: "Keep"))
    try await test.scan()
    let survivor = try #require(try await test.library.track(at: test.folder["music/a.wav"])).id
    var lost = survivor
    try await test.whileWatched {
      test.folder.write("music/b.wav", WaveTrack.bytes(1, title: "A"))
      try await eventually { try await test.library.trackCount == 3 }
      lost = try #require(try await test.library.track(at: test.folder["music/b.wav"])).id
      try await before(lost)
      try test.folder.remove("music/a.wav")
      try await eventually { try await test.library.trackCount == 2 }
    }
    #expect(try await test.library.tracks([lost]).map(\.id) == [survivor])
    return (lost, survivor)
  }

  @Test("a mark of a track that became another one is undone and redone there")
  func merged() async throws {
    let test = try TestLibrary()
    let (_, survivor) = try await merge(test) { lost in
      try await test.library.setRating(Rating(stars: 3), for: [lost])
    }
    #expect(try await test.library.tracks([survivor]).map(\.rating.stars) == [3])
    #expect(try await test.library.undo() == "rated A ★★★")
    #expect(try await test.library.tracks([survivor]).map(\.rating.stars) == [0])
    #expect(try await test.library.redo() == "rated A ★★★")
    #expect(try await test.library.tracks([survivor]).map(\.rating.stars) == [3])
  }

  @Test("cues, slots and imports by a number that was merged away reach the survivor")
  func otherDoors() async throws {
    let scene = try ImportScene()
    let (library, test) = (scene.library, scene.test)
    var plan: ImportPlan?
    let (lost, survivor) = try await merge(test) { _ in
      let document = ImportScene.document([ImportScene.line(test.folder["music/b.wav"].text)])
      plan = try await library.planImport(document, at: scene.source)
    }
    let report = try await library.importPlaylists(try #require(plan))
    #expect(report.missing == 0)
    let list = try #require(report.playlists.first)
    #expect(try await library.trackIDs(ListQuery(.playlist(list.id))) == [survivor])
    try await library.assign(.one, to: list.id)
    #expect(try await library.slots(of: [lost]) == [lost: [.one]])
    let marker = MixMarker(.cue(.marker), name: "M", start: .milliseconds(100), length: .zero)
    #expect(try await library.importCues([marker], into: lost) == 1)
    #expect(try await library.cues(of: survivor).map(\.name) == ["M"])
  }

  @Test("a copy that stood beside a song for long does not take its place when that goes away")
  func oldCopy() async throws {
    let test = try TestLibrary()
    test.folder.write("music/a.wav", WaveTrack.bytes(1, title: "A"))
    try await test.scan()
    let original = try #require(try await test.library.track(at: test.folder["music/a.wav"])).id
    try await test.library.setRating(Rating(stars: 5), for: [original])
    try await test.whileWatched {
      test.folder.write("music/b.wav", WaveTrack.bytes(1, title: "A"))
      try await eventually { try await test.library.trackCount == 2 }
      try test.database.run("UPDATE tracks SET added = added - 100000")
      try test.folder.move("music/a.wav", "a.wav")
      try await eventually { try await test.library.trackCount == 1 }
    }
    let copy = try #require(try await test.library.track(at: test.folder["music/b.wav"]))
    #expect(copy.id != original && copy.rating == .none)
    #expect(try await test.library.tracks([original]).map(\.isMissing) == [true])
  }
}
