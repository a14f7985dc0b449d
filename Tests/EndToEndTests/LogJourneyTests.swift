import Foundation
import Testing

/// The log of the real program.
@Suite("The log", .serialized)
struct LogJourneyTests {
  private func path(_ box: Sandbox) throws -> String {
    try box.tritone("log", "--path").output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func permissions(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test("a file that cannot be read is played, and :log says why")
  func unreadable() throws {
    try Sandbox.with(sound: false) { box in
      let song = try box.tone("Song.flac", 440, seconds: 5, tags: ["title": "Broken"])
      let next = try box.tone("Next.flac", 550, seconds: 60, tags: ["title": "Whole"])
      #expect(try box.tritone("scan", box.music.path).status == 0)
      // Nothing of it is left, and the library does not know.
      let player = try box.player(["--no-watch", "--output", "null"])
      try player.see("Broken")
      try Data("no music".utf8).write(to: song)
      try player.type(":browse songs")
      try player.press("Enter")
      try player.see("Broken")
      try player.press("/")
      try player.type("broken")
      try player.press("Enter")
      try player.see("1 row")
      try player.press("Enter")
      try player.see("✕ Broken")
      try player.type(":log error")
      try player.press("Enter")
      try player.see("playback: cannot be played")
      try player.see("Song.flac")
      try player.see("reason: ")
      try player.press("Escape")
      try player.see(no: "─ Log ─")
      try player.leave()
      let shown = try box.tritone("log", "--json", "--level", "error").output
      #expect(shown.contains("\"message\":\"cannot be played\""))
      #expect(shown.contains(song.path) && !shown.contains(next.path))
      let all = try box.tritone("log").output
      for text in ["program[", "started", "terminal=", "output opened", "left"] {
        #expect(all.contains(text), "\(text)")
      }
      let log = try path(box)
      #expect(try permissions(log) == 0o600)
      #expect(try permissions((log as NSString).deletingLastPathComponent) == 0o700)
    }
  }

  @Test("a scan names the files that failed; the log command filters, follows and ends with head")
  func command() throws {
    try Sandbox.with(sound: false) { box in
      #expect(try box.tritone("log").output.isEmpty)
      try box.tone("Song.flac", 440, seconds: 1)
      try Data("no music".utf8).write(to: box.music.appendingPathComponent("bad.mp3"))
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let log = try box.tritone("log").output
      #expect(log.contains("scan[") && log.contains("found=2") && log.contains("failed=1"))
      let warnings = try box.tritone("log", "--level", "warning").output
      #expect(warnings.contains("bad.mp3") && !warnings.contains("info"))
      #expect(try box.tritone("log", "--lines", "1").output.split(separator: "\n").count == 1)
      #expect(try box.tritone("log", "--level", "loud").status == 2)
      let piped = try Program.run(
        "sh", ["-c", "'\(Sandbox.binary)' log --follow | head -n 2"], environment: box.environment)
      #expect(piped.status == 0 && piped.output.split(separator: "\n").count == 2)
    }
  }

  @Test("analysis, tags, import and render tell what they could not do")
  func commands() throws {
    try Sandbox.with(sound: false) { box in
      let song = try box.tone("Song.flac", 440, seconds: 2)
      let lost = try box.tone("Lost.flac", 550, seconds: 2)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let list = box.folder.appendingPathComponent("Both.m3u")
      try Data("\(song.path)\n\(lost.path)\n".utf8).write(to: list)
      #expect(try box.tritone("import", list.path).status == 0)
      #expect(try box.tritone("import", box.folder.path + "/none.m3u").status == 1)
      try Data("no music".utf8).write(to: lost)
      #expect(try box.tritone("analyze", lost.path).status == 1)
      #expect(try box.tritone("tags", "write", "--rating", lost.path).status == 1)
      let mix = box.folder.path + "/mix.wav"
      #expect(try box.tritone("render", "Both", "-o", mix, "--skip-missing").status == 0)
      let log = try box.tritone("log").output
      for text in [
        "exchange[", "imported file=", "Both.m3u", "cannot be imported file=", "none.m3u",
        "analysis[", "a file cannot be analysed file=", "tags[", "cannot be written file=",
        "render[", "tracks=1", "skipped=1",
      ] {
        #expect(log.contains(text), "\(text)")
      }
    }
  }

  @Test("the watch on the folders tells what it took in")
  func watching() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 2, tags: ["title": "One"])
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let player = try box.player(["--output", "null"])
      try player.see("One")
      try box.tone("Two.flac", 550, seconds: 2, tags: ["title": "Two"])
      try player.see("Two")
      try player.wait("the log") { _ in
        try box.tritone("log").output.contains("changes taken in new=1 changed=0")
      }
      try player.leave()
    }
  }

  @Test("the doctor names the log and its last error, or why there is none")
  func doctor() throws {
    try Sandbox.with(sound: false) { box in
      let log = try path(box)
      func line() throws -> String {
        let lines = try box.tritone("doctor", "--json", "--output", "null").output
        return String(
          try #require(lines.split(separator: "\n").first { $0.contains("\"check\":\"log\"") }))
      }
      #expect(try line().contains("no error in it"))
      // Only a command that fails writes an error.
      #expect(try box.tritone("scan").status == 1)
      #expect(try line().contains("the last error of"))
      try FileManager.default.removeItem(atPath: log)
      try FileManager.default.createDirectory(atPath: log, withIntermediateDirectories: false)
      #expect(try line().contains("\"fine\":false"))
      #expect(try line().contains("is not a file: remove it"))
      #expect(try box.tritone("scan").status == 1)
      try FileManager.default.removeItem(atPath: log)
      try FileManager.default.createSymbolicLink(
        atPath: log, withDestinationPath: box.folder.path + "/elsewhere")
      #expect(try line().contains("symbolic link"))
      #expect(try box.tritone("scan").status == 1)
      #expect(!FileManager.default.fileExists(atPath: box.folder.path + "/elsewhere"))
    }
  }

  @Test("no password, query or path argument of a stream gets into the log")
  func secrets() throws {
    try Sandbox.with(sound: false) { box in
      let address = "http://me:secret1@127.0.0.1:9/live?token=secret2"
      let player = try box.player(["--output", "null", address])
      try player.wait("the failure in the log") { _ in
        try box.tritone("log", "--level", "error").output.contains("127.0.0.1")
      }
      try player.leave()
      let log = try String(contentsOfFile: path(box), encoding: .utf8)
      #expect(log.contains("http://127.0.0.1:9/live") && !log.contains("secret"))
    }
  }
}
