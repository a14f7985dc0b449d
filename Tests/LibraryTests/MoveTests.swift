import Foundation
import Library
import Music
import Testing

/// Files that move, with everything that the user has set of them.
@Suite("Moves")
struct MoveTests {
  private let songs = ListQuery(.songs, sort: .path)

  private func write(_ test: TestLibrary, _ name: String, _ number: Int, title: String? = nil) {
    test.folder.write(name, WaveTrack.bytes(number, title: title))
  }

  /// Scans, then rates, notes and plays the tracks, gives them cues and adds them to a list.
  private func marked(_ test: TestLibrary, _ names: [String]) async throws -> [TrackID] {
    try await test.scan()
    var ids: [TrackID] = []
    for name in names {
      let track = try await test.library.track(at: test.folder[name])
      ids.append(try #require(track).id)
    }
    try await test.library.setRating(Rating(stars: 5), for: ids)
    try await test.library.setNotes("mine", for: ids)
    try await test.library.recordPlay(of: ids[0], at: 1_000)
    try await test.library.addCue(Cue(time: .milliseconds(500)), to: ids[0])
    let list = try await test.library.createPlaylist(named: "Keeps")
    _ = try await test.library.add(ids, to: list.id)
    return ids
  }

  private func paths(_ test: TestLibrary, _ ids: [TrackID]) async throws -> [String] {
    try await test.library.tracks(ids).map {
      String($0.source.text.dropFirst(test.folder.path.text.count + 1))
    }
  }

  @Test("a file that moves, forwards or backwards in the order of the walk, stays the same track")
  func symmetricFeatures() async throws {
    let test = try TestLibrary()
    write(test, "music/a/1.wav", 1, title: "One")
    write(test, "music/z/2.wav", 2, title: "Two")
    let ids = try await marked(test, ["music/a/1.wav", "music/z/2.wav"])
    let before = try test.database.userData()
    try test.folder.move("music/a/1.wav", "music/z/moved.wav")
    try test.folder.move("music/z/2.wav", "music/a/also moved.wav")
    let progress = try await test.scan()
    #expect(progress.moved == 2 && progress.added == 0 && progress.missing == 0)
    #expect(try await paths(test, ids) == ["music/z/moved.wav", "music/a/also moved.wav"])
    #expect(try test.database.userData() == before)
    #expect(try await test.library.tracks(ids).allSatisfy { !$0.isMissing })
    #expect(try await test.library.search("also").map(\.id) == [ids[1]])
    #expect(try await test.library.trackIDs(songs).count == 2)
  }

  @Test("a file that moved and was given other tags stays the same track, long after it was missed")
  func retaggedLater() async throws {
    let test = try TestLibrary()
    write(test, "music/1.wav", 1, title: "One")
    write(test, "music/2.wav", 2, title: "Two")
    let ids = try await marked(test, ["music/1.wav"])
    try test.folder.remove("music/1.wav")
    #expect(try await test.scan().missing == 1)
    write(test, "music/new/name.wav", 1, title: "Another title")
    #expect(try await test.scan().moved == 1)
    let track = try #require(try await test.library.tracks(ids).first)
    #expect(track.title == "Another title" && track.rating.stars == 5 && !track.isMissing)
    #expect(track.notes == "mine" && track.plays == 1)
    #expect(try await test.library.cues(of: ids[0]).count == 1)
    #expect(try await test.library.trackIDs(songs).count == 2)
  }

  @Test("a copy is a track of its own, and takes over when the original goes while it is watched")
  func copies() async throws {
    let test = try TestLibrary()
    write(test, "music/1.wav", 1, title: "One")
    let ids = try await marked(test, ["music/1.wav"])
    try await test.whileWatched {
      write(test, "music/copy.wav", 1, title: "One")
      try await eventually {
        try await test.library.track(at: test.folder["music/copy.wav"]) != nil
      }
      let copy = try #require(try await test.library.track(at: test.folder["music/copy.wav"]))
      #expect(copy.id != ids[0] && copy.rating == .none)
      #expect(try await test.library.duplicates().map(\.tracks) == [[ids[0], copy.id]])
      try await test.library.recordPlay(of: copy.id, at: 2_000)
      let list = try await test.library.createPlaylist(named: "Of the copy")
      _ = try await test.library.add([copy.id], to: list.id)
      try await test.library.removeEntries(
        [try #require(try await test.library.queuedTracks(ListQuery(.playlist(list.id)))[0].entry)])

      try test.folder.remove("music/1.wav")
      try await eventually {
        try await test.library.tracks(ids).first?.source.file?.name == "copy.wav"
      }
      let one = try #require(try await test.library.tracks(ids).first)
      #expect(one.plays == 2 && one.lastPlayed == 2_000 && one.rating.stars == 5)
      #expect(!one.isMissing)
      // The plays of both are plays of the one.
      #expect(try await test.library.heardTracks(atMost: 9).map(\.time) == [2_000, 1_000])
      #expect(try await test.library.heardTracks(atMost: 9).map(\.track.id) == [ids[0], ids[0]])
      // The copy's id leads to the same track.
      #expect(try await test.library.tracks([copy.id]).map(\.id) == ids)
      #expect(try await test.library.undo() == "removed 1 entry")
      #expect(try await test.library.trackIDs(ListQuery(.playlist(list.id))) == ids)
    }
    #expect(try await test.library.check() == [])
  }

  @Test("a file with the same audio that was there beside one that goes does not take its place")
  func twins() async throws {
    let test = try TestLibrary()
    write(test, "music/A/one.wav", 1, title: "Original Song")
    write(test, "music/B/two.wav", 1, title: "Cover Song")
    let ids = try await marked(test, ["music/A/one.wav"])
    let before = try test.database.userData()
    try test.folder.move("music/A", "away")
    let gone = try await test.scan()
    #expect(gone.missing == 1 && gone.moved == 0)
    let list = try #require(try await test.library.playlist(named: "Keeps"))
    #expect(try await test.rows(ListQuery(.playlist(list.id))) == ["1 Original Song"])
    #expect(try await test.library.tracks(ids).first?.isMissing == true)
    #expect(try test.database.userData() == before)
    // The user may well choose the other file.
    let plan = try await test.library.relocations()
    #expect(
      plan.relocations.map { $0.candidates.map(\.path) } == [[test.folder["music/B/two.wav"]]])

    try test.folder.move("away", "music/A")
    let back = try await test.scan()
    #expect(back.missing == 0 && back.added == 0 && back.moved == 0)
    #expect(try test.database.userData() == before)
    #expect(try await test.library.tracks(ids).first?.isMissing == false)
  }

  @Test("the same holds for a copy that a scan found beside the original, and while it is watched")
  func laterTwins() async throws {
    let test = try TestLibrary()
    write(test, "music/1.wav", 1, title: "One")
    write(test, "music/2.wav", 2, title: "Two")
    let ids = try await marked(test, ["music/1.wav", "music/2.wav"])
    write(test, "music/copy.wav", 1, title: "One")
    write(test, "music/sub/copy.wav", 2, title: "Two")
    #expect(try await test.scan().added == 2)
    // A scan that finds nothing new sees both, too.
    #expect(try await test.scan().unchanged == 4)
    try test.folder.remove("music/1.wav")
    #expect(try await test.scan().missing == 1)
    try await test.whileWatched {
      try test.folder.remove("music/2.wav")
      try await eventually { try await test.library.tracks([ids[1]]).first?.isMissing == true }
    }
    #expect(try await test.library.tracks(ids).map(\.source.file?.name) == ["1.wav", "2.wav"])
    #expect(try await test.library.trackIDs(songs).count == 2)
  }

  @Test("what went elsewhere while its old place was away is found when that is back without it")
  func placeAway() async throws {
    let test = try TestLibrary()
    write(test, "music/in/1.wav", 1, title: "One")
    write(test, "music/2.wav", 2, title: "Two")
    let ids = try await marked(test, ["music/in/1.wav"])
    // An empty mount point: the files of its file system are offline.
    let folder = test.folder["music/in"].text
    try test.database.run("UPDATE folders SET is_mount = 1 WHERE CAST(path AS TEXT) = '\(folder)'")
    try test.folder.remove("music/in/1.wav")
    write(test, "music/new.wav", 1, title: "One")
    let away = try await test.scan()
    #expect(away.added == 1 && away.offline == 1 && away.missing == 0)
    #expect(try await test.scan().offline == 1)
    write(test, "music/in/other.wav", 3, title: "Three")
    let back = try await test.scan()
    #expect(back.moved == 1 && back.missing == 0 && back.added == 1)
    #expect(try await paths(test, ids) == ["music/new.wav"])
  }

  @Test("of two that are gone the one with the same name is found, then the one with the same tags")
  func candidates() async throws {
    let test = try TestLibrary()
    for (name, title) in [("a/1.wav", "A"), ("b/2.wav", "B"), ("c/3.wav", "C")] {
      write(test, "music/\(name)", 7, title: title)
    }
    let ids = try await marked(test, ["music/a/1.wav", "music/b/2.wav", "music/c/3.wav"])
    try test.folder.move("music/b/2.wav", "2.wav")
    for name in ["a", "b", "c"] { try test.folder.remove("music/\(name)") }
    write(test, "music/keep.wav", 8)
    #expect(try await test.scan().missing == 3)
    try test.folder.move("2.wav", "music/2.wav")
    try await test.scan()
    #expect(try await test.library.track(at: test.folder["music/2.wav"])?.id == ids[1])
    write(test, "music/other.wav", 7, title: "C")
    try await test.scan()
    #expect(try await test.library.track(at: test.folder["music/other.wav"])?.id == ids[2])
  }

  @Test("a file moves from root to root, and back while its old root is not there")
  func acrossRoots() async throws {
    let test = try TestLibrary()
    let second = test.folder["second"]
    write(test, "music/1.wav", 1)
    write(test, "music/stays.wav", 2)
    write(test, "second/other.wav", 3)
    let ids = try await marked(test, ["music/1.wav"])
    _ = try await test.library.scan([second]) { _ in }
    try test.folder.move("music/1.wav", "second/1.wav")
    #expect(try await test.library.scan(nil) { _ in }.moved == 1)
    #expect(try await paths(test, ids) == ["second/1.wav"])
    #expect(try await test.library.tracks(ids).first?.root == second)

    // The old root is offline: the new file may be a copy.
    try test.folder.move("second", "elsewhere")
    write(test, "music/back.wav", 1)
    let away = try await test.library.scan(nil) { _ in }
    #expect(away.added == 1 && away.moved == 0 && away.offline == 1)
    try test.folder.move("elsewhere", "second")
    try test.folder.remove("second/1.wav")
    #expect(try await test.library.scan(nil) { _ in }.moved == 1)
    #expect(try await paths(test, ids) == ["music/back.wav"])
    #expect(try await test.library.tracks(ids).first?.rating.stars == 5)
  }

  @Test("a folder of a thousand files moves with all that was said of them")
  func folder() async throws {
    let test = try TestLibrary()
    for number in 0..<1_000 {
      test.folder.write(
        "music/old/\(number % 10)/\(number).wav",
        WaveTrack.bytes(number, title: nil, seconds: 0.4))
    }
    try await test.scan()
    let ids = try await test.library.trackIDs(songs)
    try await test.library.setRating(Rating(stars: 3), for: ids)
    makeFolder(test.folder["music/a"])
    try test.folder.move("music/old", "music/a/new")
    let progress = try await test.scan()
    #expect(progress.moved == 1_000 && progress.missing == 0 && progress.added == 0)
    #expect(try await test.library.trackIDs(songs).count == 1_000)
    #expect(try await test.library.tracks(ids).allSatisfy { $0.rating.stars == 3 && !$0.isMissing })
    #expect(try await test.rows(ListQuery(.folder(test.music))) == ["a/ 1000"])
  }
}
