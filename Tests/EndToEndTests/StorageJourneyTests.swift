import Foundation
import Testing

/// Statistics, storage and beginning anew, in the real program.
@Suite("Statistics and storage", .serialized)
struct StorageJourneyTests {
  @Test("commands tell what the library holds, clear caches and begin it anew behind a backup")
  func commands() throws {
    try Sandbox.with(sound: false) { box in
      for name in ["One", "Two"] {
        try box.tone("\(name).flac", 440, seconds: 2, tags: ["title": name, "artist": "Ada"])
      }
      #expect(try box.tritone("stats").status == 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let text = try box.tritone("stats").output
      #expect(text.contains("tracks") && text.contains("FLAC") && text.contains("█"))
      let json = try #require(
        JSONSerialization.jsonObject(with: Data(try box.tritone("stats", "--json").output.utf8))
          as? [String: Any])
      #expect(json["tracks"] as? Int == 2 && json["plays"] as? Int == 0)

      // Folders are kept once they have rested for two seconds.
      try Program.wait("folders that rest") {
        _ = try box.tritone("scan")
        return FileManager.default.fileExists(atPath: box.library + "-listings")
      }
      let parts = try box.tritone("storage").output
      #expect(parts.contains("library.db\n") && parts.contains("library.db-catalog\n"))
      let lines = parts.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
      let paths = Dictionary(uniqueKeysWithValues: lines.map { ($0[0], $0[2]) })
      for name in ["catalog", "listings"] {
        let path = try #require(paths[name])
        #expect(FileManager.default.fileExists(atPath: path), "\(name)")
        #expect(try box.tritone("storage", "--clear", name).output.hasPrefix("Cleared \(name):"))
        #expect(!FileManager.default.fileExists(atPath: path), "\(name)")
      }
      // Files go; a link's target, and a folder with what is in it, stay.
      for name in ["covers", "lyrics"] {
        let folder = URL(filePath: try #require(paths[name]))
        let inner = folder.appendingPathComponent("inner")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        for file in [folder.appendingPathComponent("a"), inner.appendingPathComponent("b")] {
          try Data(count: 2_500).write(to: file)
        }
        let target = box.folder.appendingPathComponent("kept-\(name)")
        try Data("kept".utf8).write(to: target)
        try FileManager.default.createSymbolicLink(
          at: folder.appendingPathComponent("link"), withDestinationURL: target)
        let answer = try box.tritone("storage", "--clear", name).output
        #expect(answer == "Cleared \(name): 2.5 kB\n")
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(left == ["inner", "link"])
        #expect(FileManager.default.fileExists(atPath: inner.path + "/b"))
        #expect(try String(contentsOf: target, encoding: .utf8) == "kept")
      }
      #expect(try box.tritone("storage", "--clear", "library").status == 2)
      #expect(try box.tritone("storage", "--clear", "waveforms").status == 0)
      #expect(try box.tritone("search", "").output.split(separator: "\n").count == 2)

      #expect(try box.tritone("playlist", "create", "Saturday").status == 0)
      let refused = try box.tritone("reset")
      #expect(refused.status == 1 && refused.errors.contains("nothing was changed"))
      #expect(try box.tritone("search", "").output.split(separator: "\n").count == 2)
      let reset = try box.tritone("reset", "--yes").output
      #expect(reset.contains("is kept as") && reset.contains("tritone scan"))
      #expect(try box.tritone("search", "").output.isEmpty)
      #expect(try box.tritone("playlist", "list").output.isEmpty)
      #expect(try box.tritone("scan").output.contains("2 new"))
      #expect(try box.tritone("restore", "latest").status == 0)
      #expect(try box.tritone("playlist", "list").output.contains("Saturday"))
    }
  }

  @Test("the player shows statistics and storage, and begins its library anew while it plays")
  func player() throws {
    try Sandbox.with(sound: false) { box in
      for name in ["One", "Two"] {
        try box.tone("\(name).flac", 440, seconds: 60, tags: ["title": name, "artist": "Ada"])
      }
      #expect(try box.tritone("scan", box.music.path).status == 0)
      #expect(try box.tritone("playlist", "create", "Saturday").status == 0)
      let player = try box.player(["--no-watch", "--output", "null"])
      try player.type(":browse songs")
      try player.press("Enter")
      try player.see("One")
      try player.press("Enter")
      try player.see("▶")
      try player.type(":stats")
      try player.press("Enter")
      try player.see("─ Statistics")
      try player.see("FLAC")
      try player.press("Escape")
      try player.see(no: "─ Statistics")
      try player.type(":storage")
      try player.press("Enter")
      try player.see("waveforms")
      try player.press("Escape")
      try player.type(":reset-library")
      try player.press("Enter")
      try player.see("no music file is touched")
      try player.type("reset")
      try player.press("Enter")
      try player.see(no: "Saturday")
      try player.see("Library is up to date: 2 new tracks")
      try player.leave()
      let backups = try box.tritone("restore").output
      #expect(backups.split(separator: "\n").count == 1)
    }
  }
}
