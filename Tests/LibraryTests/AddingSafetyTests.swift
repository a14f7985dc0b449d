import Foundation
import Library
import Music
import Testing

/// What must not get lost when files are added.
@Suite("Adding files without loss")
struct AddingSafetyTests {
  private let test: TestLibrary

  init() async throws {
    test = try TestLibrary()
    makeFolder(test.folder["in"])
    try await test.scan()
  }

  private func put(
    _ name: String, _ title: String, album: String = "First", seconds: Int = 3
  ) -> [UInt8] {
    let bytes =
      FlacFile.bytes([("TITLE", title), ("ARTIST", "Ann"), ("ALBUM", album)], seconds: seconds)
      + Array(title.utf8) + Array(repeating: 7, count: 64)
    test.folder.write(name, bytes)
    return bytes
  }

  private func add(_ sources: [String] = ["in"], _ mode: AddingMode = .move, into: String = "music")
    async throws -> AddingReport
  {
    try await test.library.add(
      AddingRequest(
        sources.map { test.folder[$0] }, into: test.folder[into], mode: mode,
        layout: try FileLayout("{Album}/{Title}"))
    ) { _ in }
  }

  /// Adds `in`, and calls `step` with the number of files after each one.
  private func add(mode: AddingMode, _ step: @escaping @Sendable (Int) -> Void) async throws
    -> AddingReport
  {
    try await test.library.add(
      AddingRequest(
        [test.folder["in"]], into: test.music, mode: mode,
        layout: try FileLayout("{Album}/{Title}"))
    ) { step($0.done) }
  }

  private func isThere(_ name: String) -> Bool { access(test.folder[name].text, F_OK) == 0 }

  @Test(
    "an original goes only where the library has its copy as a track that is there",
    arguments: [false, true])
  func unknown(isKnown: Bool) async throws {
    let bytes = put("in/a.flac", "One")
    // Of an earlier run; the library has it as a missing track, or not at all.
    test.folder.write("music/First/One.flac", bytes)
    if isKnown { try await test.scan() }
    try test.database.run(
      """
      UPDATE tracks SET missing = 1;
      CREATE TRIGGER unread AFTER UPDATE OF tracks ON revision BEGIN
        UPDATE tracks SET missing = 1 WHERE NOT missing;
      END
      """)
    let report = try await add()
    #expect(report.failed == 1 && report.added + report.alreadyThere == 0, "\(report.files)")
    #expect(isThere("in/a.flac") && isThere("music/First/One.flac"))
    try test.database.run("DROP TRIGGER unread")
    #expect(try await add().alreadyThere == 1 && !isThere("in/a.flac"))
  }

  @Test("a root whose disk is absent is neither created nor filled")
  func absent() async throws {
    _ = put("music/First/Old.flac", "Old")
    try await test.scan()
    _ = put("in/a.flac", "One", seconds: 5)
    try test.folder.move("music", "away")
    let gone = try await add()
    #expect(gone.stop == .absent(test.music) && !isThere("music") && isThere("in/a.flac"))
    // The mount point of a disk that is not mounted.
    makeFolder(test.music)
    let empty = try await add(into: "music/below")
    #expect(empty.stop == .absent(test.music) && !isThere("music/below"))
    // By a link, to a folder that is not made yet.
    symlink(test.folder.path.text, test.folder["link"].text)
    let linked = try await add(into: "link/music/below/it")
    #expect(linked.stop == .absent(test.music) && !isThere("music/below"))
    #expect(isThere("in/a.flac"))
    rmdir(test.music.text)
    try test.folder.move("away", "music")
    let report = try await add()
    #expect(report.stop == nil && report.added == 1, "\(report.files)")
  }

  @Test("a disk that leaves meanwhile ends the run, and its folder is not made anew")
  func leaves() async throws {
    _ = put("in/a.flac", "One")
    _ = put("in/b.flac", "Two", album: "Second", seconds: 5)
    let (music, away) = (test.music, test.folder["away"])
    let report = try await add(mode: .copy) { done in
      if done == 1 { rename(music.text, away.text) }
    }
    #expect(report.stop == .absent(music) && report.added == 0, "\(report.files)")
    #expect(!isThere("music") && isThere("away/First/One.flac"))
    #expect(isThere("in/a.flac") && isThere("in/b.flac"))
  }

