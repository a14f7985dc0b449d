import Foundation
import Testing

/// Paths on the command line of the real program.
@Suite("Paths as arguments", .serialized)
struct PathArgumentTests {
  /// Runs a line of a shell in the music folder; "$T" is the program.
  private func shell(_ line: String, _ box: Sandbox) throws -> Program.Result {
    var environment = box.environment
    environment["T"] = Sandbox.binary
    let names = "e=$(printf 'caf\\351'); g=$(printf 'caf\\350'); "
    return try Program.run(
      "/bin/sh", ["-c", "cd \"$HOME/Music\"; \(names)\(line)"], environment: environment)
  }

  @Test("names that are not UTF-8 are taken byte for byte, as they were printed")
  func bytes() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 1, tags: ["title": "One"])
      try box.tone("Two.flac", 450, seconds: 1, tags: ["title": "Two"])
      let move = "mkdir \"$e\" \"$g\" && mv One.flac \"$e\" && mv Two.flac \"$g\" && "
      let scan = try shell(move + "\"$T\" scan \"$e\" \"$g\"", box)
      #expect(scan.output.hasPrefix("2 new,"), "\(scan)")
      let mix = try shell("\"$T\" search -0 '' | xargs -0 \"$T\" mix 1", box)
      #expect(mix.output.hasPrefix("Added 2 "), "\(mix)")
      let relative = try shell("cd \"$e\" && \"$T\" mix 2 One.flac", box)
      #expect(relative.output.hasPrefix("Added 1 "), "\(relative)")
      let roots = try shell("\"$T\" roots --json", box).output.split(separator: "\n")
      let paths = try roots.map { line in
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return Data(base64Encoded: try #require(object?["pathBytes"] as? String))
      }
      let folder = Data((box.music.path + "/caf").utf8)
      #expect(Set(paths) == [folder + [0xE9], folder + [0xE8]])
    }
  }

  @Test("a folder of the library that is not there any more can be taken out of it")
  func absentRoot() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("a/One.flac", 440, seconds: 1, tags: ["title": "One"])
      try box.tone("b/Two.flac", 450, seconds: 1, tags: ["title": "Two"])
      let (a, b) = ("\(box.music.path)/a", "\(box.music.path)/b")
      #expect(try box.tritone("scan", a, b).status == 0)
      try FileManager.default.removeItem(atPath: a)
      #expect(try box.tritone("roots", "remove", "--yes", a).output.hasPrefix("Took out \(a)"))
      #expect(try box.tritone("roots").output == "1\t\(b)\n")
      let other = try box.tritone("roots", "remove", "--yes", a)
      #expect(other.status == 1 && other.errors.contains("is no folder of the library"))
    }
  }
}
