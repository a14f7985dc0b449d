import Foundation
import Library
import Media
import Music
import Testing

/// Files that are copied or moved into the library's folder.
@Suite("Adding files")
struct AddingTests {
  /// A library over `music`, and files to be added in `in`.
  private func scene() async throws -> TestLibrary {
    let test = try TestLibrary()
    makeFolder(test.folder["in"])
    try await test.scan()
    return test
  }

  private func put(
    _ test: TestLibrary, _ name: String, _ title: String, artist: String = "Ann",
    album: String = "First", track: Int = 1, seconds: Int = 3
  ) {
    let tags = [
      ("TITLE", title), ("ARTIST", artist), ("ALBUM", album), ("TRACKNUMBER", "\(track)"),
    ]
    // Padding that differs, so that two of them are not one sound.
    test.folder.write(
      "in/\(name)",
      FlacFile.bytes(tags, seconds: seconds) + Array(title.utf8) + Array(repeating: 7, count: 64))
  }

  private func add(
    _ test: TestLibrary, _ sources: [String] = ["in"], _ mode: AddingMode = .copy,
    into folder: String = "music", layout: String = FileLayout.standardSource,
    duplicates: Bool = false, isDryRun: Bool = false
  ) async throws -> AddingReport {
    try await test.library.add(
      AddingRequest(
        sources.map { test.folder[$0] }, into: test.folder[folder], mode: mode,
        layout: try FileLayout(layout), takesDuplicates: duplicates, isDryRun: isDryRun)
    ) { _ in }
  }

