import Foundation
import ServerHarness
import Testing

/// Threads of the finished player while nothing happens.
@Suite("An idle player", .serialized)
struct IdleTests {
  /// How often a thread went to sleep, by its name and number.
  private func sleeps(_ process: pid_t) throws -> [String: Int] {
    let folder = "/proc/\(process)/task"
    var sleeps: [String: Int] = [:]
    for thread in try FileManager.default.contentsOfDirectory(atPath: folder) {
      // A thread may have ended meanwhile.
      guard let text = try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)
      else { continue }
      func value(_ field: String) -> String? {
        text.split(separator: "\n").first { $0.hasPrefix(field + ":") }
          .map { $0.dropFirst(field.count + 1).trimmingCharacters(in: .whitespaces) }
      }
      guard let name = value("Name"),
        let count = value("voluntary_ctxt_switches").flatMap({ Int($0) })
      else { continue }
      sleeps["\(name) \(thread)"] = count
    }
    return sleeps
  }

  /// Waits until no thread wakes, comes or goes for some seconds.
  private func waitForRest(_ process: pid_t, _ what: String) throws -> [String] {
    var (before, after): ([String: Int], [String: Int]) = ([:], [:])
    try Program.wait("rest, \(what)") {
      before = try sleeps(process)
      // Threads without work end after five.
      usleep(6_000_000)
      after = try sleeps(process)
      return before == after
    } state: {
      "\(before)\n\(after)"
    }
    return after.keys.map { $0.split(separator: " ").dropLast().joined(separator: " ") }
  }

  @Test("wakes no thread while it is paused or stopped, and all of its threads are in the docs")
  func rests() throws {
    try Sandbox.with { box in
      let desktop = try Desktop(box)
      for (title, tone) in [("One", 440), ("Two", 550)] {
        try box.tone("\(title).flac", tone, seconds: 100, tags: ["title": title, "artist": "Ola"])
      }
      let player = try box.player([box.music.path], isHosted: true)
      try player.reach(seconds: 2)
      let host = try #require(box.host)
      try player.press("Space")
      try player.see("Paused")
      var names = try waitForRest(host, "paused with a terminal")
      let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../docs/architecture.md")
      let docs = try String(contentsOf: page, encoding: .utf8)
      for name in names where name != "tritone" {
        #expect(docs.contains("`\(name)`"), "\(names)")
      }
      #expect(try box.run(["stop"]).status == 0)
      names = try waitForRest(host, "stopped")
      #expect(try desktop.playerctl("status") == "Stopped")
      #expect(!names.contains("tasks"), "\(names)")
      try player.press("q")
      try player.left()
    }
  }

  @Test("wakes no thread while it is paused without a terminal")
  func detached() throws {
    try Sandbox.with { box in
      try box.tone("One.flac", 440, seconds: 100, tags: ["title": "One"])
      let file = "\(box.music.path)/One.flac"
      let process = try Spawned(Sandbox.binary, ["host", file], environment: box.environment)
      defer { process.end() }
      try box.waitForStatus("the sound") { $0.playback == "playing" && $0.position > 1 }
      #expect(try box.run(["pause"]).status == 0)
      _ = try waitForRest(try #require(box.host), "paused without a terminal")
      #expect(try box.status().playback == "paused")
      #expect(try box.run(["quit"]).status == 0)
    }
  }
}
