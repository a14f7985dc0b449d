import Foundation
import Library
import Music
import Testing

/// Row ids that are held elsewhere: in queues, in the history, in open windows.
@Suite("Numbers")
struct NumberTests {
  private func number(_ test: TestLibrary, _ name: String) async throws -> TrackID {
    try #require(try await test.library.track(at: test.folder[name])).id
  }

  /// The id of a track merged into track 1: the greatest that there was.
  private func merged(_ test: TestLibrary) async throws -> (lost: TrackID, survivor: TrackID) {
    test.folder.write("music/a.wav", WaveTrack.bytes(1, title: "A"))
    test.folder.write("music/keep.wav", WaveTrack.bytes(2, title: "Keep"))
    try await test.scan()
    let survivor = try await number(test, "music/a.wav")
    var lost = survivor
    // As in a move to another file system: no walk comes between the copy and the loss.
    try await test.whileWatched {
      test.folder.write("music/copy.wav", WaveTrack.bytes(1, title: "A"))
      try await eventually { try await test.library.trackCount == 3 }
      lost = try await number(test, "music/copy.wav")
      try test.folder.remove("music/a.wav")
      try await eventually { try await test.library.trackCount == 2 }
    }
    #expect(try await test.library.tracks([lost]).map(\.id) == [survivor])
    return (lost, survivor)
  }

