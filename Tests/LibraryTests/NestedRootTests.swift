import Foundation
import Library
import Music
import Testing

/// Roots nested by undoing the removal of one.
@Suite("Nested roots")
struct NestedRootTests {
  private let songs = ListQuery(.songs, sort: .title)

  private func roots(_ test: TestLibrary) async throws -> [String] {
    try await test.library.roots().map {
      String($0.text.dropFirst(test.folder.path.text.count + 1))
    }
  }

  /// Two rated songs, one of them in the folder Jazz.
  private func rated(_ root: String) async throws -> (TestLibrary, [TrackID]) {
    let test = try TestLibrary()
    test.write("Jazz/1.flac", [("TITLE", "1")])
    test.write("2.flac", [("TITLE", "2")])
    _ = try await test.library.scan([test.folder[root]]) { _ in }
    let ids = try await test.library.trackIDs(songs)
    try await test.library.setRating(Rating(stars: 4), for: ids)
    return (test, ids)
  }

  @Test(
    "a root that comes back around or inside one that was given since is one with it",
    arguments: [("music", "music/Jazz"), ("music/Jazz", "music"), ("music", "music/2.flac")])
  func comesBack(taken: String, given: String) async throws {
    let (test, ids) = try await rated(taken)
    let step = "took \(test.folder[taken].text) out of the library"
    _ = try await test.library.removeRoot(test.folder[taken])
    _ = try await test.library.scan([test.folder[given]]) { _ in }
    let heard = try #require(try await test.library.trackIDs(songs).first)
    try await test.library.recordPlay(of: heard, at: 1_000)
    for _ in 0..<2 {
      #expect(try await test.library.undo() == step)
      #expect(try await roots(test) == ["music"])
      for _ in 0..<2 { #expect(try await test.library.scan(nil) { _ in }.missing == 0) }
      #expect(try await test.rows(songs) == ["1", "2"])
      let tracks = try await test.library.tracks(ids)
      #expect(tracks.count == ids.count)
      #expect(tracks.allSatisfy { $0.rating.stars == 4 && !$0.isMissing })
      #expect(tracks.allSatisfy { $0.root == test.music })
      #expect(try await test.library.heardTracks(atMost: 9).count == 1)
      #expect(try await test.library.redo() == step)
      #expect(try await roots(test) == [given])
      #expect(try await test.library.scan(nil) { _ in }.missing == 0)
      #expect(try await test.library.check() == [])
    }
  }

  @Test("roots that an earlier build has left in each other are one after the next scan")
  func left() async throws {
    let (test, ids) = try await rated("music")
    let jazz = test.folder["music/Jazz"].text
    try test.database.run("INSERT INTO roots (path, is_file) VALUES (CAST('\(jazz)' AS BLOB), 0)")
    for _ in 0..<2 { #expect(try await test.library.scan(nil) { _ in }.missing == 0) }
    #expect(try await roots(test) == ["music"])
    #expect(try await test.library.tracks(ids).allSatisfy { !$0.isMissing })
  }

  @Test("several roots that are taken out together are one step")
  func together() async throws {
    let test = try TestLibrary()
    for name in ["a", "b", "c"] {
      test.folder.write("\(name)/\(name).flac", FlacFile.bytes([("TITLE", name)]))
    }
    let paths = ["a", "b", "c"].map { test.folder[$0] }
    _ = try await test.library.scan(paths) { _ in }
    let twice = [paths[0], paths[2], paths[0]]
    let removed = try await test.library.removeRoots(twice)
    #expect(removed.map(\.path) == [paths[0], paths[2]] && removed.allSatisfy(\.isUndoable))
    #expect(try await test.rows(songs) == ["b"])
    await #expect(throws: LibraryError.noSuchRoot(paths[0])) {
      _ = try await test.library.removeRoots([paths[1], paths[0]])
    }
    #expect(try await test.library.undo() == "took 2 folders out of the library")
    #expect(try await test.rows(songs) == ["a", "b", "c"])
    #expect(try await test.library.undo() == nil)
  }

  @Test("where more leaves than the history keeps, nobody is promised that it comes back")
  func tooLarge() async throws {
    let test = try TestLibrary()
    _ = try await test.withTracks(20)
    var bounds = HistoryBounds()
    bounds.bytes = 4_000
    let library = try Library(at: test.folder["library.db"], history: bounds)
    #expect(try await library.removeRoot(test.music, isPreview: true).isUndoable == false)
    #expect(try await library.removeRoot(test.music).isUndoable == false)
    await #expect(throws: LibraryError.self) { _ = try await library.undo() }
    test.write("stays.flac", [("TITLE", "stays")])
    try await test.scan()
    for number in 1...20 { try test.folder.remove("music/\(number).flac") }
    try await test.scan()
    let forgotten = try await library.forgetMissing()
    #expect(forgotten.count == 20 && !forgotten.isUndoable)
  }

  @Test("a link inside a root leads to the root that it points at")
  func link() async throws {
    let test = try TestLibrary()
    test.write("1.flac", [("TITLE", "1")])
    test.write("a/3.flac", [("TITLE", "3")])
    test.folder.write("other/2.flac", FlacFile.bytes([("TITLE", "2")]))
    try FileManager.default.createSymbolicLink(
      atPath: test.folder["music/link"].text, withDestinationPath: test.folder["other"].text)
    try FileManager.default.createSymbolicLink(
      atPath: test.folder["music/again"].text, withDestinationPath: test.folder["music/a"].text)
    _ = try await test.library.scan([test.music, test.folder["other"]]) { _ in }
    for name in ["link", "again", "link/2.flac"] {
      let progress = try await test.library.scan([test.folder["music/\(name)"]]) { _ in }
      #expect(progress.added == 0 && progress.unchanged == 1, "\(name)")
    }
    #expect(try await test.rows(songs) == ["1", "2", "3"])
    let named = try await test.library.namesInLibrary(of: [test.folder["music/link/2.flac"]])
    #expect(named == [test.folder["other/2.flac"]])
  }

  @Test("what is missing stays so where two roots become one, and files without sound go once")
  func doubled() async throws {
    let test = try TestLibrary()
    let ids = try await test.withTracks(3)
    let link = test.folder["link"].text
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: test.music.text)
    test.folder.write("music/broken.flac", Array("nothing".utf8))
    try test.folder.remove("music/2.flac")
    // As an earlier version left it.
    try test.database.run(
      """
      INSERT INTO roots (path, is_file) VALUES (CAST('\(link)' AS BLOB), 0);
      INSERT INTO folders (path) VALUES (CAST('\(link)' AS BLOB));
      INSERT INTO rejects SELECT max(id), CAST('broken.flac' AS BLOB), 1, 1 FROM folders;
      CREATE TEMP TABLE more AS SELECT * FROM tracks WHERE title IN ('1', '2');
      INSERT INTO more SELECT * FROM tracks WHERE title = '2';
      UPDATE more SET id = rowid + 100, missing = 1, path = CAST('\(link)/'
        || iif(rowid = 3, 'gone', title) || '.flac' AS BLOB),
        root = (SELECT max(id) FROM roots), folder = (SELECT max(id) FROM folders);
      INSERT INTO tracks SELECT * FROM more;
      """)
    let progress = try await test.library.scan(nil) { _ in }
    #expect(progress.missing == 1)
    #expect(try await test.rows(songs) == ["1", "3"])
    #expect(
      try test.database.run("SELECT title FROM tracks WHERE missing ORDER BY title") == ["2", "2"])
    #expect(try await test.library.tracks([ids[0]]).allSatisfy { !$0.isMissing })
    #expect(try await test.library.rejects(below: []) == [test.folder["music/broken.flac"]])
  }
}
