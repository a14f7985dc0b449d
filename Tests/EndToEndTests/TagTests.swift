import Foundation
import ServerHarness
import Testing

/// `tritone tags` as the real program, on real files.
@Suite("tags write and tags show", .serialized)
struct TagTests {
  private func objects(_ output: String) throws -> [[String: Any]] {
    try output.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private func fill(_ box: Sandbox, seconds: Double = 1) throws -> [URL] {
    let files = try [("One.mp3", 300), ("Two.flac", 400), ("Three.m4a", 500), ("Four.ogg", 600)]
      .map { try box.tone($0, $1, seconds: seconds, tags: ["title": "Tone \($1)"]) }
    #expect(try box.tritone("scan", box.music.path).status == 0)
    _ = try box.sql(TagTests.marking(4, bpm: 128) + "; UPDATE tracks SET key = 'Am'")
    return files
  }

  /// Rates all tracks and sets their tempo.
  private static func marking(_ stars: Int, bpm: Int) -> String {
    "INSERT OR REPLACE INTO marks (track, rating) SELECT id, \(stars) FROM tracks;"
      + " UPDATE tracks SET bpm = \(bpm)"
  }

  /// Temporary files of the writer, each of which replaces a file when complete.
  private func hidden(_ box: Sandbox) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: box.music.path)
      .filter { $0.hasPrefix(".") }
  }

  /// Whether a program has installed a handler for a signal.
  private func catches(_ signal: Int32, _ program: Spawned) -> Bool {
    // Absent once the program has ended.
    let status = try? String(contentsOfFile: "/proc/\(program.pid)/status", encoding: .utf8)
    let mask = status?.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }?
      .split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }
    return (mask ?? 0) >> UInt64(signal - 1) & 1 == 1
  }

  private func sound(_ file: URL) throws -> String {
    try Program.check(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-i", file.path, "-map", "0", "-c", "copy", "-f", "streamhash",
        "-",
      ])
  }

  @Test(
    "a library's ratings, tempos and keys are in the files, and the next scan finds nothing new")
  func story() throws {
    try Sandbox.with(sound: false) { box in
      let files = try fill(box)
      let sounds = try files.map(sound)
      let dry = try box.tritone("tags", "write", "--all", "--dry-run", box.music.path)
      #expect(dry.status == 0 && dry.output.contains("4 would be written, 0 up to date"))
      #expect(dry.output.contains("One.mp3\tPOPM:Windows Media Player 9 Series = 196"))

      let library = box.library
      let result = try box.tritone(
        "--library", library, "tags", "write", "--all", box.music.path)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output == "4 written, 0 up to date\n")
      #expect(try files.map(sound) == sounds)
      let again = try objects(try box.tritone("tags", "write", "--all", "--json", "tone").output)
      #expect(again.count == 5 && again.last?["upToDate"] as? Int == 4)
      let scan = try objects(try box.tritone("scan", "--json").output)
      #expect(scan.first?["unchanged"] as? Int == 4 && scan.first?["updated"] as? Int == 0)

      let shown = try objects(try box.tritone("tags", "show", "--json", files[1].path).output)
      #expect(
        shown.contains { $0["name"] as? String == "FMPS_RATING" && $0["value"] as? String == "0.8" }
      )
      let lines = try box.tritone("tags", "show", files[0].path).output
      #expect(lines.contains("TKEY\tAm\n") && lines.contains("TBPM\t128\n"))
    }
  }

  @Test("what cannot be written is named, the rest is written, and the exit code says so")
  func failures() throws {
    try Sandbox.with(sound: false) { box in
      let files = try fill(box)
      try box.tone("Five.mka", 700, seconds: 1)
      #expect(try box.tritone("scan").status == 0)
      _ = try box.sql(TagTests.marking(4, bpm: 128))
      #expect(chmod(files[0].path, 0o444) == 0)
      let result = try box.tritone("tags", "write", "--rating", "")
      #expect(result.status == 1)
      #expect(result.output == "3 written, 0 up to date, 1 cannot be written, 1 failed\n")
      #expect(result.errors.contains("Five.mka: a Matroska file cannot be written\n"))
      #expect(result.errors.contains("One.mp3: the file is read-only\n"))
      #expect(result.errors.split(separator: "\n").count == 2)

      #expect(try box.tritone("tags", "write", box.music.path).status == 2)
      let elsewhere = try box.tritone("tags", "write", "--all", "/usr/share")
      #expect(elsewhere.status == 1 && elsewhere.errors.contains("tritone scan adds it first"))
      #expect(try box.tritone("tags", "write", "--all", "/dev/null/x").status == 1)
      #expect(try box.tritone("tags", "show", "/etc/hostname").status == 1)
    }
  }

  @Test("killed at any moment, every file is whole, and what is left behind the next run removes")
  func killed() throws {
    try Sandbox.with(sound: false) { box in
      let files = try fill(box, seconds: 60)
      let sounds = try files.map(sound)
      var interrupted = 0
      for round in 0..<20 {
        // Each round has something to write into every file.
        _ = try box.sql(TagTests.marking(round % 5 + 1, bpm: 100 + round))
        let writer = try Spawned(
          Sandbox.binary, ["tags", "write", "--all", ""], environment: box.environment)
        usleep(useconds_t(5_000 * round + 20_000))
        if writer.poll() == nil { interrupted += 1 }
        writer.end(SIGKILL)
        #expect(try hidden(box).count <= 1)
        #expect(try files.map(sound) == sounds)
      }
      #expect(interrupted > 0)
      // A remainder as of another writer that was killed.
      try Data("half a file".utf8).write(
        to: box.music.appendingPathComponent(".tritone-tags-AbCdEf"))
      let last = try box.tritone("tags", "write", "--all", "")
      #expect(last.status == 0, "\(last.errors)")
      #expect(try hidden(box).isEmpty)
      #expect(try files.map(sound) == sounds)
      let scan = try objects(try box.tritone("scan", "--json").output)
      #expect(scan.first?["failed"] as? Int == 0 && scan.first?["missing"] as? Int == 0)
    }
  }

  @Test("Ctrl-C stops between two files or within one, and leaves all of them whole")
  func interrupted() throws {
    try Sandbox.with(sound: false) { box in
      let files = try fill(box, seconds: 120)
      let sounds = try files.map(sound)
      var stopped = 0
      // On a busy machine the writer can end before the signal: then more rounds follow.
      for round in 0..<40 where round < 8 || stopped == 0 {
        _ = try box.sql(TagTests.marking(round % 5 + 1, bpm: 100 + round))
        let writer = try Spawned(
          Sandbox.binary, ["tags", "write", "--all", ""], environment: box.environment)
        while writer.poll() == nil,
          try !catches(SIGINT, writer)
            || !hidden(box).contains(where: { $0.hasPrefix(".tritone-tags-") })
        {
          usleep(500)
        }
        usleep(useconds_t(7_000 * (round % 8)))
        writer.end(SIGINT)
        if writer.status == 1 { stopped += 1 }
        #expect(writer.status == 0 || writer.status == 1 || writer.status == 130)
        #expect(try hidden(box).isEmpty)
        #expect(try files.map(sound) == sounds)
      }
      #expect(stopped > 0)
    }
  }
}
