import Foundation
import Library
import Music
import Testing

@Suite("Roots that are not there")
struct OfflineTests {
  private let songs = ListQuery(.songs, sort: .title)

  private func offline(_ test: TestLibrary) async throws -> [String] {
    let ids = try await test.library.trackIDs(songs)
    return try await test.library.tracks(ids).filter(\.isOffline).map(\.title)
  }

  @Test("the tracks of a root that is gone stay in the lists, offline, until it is back")
  func rootGone() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(3)
    try test.folder.move("music", "elsewhere")
    let gone = try await test.library.scan(nil) { _ in }
    #expect(gone.missing == 0 && gone.offline == 1)
    #expect(try await test.rows(songs) == ["1", "2", "3"])
    #expect(try await offline(test) == ["1", "2", "3"])
    #expect(try await test.library.absentRoot(of: ids[0]) == test.music)
    #expect(try await test.library.forgetMissing().count == 0)

    try test.folder.move("elsewhere", "music")
    try test.folder.remove("music/2.flac")
    let back = try await test.library.scan(nil) { _ in }
    #expect(back.missing == 1 && back.offline == 0)
    #expect(try await test.rows(songs) == ["1", "3"])
    #expect(try await offline(test) == [])
    #expect(try await test.library.absentRoot(of: ids[0]) == nil)
    #expect(try await test.library.absentRoot(of: ids[1]) == nil)
  }

  @Test("an empty folder where a file system was is offline, whether it is a root or within one")
  func unmounted() async throws {
    let test = try TestLibrary()
    test.write("stick/inner/1.flac", [("TITLE", "1")])
    test.write("2.flac", [("TITLE", "2")])
    try await test.scan()
    let stick = test.music.appending("stick")
    try test.database.run(
      "UPDATE folders SET is_mount = 1 WHERE path = CAST('\(stick.text)' AS BLOB)")
    try test.folder.move("music/stick/inner", "inner")
    let gone = try await test.scan()
    #expect(gone.missing == 0 && gone.offline == 1)
    #expect(try await offline(test) == ["1"])

    // Nor is the track missing without the mount point.
    try test.folder.remove("music/stick")
    #expect(try await test.scan().missing == 0)
    #expect(try await offline(test) == ["1"])

    makeFolder(stick)
    try test.folder.move("inner", "music/stick/inner")
    #expect(try await test.scan().offline == 0)
    #expect(try await offline(test) == [])
  }

  @Test("a file that was given as a root is missing when it is gone, and offline with its folder")
  func fileRoot() async throws {
    let test = try TestLibrary()
    test.write("a/1.flac", [("TITLE", "1")])
    let file = test.music.appending("a/1.flac")
    _ = try await test.library.scan([file]) { _ in }
    try test.folder.move("music/a", "a")
    #expect(try await test.library.scan(nil) { _ in }.missing == 0)
    #expect(try await offline(test) == ["1"])
    makeFolder(test.music.appending("a"))
    #expect(try await test.library.scan(nil) { _ in }.missing == 1)
    #expect(try await offline(test) == [])
  }

  @Test("forgetting what is missing is one step, and undo brings it back with all that was said")
  func forget() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(4)
    try await test.library.setRating(Rating(stars: 4), for: ids)
    try await test.library.addCue(Cue(time: .seconds(1)), to: ids[1])
    let list = try await test.library.createPlaylist(named: "Keeps")
    _ = try await test.library.add(ids, to: list.id)
    let before = try test.database.userData()
    let tracks = try test.database.run("SELECT * FROM tracks WHERE id <> 0 ORDER BY id")
    try test.folder.remove("music/2.flac")
    try test.folder.remove("music/3.flac")
    try await test.scan()
    #expect(try await test.library.missingCount == 2)
    #expect(try await test.library.forgetMissing([ids[0], ids[1]]).count == 1)
    #expect(try await test.library.forgetMissing().count == 1)
    #expect(try await test.library.tracks(ids).map(\.title) == ["1", "4"])
    #expect(try await test.rows(ListQuery(.playlist(list.id))) == ["1 1", "2 4"])
    #expect(try await test.library.undo() == "forgot a missing track")
    #expect(try await test.library.undo() == "forgot a missing track")
    #expect(try test.database.userData() == before)
    #expect(try await test.library.search("3").map(\.isMissing) == [true])
    #expect(try await test.library.check() == [])
    let all = try test.database.run("SELECT * FROM tracks WHERE id <> 0 ORDER BY id")
    #expect(all.count == tracks.count)
    #expect(try await test.library.redo() == "forgot a missing track")
    #expect(try await test.library.tracks(ids).count == 3)
    #expect(try await test.library.undo() == "forgot a missing track")

    // A file that came back is its old track; the new one makes way.
    #expect(try await test.library.forgetMissing().count == 2)
    test.write("2.flac", [("TITLE", "2")])
    try await test.scan()
    #expect(try await test.library.undo() == "forgot 2 missing tracks")
    #expect(try test.database.userData() == before)
    try await test.scan()
    #expect(try await test.library.track(at: test.music.appending("2.flac"))?.rating.stars == 4)
    #expect(try await test.library.redo() == "forgot 2 missing tracks")
    #expect(try await test.library.check() == [])
  }
}