  /// All files below a folder, hidden ones too, sorted.
  private func files(_ test: TestLibrary, _ folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: test.folder[folder].text).filter {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(
        atPath: test.folder[folder].appending($0).text, isDirectory: &isFolder)
      return !isFolder.boolValue
    }.sorted()
  }

  private func bytes(_ test: TestLibrary, _ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: test.folder[name].text))
  }

  @Test("a copy has its name from tags, is in the library, and leaves the file where it is")
  func copies() async throws {
    let test = try await scene()
    put(test, "x/a.flac", "One")
    put(test, "x/b.FLAC", "Two", track: 2)
    test.folder.write("in/x/Cover.jpg", [1, 2, 3])
    test.folder.write("in/x/a.lrc", Array("[00:01]words".utf8))
    test.folder.write("in/x/readme.txt", [1])
    let before = try files(test, "in")
    let report = try await add(test)
    #expect(report.added == 2 && report.accompanied == 2 && report.failed == 0)
    #expect(
      try files(test, "music") == [
        "Ann/First/01 One.flac", "Ann/First/01 One.lrc", "Ann/First/02 Two.FLAC",
        "Ann/First/Cover.jpg",
      ])
    #expect(try files(test, "in") == before)
    #expect(try bytes(test, "in/x/a.flac") == bytes(test, "music/Ann/First/01 One.flac"))
    #expect(try await test.library.search("").map(\.title) == ["One", "Two"])
    // The same again finds everything in its place.
    let again = try await add(test)
    #expect(again.added == 0 && again.alreadyThere == 2 && again.accompanied == 0)
    #expect(try files(test, "music").count == 4)
  }

  @Test("a dry run tells the paths and touches nothing")
  func dryRun() async throws {
    let test = try await scene()
    put(test, "a.flac", "One")
    put(test, "b.flac", "ONE")
    let report = try await add(test, into: "elsewhere", isDryRun: true)
    #expect(
      report.files.map { $0.to?.name } == ["01 One.flac", "01 ONE (2).flac"])
    #expect(!FileManager.default.fileExists(atPath: test.folder["elsewhere"].text))
    #expect(try await test.library.search("").isEmpty)
  }

  @Test("marks, plays and entries follow a file that moves, and emptied folders go")
  func moves() async throws {
    let test = try await scene()
    put(test, "x/y/a.flac", "One")
    test.folder.write("in/x/y/cover.png", [1, 2, 3])
    _ = try await test.library.scan([test.folder["in"]]) { _ in }
    let id = try #require(try await test.library.track(at: test.folder["in/x/y/a.flac"])).id
    try await test.library.setRating(Rating(stars: 4), for: [id])
    try await test.library.recordPlay(of: id, at: 1_000)
    let list = try await test.library.createPlaylist(named: "Keeps")
    _ = try await test.library.add([id], to: list.id)
    let before = try test.database.userData()
    let report = try await add(test, ["in"], .move)
    #expect(report.added == 1 && report.accompanied == 1 && report.failed == 0)
    let track = try #require(try await test.library.tracks([id]).first)
    #expect(track.source == .file(test.folder["music/Ann/First/01 One.flac"]))
    #expect(track.rating.stars == 4 && track.plays == 1 && !track.isMissing)
    #expect(try test.database.userData() == before)
    #expect(try await test.library.search("").count == 1)
    #expect(try files(test, "music") == ["Ann/First/01 One.flac", "Ann/First/cover.png"])
    #expect(try files(test, "in").isEmpty)
    #expect(!FileManager.default.fileExists(atPath: test.folder["in/x"].text))
    #expect(FileManager.default.fileExists(atPath: test.folder["in"].text))
  }

  @Test("a file moved to another disk is copied, compared, and deleted, and stays its track")
  func movesAcrossDisks() async throws {
    let shared = "/dev/shm/tritone-\(UUID().uuidString)"
    try #require(mkdir(shared, 0o700) == 0)
    // because nobody is left to tell of a failure
    defer { _ = try? FileManager.default.removeItem(atPath: shared) }
    let test = try await scene()
    let file = FilePath(shared).appending("a.flac")
    writeFile(file, FlacFile.bytes([("TITLE", "One"), ("ARTIST", "Ann"), ("ALBUM", "First")]))
    _ = try await test.library.scan([FilePath(shared)]) { _ in }
    let id = try #require(try await test.library.track(at: file)).id
    try await test.library.setRating(Rating(stars: 2), for: [id])
    let report = try await test.library.add(
      AddingRequest(
        [FilePath(shared)], into: test.music, mode: .move,
        layout: try FileLayout("{Artist}/{Title}"))
    ) { _ in }
    #expect(report.added == 1 && report.failed == 0, "\(report.files)")
    #expect(access(file.text, F_OK) != 0)
    let track = try #require(try await test.library.tracks([id]).first)
    #expect(track.source == .file(test.folder["music/Ann/One.flac"]) && track.rating.stars == 2)
    #expect(try await test.library.search("").count == 1)
  }

  @Test("a move that was killed after its copy is ended by the next one")
  func resumes() async throws {
    let test = try await scene()
    put(test, "a.flac", "One")
    // The copy got its name, the library does not know it, and the source is there still. A part of
    // another copy has only a hidden name.
    test.folder.write("music/Ann/First/01 One.flac", Array(try bytes(test, "in/a.flac")))
    test.folder.write("music/.tritone-new-1234", [1, 2, 3])
    let report = try await add(test, ["in"], .move)
    #expect(report.alreadyThere == 1 && report.failed == 0, "\(report.files)")
    #expect(try files(test, "in").isEmpty)
    #expect(try files(test, "music") == ["Ann/First/01 One.flac"])
    #expect(try await test.library.search("").count == 1)
  }

  @Test("audio that the library has is named and left, unless it is wanted again")
  func duplicates() async throws {
    let test = try await scene()
    put(test, "a.flac", "One")
    #expect(try await add(test).added == 1)
    // Other tags, the same audio.
    let tags = [("TITLE", "Uno"), ("ARTIST", "Ann"), ("ALBUM", "Second")]
    test.folder.write(
      "in/b.flac", FlacFile.bytes(tags) + Array("One".utf8) + Array(repeating: 7, count: 64))
    let hashes = try ["in/a.flac", "in/b.flac"].map {
      try TagReader.read(test.folder[$0]).audioHash
    }
    try #require(hashes[0] != nil && hashes[0] == hashes[1])
    let report = try await add(test, ["in/b.flac"], .move)
    #expect(report.duplicates == 1 && report.added == 0, "\(report.files)")
    #expect(try files(test, "in") == ["a.flac", "b.flac"])
    #expect(try await add(test, ["in/b.flac"], .copy, duplicates: true).added == 1)
  }

  @Test("a name that is taken, whatever its case, gets a number, and nothing is replaced")
  func taken() async throws {
    let test = try await scene()
    test.folder.write("music/ann/First/01 ONE.flac", [1, 2, 3])
    put(test, "a.flac", "One")
    put(test, "b.flac", "one", seconds: 5)
    let report = try await add(test)
    #expect(report.added == 2, "\(report.files)")
    #expect(
      try files(test, "music") == [
        "ann/First/01 ONE.flac", "ann/First/01 One (2).flac", "ann/First/01 one (3).flac",
      ])
    #expect(try bytes(test, "music/ann/First/01 ONE.flac") == Data([1, 2, 3]))
  }

  @Test("links, pipes and files without sound are left alone and named")
  func hostile() async throws {
    let test = try await scene()
    put(test, "real.flac", "One")
    test.folder.write("outside/secret.flac", [1])
    symlink(test.folder["outside/secret.flac"].text, test.folder["in/link.flac"].text)
    symlink(test.folder["outside"].text, test.folder["in/linked"].text)
    symlink("loop", test.folder["in/loop"].text)
    mkfifo(test.folder["in/pipe.flac"].text, 0o600)
    test.folder.write("in/noise.mp3", Array("no music".utf8))
    test.folder.write("in/empty.flac", [])
    let report = try await add(test, ["in"], .move)
    #expect(report.added == 1 && report.skipped == 3 && report.failed == 2, "\(report.files)")
    #expect(
      try files(test, "in") == ["empty.flac", "link.flac", "loop", "noise.mp3", "pipe.flac"])
    #expect(try bytes(test, "outside/secret.flac") == Data([1]))
    #expect(try files(test, "music") == ["Ann/First/01 One.flac"])
  }

  @Test("what lies in the folder already is skipped, and the folder inside a source is left out")
  func inside() async throws {
    let test = try await scene()
    test.write("old.flac", [("TITLE", "Old")])
    put(test, "a.flac", "One")
    try await test.scan()
    let report = try await add(test, ["music/old.flac"], .move)
    #expect(report.added == 0 && report.skipped == 1)
    // All of the parent of both.
    let all = try await test.library.add(
      AddingRequest(
        [test.folder.path], into: test.music, mode: .move,
        layout: try FileLayout(FileLayout.standardSource))
    ) { _ in }
    #expect(all.added == 1, "\(all.files)")
    #expect(try files(test, "music") == ["Ann/First/01 One.flac", "old.flac"])
  }

  @Test("files that a CUE sheet names keep their names")
  func sheets() async throws {
    let test = try await scene()
    put(test, "disc.flac", "One")
    test.folder.write(
      "in/disc.cue",
      Array("FILE \"disc.flac\" WAVE\n TRACK 01 AUDIO\n INDEX 01 00:00:00\n".utf8))
    #expect(try await add(test).added == 1)
    #expect(try files(test, "music") == ["Ann/First/disc.cue", "Ann/First/disc.flac"])
  }

  @Test("a folder that cannot be written to ends it with nothing lost")
  func unwritable() async throws {
    let test = try await scene()
    put(test, "a.flac", "One")
    test.folder.write("music/Ann", [1])
    test.folder.write("file", [1])
    let report = try await add(test, ["in"], .move, into: "file/below")
    #expect(report.stop != nil && report.added == 0)
    // A file in the place of a folder gets a number.
    #expect(try await add(test, ["in"], .move).added == 1)
    #expect(try files(test, "music") == ["Ann", "Ann (2)/First/01 One.flac"])
  }

  @Test("a folder outside of the library becomes one of its folders")
  func newRoot() async throws {
    let test = try await scene()
    put(test, "a.flac", "One")
    #expect(try await add(test, into: "other/place").added == 1)
    #expect(
      try await test.library.roots() == [test.music, test.folder["other/place"]])
  }

  @Test("a cancelled request keeps what was done, and the next one does the rest")
  func cancelled() async throws {
    let test = try await scene()
    for number in 1...30 { put(test, "\(number).flac", "T\(number)", track: number) }
    let request = AddingRequest(
      [test.folder["in"]], into: test.music, mode: .move,
      layout: try FileLayout(FileLayout.standardSource))
    let library = test.library
    let (reached, go) = AsyncStream.makeStream(of: Void.self)
    let isCancelled = DispatchSemaphore(value: 0)
    let task = Task {
      try await library.add(request) { progress in
        guard progress.done == 10 else { return }
        go.finish()
        isCancelled.wait()
      }
    }
    for await _ in reached {}
    task.cancel()
    isCancelled.signal()
    let report = try await task.value
    #expect(report.added == 10 && report.stop == .cancelled, "\(report.files)")
    #expect(try await add(test, ["in"], .move).stop == nil)
    #expect(try files(test, "music").count == 30 && files(test, "in").isEmpty)
    #expect(try await test.library.search("").count == 30)
  }
}
