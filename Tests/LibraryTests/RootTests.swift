import Foundation
import Library
import Music
import Testing

/// The folders of the library: added, by whatever path, and removed.
@Suite("Roots")
struct RootTests {
  private let songs = ListQuery(.songs, sort: .title)

  private func link(_ test: TestLibrary, _ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: test.folder[name].text, withDestinationPath: test.folder[target].text)
  }

  private func scan(_ test: TestLibrary, _ names: String...) async throws -> ScanProgress {
    try await test.library.scan(names.map { test.folder[$0] }) { _ in }
  }

  private func roots(_ test: TestLibrary) async throws -> [String] {
    try await test.library.roots().map {
      String($0.text.dropFirst(test.folder.path.text.count + 1))
    }
  }

  @Test("a playlist with a line that is nowhere, imported before its folder, stops no scan")
  func rootless() async throws {
    let scene = try ImportScene()
    let test = scene.test
    let path = test.music.appending("hello.flac")
    try await scene.run(ImportScene.document([ImportScene.line(path.text)]))
    let missing = try #require(try await test.library.track(at: path))
    #expect(missing.isMissing && missing.root == nil)
    test.write("1.flac", [("TITLE", "1")])
    #expect(try await test.scan().added == 1)
    #expect(try await test.scan().unchanged == 1)
    // A file that appears at the imported path is the imported track.
    test.write("hello.flac", [("TITLE", "Hello")])
    try await test.scan()
    let found = try #require(try await test.library.track(at: path))
    #expect(found.id == missing.id && found.root == test.music && !found.isMissing)
    #expect(try await scene.entries("Friday") == ["Hello"])
  }

  @Test("a root by a link and by its own path is one root", arguments: [true, false])
  func link(isLinkFirst: Bool) async throws {
    let test = try TestLibrary()
    test.write("a/1.flac", [("TITLE", "1")])
    test.write("2.flac", [("TITLE", "2")])
    try link(test, "link", to: "music")
    let (first, second) = isLinkFirst ? ("link", "music") : ("music", "link")
    #expect(try await scan(test, first).added == 2)
    let again = try await scan(test, second)
    #expect(again.added == 0 && again.unchanged == 2)
    // A part of the root, and a file in it, by the other path.
    #expect(try await scan(test, second + "/a").unchanged == 1)
    test.write("a/3.flac", [("TITLE", "3")])
    #expect(try await scan(test, second + "/a/3.flac").added == 1)
    #expect(try await roots(test) == [first])
    #expect(try await test.rows(songs) == ["1", "2", "3"])
    let named = try await test.library.namesInLibrary(of: [test.folder[second + "/a/3.flac"]])
    #expect(named == [test.folder[first + "/a/3.flac"]])
    #expect(try await test.library.scan(nil) { _ in }.unchanged == 3)
  }

  @Test("a wider root by a link takes the roots in it over by the names they have")
  func wider() async throws {
    let test = try TestLibrary()
    test.write("a/1.flac", [("TITLE", "1")])
    test.write("2.flac", [("TITLE", "2")])
    try link(test, "link", to: "music")
    _ = try await scan(test, "music/a")
    #expect(try await scan(test, "link").added == 1)
    #expect(try await roots(test) == ["music"])
    #expect(try await test.rows(songs) == ["1", "2"])
  }

  @Test("a library that was doubled by a link becomes one again, with all that was said")
  func doubled() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(3)
    try await test.library.setRating(Rating(stars: 4), for: [ids[0]])
    try link(test, "link", to: "music")
    // As an earlier version left it.
    let link = test.folder["link"].text
    try test.database.run(
      """
      INSERT INTO roots (path, is_file) VALUES (CAST('\(link)' AS BLOB), 0);
      INSERT INTO folders (path) VALUES (CAST('\(link)' AS BLOB));
      CREATE TEMP TABLE more AS SELECT * FROM tracks WHERE id < 3;
      UPDATE more SET id = id + 100,
        path = CAST('\(link)/' || title || '.flac' AS BLOB),
        root = (SELECT max(id) FROM roots), folder = (SELECT max(id) FROM folders);
      INSERT INTO tracks SELECT * FROM more;
      INSERT INTO marks (track, plays, notes) SELECT id, 2, 'by the link' FROM more;
      INSERT INTO playlists (name, created, modified) VALUES ('L', 0, 0);
      INSERT INTO entries (playlist, track, position) VALUES (1, 102, 1);
      INSERT INTO plays (track, time) VALUES (101, 1000), (101, 2000);
      UPDATE revision SET change = change + 1, tracks = tracks + 1;
      UPDATE tracks SET changed = (SELECT change FROM revision);
      """)
    #expect(try await test.library.trackCount == 5)
    let progress = try await test.library.scan(nil) { _ in }
    #expect(progress.added == 0 && progress.missing == 0)
    #expect(try await roots(test) == ["music"])
    #expect(try await test.library.trackIDs(songs) == ids)
    let first = try #require(try await test.library.tracks([ids[0]]).first)
    #expect(first.rating.stars == 4 && first.plays == 2 && first.notes == "by the link")
    #expect(try await test.library.heardTracks(atMost: 9).map(\.track.id) == [ids[0], ids[0]])
    #expect(try await test.library.trackIDs(ListQuery(.playlist(PlaylistID(1)))) == [ids[1]])
    #expect(try await test.library.check() == [])
  }

  @Test("a root that is taken out takes its tracks along, and undo brings back both")
  func removal() async throws {
    let test = try TestLibrary()
    test.folder.write("other/9.flac", FlacFile.bytes([("TITLE", "9")]))
    let ids = try await test.withTracks(3)
    _ = try await scan(test, "other")
    let list = try await test.library.createPlaylist(named: "L")
    _ = try await test.library.add(ids, to: list.id)
    try await test.library.setRating(Rating(stars: 4), for: ids)
    try await test.library.recordPlay(of: ids[0], at: 1_000)
    let before = try test.database.userData()
    #expect(
      try await test.library.rootContents() == [
        LibraryRoot(path: test.music, tracks: 3),
        LibraryRoot(path: test.folder["other"], tracks: 1),
      ])
    await #expect(throws: LibraryError.noSuchRoot(test.folder["else"])) {
      _ = try await test.library.removeRoot(test.folder["else"])
    }
    let preview = try await test.library.removeRoot(test.music, isPreview: true)
    #expect(preview == RemovedRoot(path: test.music, tracks: 3, entries: 3))
    #expect(try await test.library.removeRoot(test.music) == preview)
    #expect(try await roots(test) == ["other"])
    #expect(try await test.rows(songs) == ["9"])
    #expect(try await test.library.scan(nil) { _ in }.found == 1)
    #expect(try await test.rows(ListQuery(.folder(nil))) == ["9"])

    let step = "took \(test.music.text) out of the library"
    #expect(try await test.library.undo() == step)
    #expect(try await roots(test) == ["music", "other"])
    #expect(try test.database.userData() == before)
    #expect(try await test.library.tracks(ids).map(\.root) == [test.music, test.music, test.music])
    #expect(try await test.library.heardTracks(atMost: 9).count == 1)
    let again = try await test.library.scan(nil) { _ in }
    #expect(again.unchanged == 4 && again.missing == 0)
    #expect(try await test.library.redo() == step)
    #expect(try await test.rows(songs) == ["9"])
    #expect(try await test.library.check() == [])
  }

  @Test("a root that was taken out can be given again, and undone even then")
  func givenAgain() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(2)
    try await test.library.setRating(Rating(stars: 4), for: ids)
    _ = try await test.library.removeRoot(test.music)
    test.write("3.flac", [("TITLE", "3")])
    #expect(try await test.scan().added == 3)
    #expect(try await test.library.trackIDs(songs).filter(ids.contains) == [])
    _ = try await test.library.undo()
    #expect(try await test.library.trackIDs(songs).prefix(2) == ids[...])
    #expect(try await test.library.tracks(ids).allSatisfy { $0.rating.stars == 4 })
    #expect(try await test.scan().missing == 0)
    #expect(try await test.rows(songs) == ["1", "2", "3"])
    #expect(try await test.library.check() == [])
  }

  @Test("what is taken out while it is watched is left alone, and watched again after undo")
  func watched() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(1)
    test.folder.write("other/9.flac", FlacFile.bytes([("TITLE", "9")]))
    _ = try await scan(test, "other")
    let watch = LibraryWatch(test.library) { Issue.record("\($0.message)") }
    watch.start()
    defer { watch.stop() }
    try await eventually { watch.isIdle && watch.watchCount == 2 }
    _ = try await test.library.removeRoot(test.music)
    try await eventually { watch.watchCount == 1 }
    test.write("2.flac", [("TITLE", "2")])
    test.folder.write("other/8.flac", FlacFile.bytes([("TITLE", "8")]))
    try await eventually { try await test.rows(songs) == ["8", "9"] }
    _ = try await test.library.undo()
    try await eventually { try await test.rows(songs) == ["1", "2", "8", "9"] }
    test.write("3.flac", [("TITLE", "3")])
    try await eventually { try await test.rows(songs) == ["1", "2", "3", "8", "9"] }
  }
}