  @Test("a copy that vanishes again does not keep the others out of the library")
  func vanishes() async throws {
    _ = put("in/a.flac", "One")
    _ = put("in/b.flac", "Two", seconds: 5)
    let copy = test.folder["music/First/One.flac"]
    let report = try await add(mode: .copy) { done in
      if done == 2 { unlink(copy.text) }
    }
    #expect(
      report.stop == nil && report.added == 1 && report.failed == 1, "\(report.files)")
    #expect(try await test.library.search("").map(\.title) == ["Two"])
  }

  @Test(
    "an original that a killed run has hidden is found by its own name and by its folder",
    arguments: ["in/a.flac", "in"])
  func hidden(name: String) async throws {
    let bytes = put("in/.tritone-old-a.flac", "One")
    test.folder.write("music/First/One.flac", bytes)
    let copied = try await add([name], .copy)
    #expect(copied.alreadyThere == 1 && isThere("in/a.flac"), "\(copied.files)")
    try test.folder.move("in/a.flac", "in/.tritone-old-a.flac")
    let moved = try await add([name])
    #expect(moved.alreadyThere == 1 && moved.failed == 0, "\(moved.files)")
    #expect(!isThere("in/a.flac") && !isThere("in/.tritone-old-a.flac"))
    #expect(isThere("music/First/One.flac"))
  }

  @Test("a mount point within a root that is not mounted is not filled")
  func unmounted() async throws {
    _ = put("music/stick/Old.flac", "Old")
    _ = put("music/First/Other.flac", "Other", seconds: 4)
    try await test.scan()
    let stick = test.music.appending("stick")
    try test.database.run(
      "UPDATE folders SET is_mount = 1 WHERE path = CAST('\(stick.text)' AS BLOB)")
    _ = put("in/a.flac", "One", seconds: 5)
    #expect(try await add(into: "music/stick").stop == .absent(stick))
    #expect(try await add().added == 1)
  }

  @Test("a file that is the one in its place by another name is left alone")
  func oneFile() async throws {
    let bytes = put("in/a.flac", "One")
    makeFolder(test.folder["music/First"])
    link(test.folder["in/a.flac"].text, test.folder["music/First/One.flac"].text)
    let report = try await add()
    #expect(report.skipped == 1 && report.failed == 0, "\(report.files)")
    for name in ["in/a.flac", "music/First/One.flac"] {
      #expect(FileManager.default.contents(atPath: test.folder[name].text) == Data(bytes))
    }
    #expect(!isThere("music/First/One (2).flac"))
  }

  @Test("a cover stays where its music went to several folders, and a sheet follows what it names")
  func companions() async throws {
    _ = put("in/one.flac", "One")
    _ = put("in/disc.flac", "Two", album: "Second", seconds: 5)
    test.folder.write("in/cover.jpg", [1])
    test.folder.write(
      "in/disc.cue",
      Array("FILE \"disc.wav\" WAVE\n TRACK 01 AUDIO\n INDEX 01 00:00:00\n".utf8))
    test.folder.write(
      "in/other.cue",
      Array("FILE \"no.wav\" WAVE\n TRACK 01 AUDIO\n INDEX 01 00:00:00\n".utf8))
    let report = try await add()
    #expect(report.added == 2 && report.accompanied == 1, "\(report.files)")
    for name in ["music/First/One.flac", "music/Second/disc.flac", "music/Second/disc.cue"] {
      #expect(isThere(name), "\(name)")
    }
    #expect(isThere("in/cover.jpg") && isThere("in/other.cue") && !isThere("in/disc.cue"))
  }

  @Test("of a named file only its lyrics and the sheet that names it come along")
  func named() async throws {
    _ = put("in/one.flac", "One")
    test.folder.write("in/cover.jpg", [1])
    test.folder.write("in/one.lrc", Array("[00:01]words".utf8))
    let report = try await add(["in/one.flac"])
    #expect(report.added == 1 && report.accompanied == 1, "\(report.files)")
    #expect(isThere("music/First/One.lrc") && isThere("in/cover.jpg"))
  }
}
