import Foundation
import ServerHarness
import Testing

/// Files copied and moved into the library's folder by the real program.
@Suite("Adding files to the library's folder", .serialized)
struct AddJourneyTests {
  private func files(_ folder: URL) -> [String] {
    let all = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
    return all.filter {
      var isFolder: ObjCBool = false
      let path = folder.appendingPathComponent($0).path
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  /// Albums in `home/in`, the library's folder empty.
  private func fill(_ box: Sandbox, seconds: Double = 1) throws -> URL {
    try box.fillMusic(seconds: seconds)
    let source = box.folder.appendingPathComponent("home/in")
    try FileManager.default.moveItem(at: box.music, to: source)
    try FileManager.default.createDirectory(at: box.music, withIntermediateDirectories: true)
    try box.tone(
      "Old/Song.flac", 200, seconds: 1, tags: ["title": "Old Song", "artist": "Old"])
    #expect(try box.tritone("scan", box.music.path).status == 0)
    return source
  }

  @Test("a copy, the same again, and a move of what moved already: told in words and as JSON")
  func commands() throws {
    try Sandbox.with(sound: false) { box in
      let source = try fill(box)
      try Data([1, 2, 3]).write(
        to: source.appendingPathComponent("Alpha/First Light/cover.jpg"))
      let dry = try box.tritone("add", "--copy", "--dry-run", source.path)
      #expect(dry.status == 0 && dry.output.contains("would: 10 copied"), "\(dry)")
      #expect(files(box.music) == ["Old/Song.flac"])
      let copy = try box.tritone("add", "--copy", source.path)
      #expect(
        copy.status == 0 && copy.output.contains("10 copied, 1 with them"), "\(copy)")
      #expect(files(box.music).contains("Alpha/First Light/01 Tone 300.flac"))
      #expect(files(box.music).contains("Alpha/First Light/cover.jpg"))
      #expect(files(source).count == 11)
      #expect(try box.sql("SELECT count(*) FROM tracks WHERE NOT missing") == "11")
      let again = try box.tritone("add", "--copy", source.path, "--json")
      let object =
        try JSONSerialization.jsonObject(with: Data(again.output.utf8)) as? [String: Any]
      #expect(object?["added"] as? Int == 0 && object?["alreadyThere"] as? Int == 10)
      // The library has them: a move with another layout finds duplicates, and leaves them.
      let other = try box.tritone("add", "--move", source.path, "--layout", "{Genre}/{Title}")
      #expect(other.status == 0 && other.output.contains("10 duplicates"), "\(other)")
      #expect(files(source).count == 11)
      let move = try box.tritone("add", "--move", source.path)
      #expect(move.status == 0 && move.output.contains("10 there already"), "\(move)")
      #expect(files(source).isEmpty)
    }
  }

  @Test(
    "misuse gives 2, what cannot be done 1, and each one clear line",
    arguments: [
      (["add"], Int32(2), "Missing expected argument"), (["add", "/x"], 2, "--copy or --move"),
      (["add", "--copy", "--move", "/x"], 2, "--copy or --move"),
      (["add", "--copy", "/none"], 1, "there is no file or folder"),
      (["add", "--copy", "/", "--layout", "{Nothing}"], 2, "there is no {Nothing}"),
      (["add", "--copy", "/etc", "--into", "/dev/null"], 1, "is not a folder"),
    ])
  func misuse(arguments: [String], status: Int32, text: String) throws {
    try Sandbox.with(sound: false) { box in
      let result = try Program.run(Sandbox.binary, arguments, environment: box.environment)
      #expect(result.status == status && result.errors.contains(text), "\(result)")
      #expect(result.errors.split(separator: "\n").count == 1)
    }
  }

  @Test("kill -9 in the middle of moves loses nothing, and the next one ends them")
  func killed() throws {
    try Sandbox.with(sound: false) { box in
      _ = try fill(box)
      // Another file system, so that files are copied.
      let source = URL(fileURLWithPath: "/dev/shm/tt-\(UUID().uuidString.prefix(8))")
      defer { try? FileManager.default.removeItem(at: source) }
      try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
      let tone = try box.tone("../tone.flac", 440, seconds: 10)
      var originals: Set<Data> = []
      func contents(_ folder: URL) throws -> Set<Data> {
        Set(try files(folder).map { try Data(contentsOf: folder.appendingPathComponent($0)) })
      }
      for number in 1...40 {
        // Other bytes behind the last frame: another file of another sound.
        var bytes = try Data(contentsOf: tone)
        bytes.replaceSubrange(26..<42, with: (0..<16).map { UInt8($0 + number) })
        try bytes.write(to: source.appendingPathComponent("\(number).flac"))
        originals.insert(bytes)
      }
      let arguments = ["add", "--move", source.path, "--layout", "in/{Title}"]
      var hits = 0
      // While more and more files are copied, and at last while originals are deleted.
      for copies in stride(from: 1, through: 41, by: 5) {
        let run = try Spawned(Sandbox.binary, arguments, environment: box.environment)
        try Program.wait("a move") {
          run.poll() != nil || files(source).count < originals.count
            || files(box.music).count { $0.hasPrefix("in/") } >= copies
        }
        kill(run.pid, SIGKILL)
        run.end(SIGKILL)
        #expect(try contents(source).union(contents(box.music)).isSuperset(of: originals))
        let isBegun = files(box.music).contains { $0.hasPrefix("in/") }
        if isBegun, !files(source).isEmpty { hits += 1 }
      }
      #expect(hits > 0)
      let last = try Program.run(Sandbox.binary, arguments, environment: box.environment)
      #expect(last.status == 0, "\(last)")
      #expect(files(source).isEmpty)
      #expect(files(box.music).filter { $0.hasPrefix("in/") }.count == 40)
      #expect(try contents(box.music).isSuperset(of: originals))
      #expect(!files(box.music).contains { $0.contains(".tritone-new") })
      #expect(try box.sql("SELECT count(*) FROM tracks WHERE NOT missing") == "41")
    }
  }

  @Test(
    "a full disk ends it with nothing lost, and a read-only one before anything",
    .enabled(if: SmallDisk.isPermitted, "mounting a small disk takes root"))
  func full() throws {
    try Sandbox.with(sound: false) { box in
      let source = try fill(box, seconds: 4)
      let disk = try SmallDisk(
        at: box.folder.appendingPathComponent("disk"), bytes: 600_000)
      let into = disk.folder.appendingPathComponent("m").path
      let full = try box.tritone("add", "--move", source.path, "--into", into)
      #expect(full.status == 1 && full.errors.contains("no space is left"), "\(full)")
      let moved = files(disk.folder).count
      #expect(moved > 0 && moved + files(source).count == 10)
      #expect(!files(disk.folder).contains { $0.contains(".tritone-new") })
      #expect(
        try box.sql("SELECT count(*) FROM tracks WHERE NOT missing") == "\(1 + moved)")
      try disk.setReadOnly(true)
      let refused = try box.tritone("add", "--move", source.path, "--into", into)
      #expect(refused.status == 1 && refused.errors.contains("cannot write"), "\(refused)")
      #expect(moved + files(source).count == 10)
    }
  }

  @Test("the player moves files, shows what came of it, and their marks stay with them")
  func player() throws {
    try Sandbox.with(sound: false) { box in
      let source = try fill(box)
      #expect(try box.tritone("scan", source.appendingPathComponent("Beta").path).status == 0)
      _ = try box.sql(
        """
        INSERT INTO marks (track, rating)
        SELECT id, 4 FROM tracks WHERE title = 'Tone 540'
        """)
      let player = try box.player(["--output", "null"])
      try player.see("▸ Music")
      try player.type(":add-move ~/nothing")
      try player.press("Enter")
      try player.see("There is no file or folder")
      try player.type(":add-move ~/in")
      try player.press("Enter")
      // The library has two folders.
      try player.see("Move into")
      try player.see("home/Music")
      try player.press("Enter")
      try Program.wait("all files to move") { files(source).isEmpty }
      try player.see("moved")
      try player.leave()
      #expect(files(box.music).count == 11)
      #expect(
        try box.sql(
          """
          SELECT rating FROM marks JOIN tracks ON tracks.id = marks.track
          WHERE title = 'Tone 540' AND NOT missing
          """) == "4")
      #expect(try box.sql("SELECT count(*) FROM tracks WHERE title = 'Tone 540'") == "1")
    }
  }
}