  @Test("the number of a track that became another one is never another track's")
  func ofMerged() async throws {
    let test = try TestLibrary()
    let (lost, survivor) = try await merged(test)
    test.folder.write("music/new.wav", WaveTrack.bytes(3, title: "New"))
    try await test.scan()
    let new = try await number(test, "music/new.wav")
    #expect(new.rawValue > lost.rawValue)
    let stream = try await test.library.addStream(
      try #require(StreamAddress("http://example.org/radio")))
    let missing = try await ImportScene(test).missing("gone.flac")
    #expect(Set([survivor, lost, new, stream, missing]).count == 5)

    let list = try await test.library.createPlaylist(named: "L")
    _ = try await test.library.add([new], to: list.id)
    #expect(try await test.library.trackIDs(ListQuery(.playlist(list.id))) == [new])
    try await test.library.addCue(Cue(time: .milliseconds(100)), to: new)
    try await test.library.recordPlay(of: new, at: 5)
    #expect(try await test.library.cues(of: survivor).isEmpty)
    #expect(try await test.library.tracks([survivor]).map(\.plays) == [0])
    #expect(try await test.library.heardTracks(atMost: 9).map(\.track.id) == [new])
  }

  @Test("nor is that of a track that left the library, and undo brings it back beside new ones")
  func ofForgotten() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(3)
    try await test.library.recordPlay(of: ids[2], at: 1_000)
    let list = try await test.library.createPlaylist(named: "L")
    _ = try await test.library.add(ids, to: list.id)
    try test.folder.remove("music/3.flac")
    try await test.scan()
    #expect(try await test.library.forgetMissing().count == 1)
    test.write("new.flac", [("TITLE", "New")])
    try await test.scan()
    let new = try await number(test, "music/new.flac")
    try await test.library.recordPlay(of: new, at: 2_000)
    #expect(!ids.contains(new))
    #expect(try await test.library.undo() == "forgot a missing track")
    #expect(try await test.library.trackIDs(ListQuery(.playlist(list.id))) == ids)
    let heard = try await test.library.heardTracks(atMost: 9)
    #expect(
      Dictionary(uniqueKeysWithValues: heard.map { ($0.time, $0.track.id) })
        == [1_000: ids[2], 2_000: new])
    #expect(try await test.library.redo() == "forgot a missing track")
    #expect(try await test.library.tracks([new]).map(\.plays) == [1])
    #expect(try await test.library.check() == [])
  }

  @Test("what a queue knows by the number of an entry is gone with that, and never another's")
  func ofEntries() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(2)
    let list = try await test.library.createPlaylist(named: "L")
    _ = try await test.library.add([ids[0]], to: list.id)
    let query = ListQuery(.playlist(list.id))
    let queued = try await test.library.queuedTracks(query)
    let entry = try #require(queued[0].entry)
    try await test.library.removeEntries([entry])
    _ = try await test.library.add([ids[1]], to: list.id)
    let other = try #require(try await test.library.queuedTracks(query)[0].entry)
    #expect(other != entry)
    try await test.library.change([other], .start(.seconds(1)))
    let items = queued.enumerated().map { QueueItem(QueueItemID(Int64($0)), $1) }
    let window = try await test.library.queueWindow(items, start: 0, count: 1)
    guard case .queueItem(let row) = try #require(window.rows.first) else {
      Issue.record("no entry")
      return
    }
    #expect(row.track.id == ids[0] && row.sound.start == nil)
  }

  @Test("playlists, folders of them, cues and templates have numbers of their own for good")
  func ofEdits() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(1)
    let library = test.library
    let list = try await library.createPlaylist(named: "L").id
    try await library.deletePlaylist(list)
    #expect(try await library.createPlaylist(named: "M").id != list)
    let folder = try await library.createPlaylistFolder(named: "F")
    try await library.deletePlaylistFolder(folder)
    #expect(try await library.createPlaylistFolder(named: "G") != folder)
    let cue = try await library.addCue(Cue(time: .milliseconds(100)), to: ids[0]).id
    try await library.removeCues([cue])
    #expect(try await library.addCue(Cue(time: .milliseconds(200)), to: ids[0]).id != cue)
    while try await library.undo() != nil {}
    while try await library.redo() != nil {}
    #expect(try await library.playlists().map(\.name) == ["M"])
    #expect(try await library.check() == [])
  }

  @Test("a mark, a fault and an addition by a number that was merged away reach the survivor")
  func marksOfMerged() async throws {
    let test = try TestLibrary()
    let (lost, survivor) = try await merged(test)
    #expect(try await test.library.setRating(Rating(stars: 3), for: [lost]) == 1)
    #expect(try await test.library.setNotes("noted", for: [lost, survivor]) == 1)
    try await test.library.markFault("broken", of: lost)
    let track = try #require(try await test.library.tracks([survivor]).first)
    #expect(track.rating.stars == 3 && track.notes == "noted" && track.fault == "broken")

    let list = try await test.library.createPlaylist(named: "L")
    #expect(try await test.library.add([lost], to: list.id).added == 1)
    #expect(try await test.library.add([survivor], to: list.id).alreadyThere == 1)
    try await test.library.assign(.one, to: list.id)
    #expect(try await test.library.trackIDs(ListQuery(.playlist(list.id))) == [survivor])
    let row = try #require(
      try await test.library.queueWindow(
        [QueueItem(QueueItemID(1), QueuedTrack(lost))], start: 0, count: 1
      ).rows.first)
    guard case .queueItem(let queued) = row else {
      Issue.record("no item of the queue")
      return
    }
    #expect(queued.slots == [.one])
  }

  @Test("a mark of a track that left the library says that nothing was done, and is no step")
  func marksOfGone() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(2)
    try test.folder.remove("music/2.flac")
    try await test.scan()
    _ = try await test.library.forgetMissing()
    await #expect(throws: LibraryError.noSuchTrack) {
      _ = try await test.library.setRating(Rating(stars: 3), for: [ids[1]])
    }
    #expect(try await test.library.setReaction(.loved, for: ids) == 1)
    #expect(try await test.library.undo() == "marked 1 as loved")
    #expect(try await test.library.undo() == "forgot a missing track")
  }
}

extension ImportScene {
  /// The id of a track that an import adds for a missing file.
  fileprivate func missing(_ name: String) async throws -> TrackID {
    try await run(ImportScene.document([ImportScene.line("/gone/\(name)")]))
    let track = try await library.track(at: FilePath("/gone/\(name)"))
    return try #require(track).id
  }
}
