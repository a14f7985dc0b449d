import Foundation
import Testing

/// config.toml with the real program.
@Suite("config.toml", .serialized)
struct ConfigJourneyTests {
  private func file(_ box: Sandbox) -> URL {
    box.folder.appendingPathComponent("home/.config/tritone/config.toml")
  }

  private func write(_ text: String, _ box: Sandbox) throws {
    try FileManager.default.createDirectory(
      at: file(box).deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file(box), atomically: true, encoding: .utf8)
  }

  private func text(_ box: Sandbox) throws -> String {
    try String(contentsOf: file(box), encoding: .utf8)
  }

  @Test("a saved file changes the running player, :set and config set keep its comments")
  func live() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("Song.flac", 440, seconds: 30, tags: ["title": "Song"])
      try write("# mine\n[theme]\nname = \"Obsidian\" # dark\n", box)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let player = try box.player(["--no-watch", "--output", "null"])
      try player.see("Song")
      try write("# mine\n[theme]\nname = \"Obsidian\" # dark\n[screen]\nlayout = \"colum\"\n", box)
      try player.see("config.toml:5:10: “screen.layout” is one of")
      try write("# mine\n[theme]\nname = \"Obsidian\" # dark\nshape = \"ascii\"\n", box)
      try player.wait("lines in plain characters") { !$0.contains("─") && $0.contains("--") }
      try player.type(":set theme.shape skin")
      try player.press("Enter")
      try player.see("theme.shape: \"ascii\" → \"skin\"")
      let wanted = "# mine\n[theme]\nname = \"Obsidian\" # dark\nshape = \"skin\"\n"
      try player.wait("the file") { _ in (try? text(box)) == wanted }
      #expect(try box.tritone("config", "set", "theme.shape", "ascii").status == 0)
      try player.wait("plain characters again") { !$0.contains("─") }
      #expect(try text(box) == wanted.replacingOccurrences(of: "\"skin\"", with: "\"ascii\""))
      try player.leave()
    }
  }

  @Test("the window changes a setting, which holds after a restart; an option is not stored")
  func window() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("Song.flac", 440, seconds: 30, tags: ["title": "Song"])
      #expect(try box.tritone("scan", box.music.path).status == 0)
      var player = try box.player(["--no-watch", "--output", "null", "--shape", "ascii"])
      try player.see("Song")
      try player.type(":settings")
      try player.press("Enter")
      try player.see("theme.accent")
      try player.press("j", "j", "j", "Enter")
      try player.see("theme.follow: false")
      try player.press("Escape")
      try player.see(no: "theme.accent")
      try player.leave()
      #expect(try text(box) == "[theme]\nfollow = true\n")
      player = try box.player(["--no-watch", "--output", "null"])
      try player.see("Song")
      try player.type(":set theme.follow")
      try player.press("Enter")
      try player.see("theme.follow = true")
      try player.leave()
    }
  }

  @Test("the commands list, get, set, unset, check and write the file")
  func commands() throws {
    try Sandbox.with(sound: false) { box in
      #expect(try box.tritone("config", "path").output == file(box).path + "\n")
      #expect(try box.tritone("config").output.contains("sound.crossfade\t0\tdefault\n"))
      #expect(try box.tritone("config", "set", "sound.preamp", "--", "-3").status == 0)
      #expect(try box.tritone("config", "get", "sound.preamp").output == "-3\n")
      #expect(try box.tritone("config", "set", "columns.songs", "title", "artist:20").status == 0)
      #expect(
        try text(box) == "[sound]\npreamp = -3\n\n[columns]\nsongs = [\"title\", \"artist:20\"]\n")
      let json = try box.tritone("config", "list", "--json").output
      #expect(json.contains("\"name\":\"sound.preamp\"") && json.contains("\"value\":-3"))
      #expect(try box.tritone("config", "unset", "sound.preamp").status == 0)
      #expect(try !text(box).contains("preamp"))
      #expect(try box.tritone("config", "set", "sound.preamp", "99").status == 1)
      #expect(try box.tritone("config", "set", "sound.pream", "1").status == 1)
      #expect(try box.tritone("config", "set", "theme.name", "Nowhere").status == 1)
      #expect(try box.tritone("config", "check").status == 0)
      #expect(try box.tritone("config", "init").status == 1)
      #expect(try box.tritone("config", "init", "--force").status == 0)
      #expect(try text(box).contains("songs = [\"title\", \"artist:20\"]"))
      #expect(try box.tritone("config", "check").output.isEmpty)
      try write("[sound]\nmono = 3\nmoono = true\n", box)
      let check = try box.tritone("config", "check")
      #expect(check.status == 1)
      #expect(
        check.output == "config.toml:2:8: “sound.mono” is true or false\n"
          + "config.toml:3:1: there is no setting “sound.moono”; did you mean sound.mono?\n")
      #expect(try box.tritone("doctor").output.contains("settings    trouble: 2 mistakes in"))
    }
  }

  @Test("on a full or read-only disk the file stays whole", .enabled(if: SmallDisk.isPermitted))
  func fullDisk() throws {
    try Sandbox.with(sound: false) { box in
      let folder = file(box).deletingLastPathComponent()
      let disk = try SmallDisk(at: folder, bytes: 64 << 10)
      try "# mine\n".write(to: file(box), atomically: false, encoding: .utf8)
      try disk.fill()
      let full = try box.tritone("config", "set", "sound.mono", "true")
      #expect(full.status == 1)
      #expect(try text(box) == "# mine\n")
      disk.free()
      try disk.setReadOnly(true)
      #expect(try box.tritone("config", "set", "sound.mono", "true").status == 1)
      try box.tone("Song.flac", 440, seconds: 30, tags: ["title": "Song"])
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let player = try box.player(["--no-watch", "--output", "null"])
      try player.see("Song")
      try player.type(":mono")
      try player.press("Enter")
      try player.see("Settings hold until you leave")
      try player.leave()
      try disk.setReadOnly(false)
      #expect(try text(box) == "# mine\n")
    }
  }
}
