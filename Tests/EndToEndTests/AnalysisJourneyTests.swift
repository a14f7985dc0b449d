import Foundation
import ServerHarness
import Testing

/// Audio analysis by the real program.
@Suite("Analysis journeys", .serialized)
struct AnalysisJourneyTests {
  private func objects(_ output: String) throws -> [[String: Any]] {
    try output.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  /// Clicks at 120 BPM over a chord of A minor.
  @discardableResult
  private func beats(_ box: Sandbox, _ name: String, seconds: Int = 20) throws -> URL {
    let file = box.music.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    let sound =
      "0.6*exp(-60*mod(t,0.5))*sin(2*PI*1500*mod(t,0.5))"
      + "+0.07*(sin(2*PI*220*t)+sin(2*PI*261.63*t)+sin(2*PI*329.63*t))"
    try Program.check(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
        "aevalsrc='\(sound)':s=22050:d=\(seconds)", "-metadata",
        "title=\(file.deletingPathExtension().lastPathComponent)", file.path,
      ])
    return file
  }

  /// Another file of 20 seconds, repeated for half an hour.
  private func long(_ box: Sandbox, _ name: String, of other: String) throws {
    try Program.check(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-y", "-stream_loop", "89", "-i",
        box.music.appendingPathComponent(other).path, "-metadata", "title=\(name)",
        box.music.appendingPathComponent(name).path,
      ])
  }

  @Test("a player analyses its library by itself, and the list shows the tempo")
  func byItself() throws {
    try Sandbox.with(sound: false) { box in
      for index in 1...3 { try beats(box, "Beat \(index).flac") }
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let player = try box.player(["--output", "null"])
      try player.press("]")
      try player.see("Beat 1")
      try player.wait("the tempos") { $0.components(separatedBy: "120").count > 3 }
      try beats(box, "Late.flac")
      try player.see("Late")
      try player.wait("the late one's tempo") {
        $0.components(separatedBy: "120").count > 4
      }
      try player.leave()
      let found = try objects(try box.tritone("search", "--json", "").output)
      #expect(found.count == 4)
      for track in found {
        #expect(abs((track["bpm"] as? Double ?? 0) - 120) < 0.5)
        #expect(track["key"] as? String != nil)
      }
    }
  }

  @Test("a pause holds over a restart, and what goes on then is all that was left")
  func paused() throws {
    try Sandbox.with(sound: false) { box in
      try beats(box, "Beat.flac", seconds: 5)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let first = try box.player(["--output", "null"])
      try first.press(":")
      try first.type("analysis pause")
      try first.press("Enter")
      try first.see("The analysis is paused")
      try first.leave()
      let before = try box.sql("SELECT count(*) FROM analyses")
      for index in 1...8 { try beats(box, "Later \(index).flac", seconds: 5) }
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let player = try box.player(["--output", "null"])
      try player.see("Analysis paused")
      #expect(try box.sql("SELECT count(*) FROM analyses") == before)
      try player.press(":")
      try player.type("analysis resume")
      try player.press("Enter")
      try Program.wait("the rest") {
        try box.sql("SELECT count(*) FROM tracks")
          == box.sql("SELECT count(*) FROM analyses")
      }
      try player.see(no: "Analysis paused")
      try player.leave()
    }
  }

  @Test("analyze --json says what was found in each track, and does nothing twice")
  func command() throws {
    try Sandbox.with(sound: false) { box in
      for index in 1...3 { try beats(box, "Beat \(index).flac") }
      let whole = try beats(box, "Cut.mp3")
      let text = box.music.appendingPathComponent("Text.mp3")
      try FileManager.default.copyItem(at: whole, to: text)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      // Other contents, with the file stamps that the library has.
      for (file, length) in [(whole, 40), (text, 0)] {
        let size = try Data(contentsOf: file).count
        try Program.check("touch", ["-r", file.path, box.folder.path + "/stamp"])
        let handle = try FileHandle(forWritingTo: file)
        try handle.seek(toOffset: UInt64(length))
        let junk = Data(String(repeating: "no music\n", count: size).utf8)
        try handle.write(contentsOf: junk.prefix(size - length))
        try handle.close()
        try Program.check("touch", ["-r", box.folder.path + "/stamp", file.path])
      }
      let first = try box.tritone("analyze", "--json", "--jobs", "2")
      #expect(first.status == 1, "\(first.errors)")
      let lines = try objects(first.output)
      #expect(lines.count == 6)
      #expect(lines.last?["analysed"] as? Int == 3 && lines.last?["failed"] as? Int == 2)
      for line in lines where line["status"] as? String == "found" {
        let tempo = try #require(line["tempo"] as? [String: Any])
        #expect(abs((tempo["bpm"] as? Double ?? 0) - 120) < 0.5)
        let loudness = try #require(line["loudness"] as? [String: Any])
        #expect((loudness["integrated"] as? Double ?? 0) < -5)
      }
      for line in lines where line["status"] as? String == "failed" {
        #expect(!(line["reason"] as? String ?? "").isEmpty)
      }
      // Failed files are not tried again either, until they change.
      let second = try objects(try box.tritone("analyze", "--json").output)
      #expect(second.count == 1 && second[0]["unchanged"] as? Int == 5)
      let again = try objects(
        try box.tritone("analyze", "--json", "--again", "--parts", "tempo,key", "title:Beat").output
      )
      #expect(again.count == 4 && again.last?["analysed"] as? Int == 3)
      #expect(again[0]["tempo"] != nil && again[0]["loudness"] == nil)
    }
  }

  @Test("files outside of the library are printed and not kept; mistakes are named")
  func loose() throws {
    try Sandbox.with(sound: false) { box in
      let file = try beats(box, "Loose.flac")
      let result = try box.tritone("analyze", file.path)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.contains("Loose.flac\t120.0 BPM"))
      #expect(!FileManager.default.fileExists(atPath: box.library))
      let json = try objects(try box.tritone("analyze", "--json", file.path).output)
      #expect(json.count == 2 && json[0]["status"] as? String == "found")
      let host = try box.tritone("analyze", "/etc/hostname")
      #expect(host.status == 1 && host.errors.contains("/etc/hostname: not an audio file"))
      #expect(try box.tritone("analyze", "/dev/null/x").status == 1)
      #expect(try box.tritone("analyze", "--parts", "mood", file.path).status == 2)
      #expect(try box.tritone("analyze", "--jobs", "0", file.path).status == 2)
      #expect(try box.tritone("analyze").status == 1)
      let help = try box.tritone("analyze", "--help")
      #expect(help.status == 0 && help.output.contains("Examples:"))
    }
  }

  @Test("Ctrl-C keeps what was found and the next run does the rest")
  func interrupted() throws {
    try Sandbox.with(sound: false) { box in
      for index in 1...10 { try beats(box, "Beat \(index).flac") }
      for index in 11...12 { try long(box, "Beat \(index).flac", of: "Beat 1.flac") }
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let output = box.folder.appendingPathComponent("out").path
      let run = try Spawned(
        Sandbox.binary, ["analyze", "--jobs", "1", "--json"], environment: box.environment,
        output: output)
      try Program.wait("the first tracks to be kept") {
        try (Int(box.sql("SELECT count(*) FROM analyses")) ?? 0) > 0
      }
      let said = Date()
      kill(run.pid, SIGINT)
      try Program.wait("the end") { run.poll() != nil }
      print("from Ctrl-C to the end: \(Date().timeIntervalSince(said)) s")
      let lines = try objects(try String(contentsOfFile: output, encoding: .utf8))
      let done = try #require(lines.last?["analysed"] as? Int)
      #expect(run.status == 1 && lines.last?["isStopped"] as? Bool == true)
      #expect(done > 0 && done < 12)
      #expect(try box.sql("SELECT count(*) FROM analyses") == "\(done)")
      let rest = try Program.run(
        Sandbox.binary, ["analyze", "--json"], environment: box.environment, within: 600)
      #expect(rest.status == 0)
      #expect(try objects(rest.output).last?["analysed"] as? Int == 12 - done)
    }
  }

  /// The paths that two processes at once report as analysed.
  private func shared(_ box: Sandbox, _ runs: [Spawned], _ outputs: [String]) throws -> [String] {
    for run in runs { try Program.wait("the end", within: 600) { run.poll() != nil } }
    #expect(runs.allSatisfy { $0.status == 0 })
    return try outputs.flatMap { output in
      try objects(try String(contentsOfFile: output, encoding: .utf8))
        .compactMap { $0["path"] as? String }
    }
  }

  @Test("two commands at once share a library, and do no track twice")
  func together() throws {
    try Sandbox.with(sound: false) { box in
      for index in 1...24 { try beats(box, "Beat \(index).flac", seconds: 4 + index % 5) }
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let outputs = [1, 2].map { box.folder.appendingPathComponent("out\($0)").path }
      let runs = try outputs.map {
        try Spawned(
          Sandbox.binary, ["analyze", "--jobs", "2", "--json"], environment: box.environment,
          output: $0)
      }
      let done = try shared(box, runs, outputs)
      // A process does not report the tracks that the other one analysed.
      #expect(done.count == Set(done).count)
      #expect(done.count == 24)
      #expect(try box.sql("SELECT count(*) FROM analyses") == "24")
    }
  }

  @Test("a player and a command at once do no track twice")
  func playerAndCommand() throws {
    try Sandbox.with(sound: false) { box in
      // Some are left when the trigger is there, also where others keep the processor.
      let count = 140
      for index in 1...count { try beats(box, "Beat \(index).flac", seconds: 16) }
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let player = try box.player(["--output", "null"])
      let output = box.folder.appendingPathComponent("out").path
      let run = try Spawned(
        Sandbox.binary, ["analyze", "--jobs", "1", "--json"], environment: box.environment,
        output: output)
      try Program.wait("something to be said") {
        try !String(contentsOfFile: output, encoding: .utf8).isEmpty
      }
      // A trigger records every stored analysis. Only from here on: a library with a foreign
      // trigger is not opened.
      let before = try box.sql(
        """
        BEGIN IMMEDIATE;
        CREATE TABLE kept (track INTEGER);
        INSERT INTO kept SELECT track FROM analyses;
        CREATE TRIGGER noted AFTER INSERT ON analyses BEGIN INSERT INTO kept VALUES (NEW.track); END;
        CREATE TRIGGER noted_again AFTER UPDATE OF tempo_version ON analyses BEGIN
          INSERT INTO kept VALUES (NEW.track); END;
        SELECT count(*) < \(count) FROM kept;
        COMMIT;
        """)
      #expect(before == "1")
      _ = try shared(box, [run], [output])
      try Program.wait("the player's") {
        try box.sql("SELECT count(*) FROM analyses") == "\(count)"
      }
      try player.leave()
      #expect(
        try box.sql("SELECT count(*), count(DISTINCT track) FROM kept") == "\(count)|\(count)")
    }
  }

  @Test("killed in the middle, nothing is lost that was said to be kept")
  func killed() throws {
    try Sandbox.with(sound: false) { box in
      for index in 1...40 { try beats(box, "Beat \(index).flac", seconds: 30) }
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let output = box.folder.appendingPathComponent("out").path
      let run = try Spawned(
        Sandbox.binary, ["analyze", "--jobs", "1", "--json"], environment: box.environment,
        output: output)
      try Program.wait("something to be said") {
        try !String(contentsOfFile: output, encoding: .utf8).isEmpty
      }
      run.end(SIGKILL)
      let text = try String(contentsOfFile: output, encoding: .utf8)
      let said = try objects(String(text[..<(text.lastIndex(of: "\n") ?? text.startIndex)]))
        .compactMap { $0["path"] as? String }
      #expect(!said.isEmpty)
      let kept = try box.sql(
        "SELECT CAST(t.path AS TEXT) FROM tracks t JOIN analyses a ON a.track = t.id"
      ).split(separator: "\n").map(String.init)
      #expect(Set(said).isSubset(of: kept))
      #expect(try box.sql("PRAGMA integrity_check") == "ok")
      let rest = try Program.run(
        Sandbox.binary, ["analyze", "--json"], environment: box.environment, within: 600)
      #expect(try objects(rest.output).last?["analysed"] as? Int == 40 - kept.count)
    }
  }
}
