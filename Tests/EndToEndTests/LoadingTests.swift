import Foundation
import Testing

/// Libraries that are loaded late: FFmpeg's for the first file that needs them, libpulse with its
/// output.
@Suite("Loading libraries")
struct LoadingTests {
  @Test("the program is there without them, and the player loads FFmpeg for the first track")
  func loaded() throws {
    try Sandbox.with(sound: false) { box in
      try box.fillMusic(seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      var environment = box.environment
      environment["LD_TRACE_LOADED_OBJECTS"] = "1"
      let libraries = try Program.run(Sandbox.binary, [], environment: environment).output
      #expect(libraries.contains("libsqlite3"))
      for late in ["libav", "libpulse", "libcurl", "libsystemd"] {
        #expect(!libraries.contains(late), "\(late)")
      }
      #expect(try box.tritone("config", "set", "library.analysis", "off").status == 0)
      let player = try box.player(["--output", "null"])
      try player.see("▸ Alpha")
      let pid = try #require(player.pid)
      func isLoaded() throws -> Bool {
        let maps = try FileHandle(forReadingAtPath: "/proc/\(pid)/maps")?.readToEnd() ?? Data()
        return String(decoding: maps, as: UTF8.self).contains("libavformat")
      }
      // A change in the folders is taken in by our own readers.
      try box.tone("New.flac", 440, seconds: 1, tags: ["artist": "Omega", "title": "New"])
      try player.see("Omega")
      #expect(try !isLoaded())
      try player.press("Enter")
      try player.see("▸ First Light")
      try player.press("Enter")
      try player.see("Alpha/First Light")
      try player.press("Enter")
      try Program.wait("FFmpeg to be loaded") { try isLoaded() }
      try player.leave()
    }
  }

  @Test("without FFmpeg nothing is taken for broken, and one line says what to do")
  func missing() throws {
    try Sandbox.with(sound: false) { box in
      try box.fillMusic(seconds: 1)
      // Only FFmpeg reads TTA files.
      let old = try box.tone("Old.tta", 440, seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let tracks = try box.tritone("search", "").output
      #expect(tracks.contains("Old.tta"))
      try box.tone("New.tta", 440, seconds: 1)
      try FileManager.default.setAttributes([.modificationDate: Date.now], ofItemAtPath: old.path)
      // The loader finds this file first, and it is no library.
      let folder = box.folder.appendingPathComponent("broken")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("nothing".utf8).write(to: folder.appendingPathComponent("libavformat.so.59"))
      var environment = box.environment
      environment["LD_LIBRARY_PATH"] = folder.path
      func run(_ arguments: String...) throws -> Program.Result {
        try Program.run(Sandbox.binary, arguments, environment: environment)
      }
      let line = "FFmpeg's libraries cannot be loaded"
      for arguments in [["scan"], ["analyze"], ["demo", box.folder.path + "/demo"]] {
        let result = try Program.run(Sandbox.binary, arguments, environment: environment)
        #expect(result.status == 1)
        #expect(result.errors.hasPrefix("tritone: \(line)"))
        #expect(result.errors.split(separator: "\n").count == 1)
      }
      let doctor = try run("doctor")
      #expect(doctor.status == 1)
      #expect(doctor.output.contains("FFmpeg      trouble: \(line)"))
      #expect(try run("search", "").output == tracks)

      // A folder on the command line is scanned by itself.
      let player = try box.player(
        ["--output", "null", box.music.path], extra: ["LD_LIBRARY_PATH": folder.path])
      try player.see("▸ Alpha")
      try player.see(line)
      try player.press("u")
      try player.see(line)
      #expect(try box.sql("SELECT title, fault FROM tracks WHERE fault > ''") == "")
      try player.press("Enter")
      try player.see("▸ First Light")
      try player.press("Enter")
      try player.see("Alpha/First Light")
      // Playback fails for the same reason, and the player goes on.
      try player.press("Enter")
      try player.see("Stopped")
      try player.leave()
      #expect(try run("search", "").output == tracks)
      let again = try box.tritone("scan").output
      #expect(again.contains("1 new, 1 changed, 10 unchanged"), "\(again)")
      #expect(try box.tritone("search", "").output.contains("New.tta"))
    }
  }

  @Test("without libpulse a player keeps working, and one line says what to do")
  func withoutPulse() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let folder = box.folder.appendingPathComponent("broken")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("nothing".utf8).write(to: folder.appendingPathComponent("libpulse.so.0"))
      var environment = box.environment
      environment["LD_LIBRARY_PATH"] = folder.path
      let line = "libpulse cannot be loaded, install it again"
      let doctor = try Program.run(Sandbox.binary, ["doctor"], environment: environment)
      #expect(doctor.status == 1)
      #expect(doctor.output.contains("sound       trouble: \(line)"))

      let player = try box.player([], extra: ["LD_LIBRARY_PATH": folder.path])
      try player.see(line)
      try player.press("Enter")
      try player.see("One")
      try player.leave()
      #expect(player.status == 0)
    }
  }
}
