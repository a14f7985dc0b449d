import Foundation
import Testing

/// The real program in a real terminal with a real sound server, used as its user would.
@Suite("Journeys", .serialized)
struct JourneyTests {
  @Test("what cannot be scanned is said, and nothing is scanned from then on")
  func unscannable() throws {
    try Sandbox.with(sound: false) { box in
      let pipe = box.music.appendingPathComponent("pipe.flac").path
      #expect(try Program.run("mkfifo", [pipe], environment: box.environment).status == 0)
      let player = try box.player(["--output", "null", pipe])
      try player.see("is neither a file nor a folder")
      try player.see(no: "Scanning…")
      try player.leave()
    }
  }

  @Test("from the first start to sound in two key presses, and the right tone is heard")
  func firstRun() throws {
    try Sandbox.with { box in
      try box.tone("One.flac", 440, seconds: 20)
      let recorder = try box.record()
      let player = try box.player()
      try player.see("Use \(box.music.path)")
      try player.press("Enter")
      try player.press("Enter")
      try recorder.hear(440, player)
      try player.see("▶")
      try player.leave()
    }
  }

  @Test("all five ways of browsing lead to the music")
  func browsing() throws {
    try Sandbox.with(sound: false) { box in
      try box.fillMusic(seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let player = try box.player(["--output", "null"])
      try player.see("▸ Alpha")
      try player.press("Enter")
      try player.see("▸ First Light")
      try player.press("Enter")
      try player.see("Tone 300")
      try player.press("BSpace", "BSpace")
      try player.see("▸ Gamma")
      try player.press("]")
      try player.see("Tone 660")
      try player.press("]")
      try player.see("2 albums")
      try player.press("Enter")
      try player.see("Second Wind")
      try player.press("]")
      try player.see("Fourth Wall")
      try player.press("j", "j", "Enter")
      try player.see("Beta — Third Rail")
      try player.press("]")
      try player.see("Techno")
      try player.press("Enter")
      try player.see("Tone 420")
      try player.leave()
    }
  }

  @Test("the three slots take a track, an album and a folder, and survive a restart")
  func slots() throws {
    try Sandbox.with(sound: false) { box in
      try box.fillMusic(seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      var player = try box.player(["--output", "null"])
      try player.see("▸ Alpha")
      // The folder, with everything below it, into slot 3, which has no playlist yet.
      try player.press("3")
      try player.see("Made Mix 3 in slot 3 with 5 tracks")
      try player.press("]", "1")
      try player.see("Made Mix 1 in slot 1 with “Tone 300”")
      try player.press("]", "]", "j", "2")
      try player.see("Made Mix 2 in slot 2 with ")
      // Added again: a message says that the playlist has it already.
      try player.press("2")
      try player.see("already in Mix 2 (slot 2)")
      try player.press("C-z")
      try player.see("Undid: ")
      try player.press("C-r")
      try player.see("Redid: ")
      try player.leave()

      player = try box.player(["--output", "null"])
      for slot in 1...3 { try player.see("Mix \(slot)") }
      let shown = try box.tritone("playlist", "show", "Mix 3", "--json")
      #expect(shown.output.contains("\"tracks\":5"))
      try player.leave()
    }
  }

  @Test("a track that is already in the mix is not added again, and undo takes a whole group back")
  func duplicates() throws {
    try Sandbox.with(sound: false) { box in
      try box.fillMusic(seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      #expect(try box.tritone("mix", "1", box.music.path + "/Alpha").status == 0)
      let player = try box.player(["--output", "null"])
      try player.see(" 5   0:05")
      try player.press("1")
      try player.see("All 5 are already in Mix 1 (slot 1)")
      try player.press("j", "1")
      try player.see("Added 3 tracks to Mix 1 (slot 1)")
      try player.press("C-z")
      try player.see("Undid: ")
      try player.see(" 5   0:05")
      try player.leave()
      #expect(try box.sql("SELECT count(*) FROM entries") == "5")
    }
  }

  @Test("what another process does to the library shows at the next keys")
  func twoProcesses() throws {
    try Sandbox.with(sound: false) { box in
      try box.fillMusic(seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let player = try box.player(["--output", "null"])
      try player.see("▸ Gamma")
      #expect(try box.tritone("mix", "3", box.music.path + "/Beta").status == 0)
      try Program.wait("the slot to show") {
        try player.press("j")
        return try player.screen.contains("Mix 3")
      }
      try player.see(" 3   0:03")
      try player.leave()
    }
  }

  @Test("next, previous, seek and pause change what is heard")
  func playing() throws {
    try Sandbox.with { box in
      try box.fillMusic(seconds: 40)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let recorder = try box.record()
      let player = try box.player()
      try player.press("]")
      try player.see("Tone 300")
      try player.press("Enter")
      try recorder.hear(300, player)
      try player.press(">")
      try recorder.hear(340, player)
      try player.press(">")
      try recorder.hear(380, player)
      // After three seconds the key would go to the start of the same track.
      try player.type(":seek 0")
      try player.press("Enter", "<")
      try recorder.hear(340, player)
      try player.press("Space")
      try recorder.hear(0, player)
      try player.see("Paused")
      try player.press("Space")
      try recorder.hear(340, player)
      // A seek past the end of the track plays the next one.
      try player.press("F")
      try player.wait("the position after the seek") { $0.contains("0:3") }
      try recorder.hear(380, player)
      try player.wait("the title of what plays") { screen in
        let rows = screen.split(separator: "\n", omittingEmptySubsequences: false)
        return rows.count > 1 && rows[1].contains(" Tone 380 ")
      }
      try player.leave()
      #expect(try box.sql("SELECT max(plays) FROM marks") == "1")
    }
  }

  @Test("each of the fourteen skins changes the colours, and the last one survives a restart")
  func skins() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      var player = try box.player(["--output", "null"])
      try player.see("One")
      func shownSkin() throws -> String? {
        try player.screen.components(separatedBy: "Skin: ").dropFirst().last?
          .split(separator: "\n").first.map { $0.trimmingCharacters(in: .whitespaces) }
      }
      var seen: Set<Set<String>> = []
      var last: String?
      // The fifteenth is the first again.
      for _ in 0..<15 {
        let before = try player.colors
        try player.press("t")
        try Program.wait("another skin") {
          let shown = try shownSkin()
          return shown != nil && shown != last
        }
        try Program.wait("other colours") { try player.colors != before }
        last = try shownSkin()
        seen.insert(try player.colors)
      }
      #expect(seen.count == 14)
      try player.see(no: "Skin: ")
      let chosen = try player.colors
      try player.leave()
      player = try box.player(["--output", "null"])
      try player.see("One")
      try Program.wait("the colours of the last run") { try player.colors == chosen }
      try player.leave()
    }
  }

  @Test("filter, open, play")
  func filter() throws {
    try Sandbox.with { box in
      try box.fillMusic(seconds: 20)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let recorder = try box.record()
      let player = try box.player()
      try player.press("]", "]")
      try player.see("2 albums")
      try player.press("/")
      try player.type("gam")
      try player.see(no: "Alpha")
      try player.press("Enter", "Enter")
      try player.see("Fourth Wall")
      try player.press("Enter")
      try player.see("Tone 660")
      try player.press("j", "Enter")
      try recorder.hear(660, player)
      try player.leave()
    }
  }

  @Test("resizing through all forms and back leaves no debris")
  func resizing() throws {
    try Sandbox.with(sound: false) { box in
      try box.fillMusic(seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      // Otherwise the screen shows the progress of the analysis.
      #expect(try box.tritone("analyze").status == 0)
      let player = try box.player(["--output", "null"])
      try player.see("▸ Gamma")
      try player.see("Tab pane")
      let before = try player.screen
      let forms = [
        (40, 10, "Nothing plays"), (80, 24, "Now Playing"), (200, 50, "Playlists"),
        (20, 4, "Too small"), (120, 40, "Mix"),
      ]
      for (columns, rows, text) in forms {
        try player.resize(columns: columns, rows: rows)
        try player.see(text)
      }
      try player.wait("the first screen again") { $0 == before }
      try player.leave()
    }
  }

  @Test("kill -9 while playing and adding loses nothing, and the position is near")
  func killed() throws {
    try Sandbox.with { box in
      try box.fillMusic(seconds: 60)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      #expect(try box.tritone("mix", "1", box.music.path + "/Gamma").status == 0)
      let recorder = try box.record()
      var player = try box.player()
      try player.press("]")
      try player.see("Tone 300")
      try player.press("Enter")
      try recorder.hear(300, player)
      try player.press("j", "1")
      try player.see("Added “Tone 340” to Mix 1")
      try player.press("f")
      try player.reach(seconds: 12)
      try player.press("j", "1")
      try player.see("Added “Tone 380” to Mix 1")
      var (asked, reached) = (Date(), 0)
      try player.wait("the position 0:15") {
        reached = Player.seconds(on: $0) ?? 0
        defer { if reached < 15 { asked = Date() } }
        return reached >= 15
      }
      player.signal(SIGKILL)
      // Seconds played between the look at the screen and the kill.
      let more = Int(Date().timeIntervalSince(asked))
      #expect(try player.left() == 137)
      #expect(try box.sql("PRAGMA integrity_check") == "ok")
      #expect(try box.sql("SELECT count(*) FROM entries") == "4")
      player = try box.player()
      try player.see("Paused")
      try player.wait("a position at most five seconds back") { screen in
        Player.seconds(on: screen).map { (reached - 5...reached + 2 + more).contains($0) } ?? false
      }
      try player.press("Space")
      try recorder.hear(300, player)
      try player.leave()
    }
  }

  @Test("the sound server is killed and started again while playing: sound returns by itself")
  func soundServer() throws {
    try Sandbox.with { box in
      try box.tone("One.flac", 440, seconds: 60)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      var recorder = try box.record()
      let player = try box.player()
      try player.see("One")
      try player.press("Enter")
      try recorder.hear(440, player)
      box.killSound()
      try player.see("No sound")
      // The player still answers.
      try player.press("?")
      try player.see("Help")
      try player.press("Escape")
      try box.startSound()
      recorder = try box.record()
      try recorder.hear(440, player)
      try player.see("▶")
      try player.leave()
    }
  }

  @Test("without a sound server it says so, keeps working, and plays once there is one")
  func noSoundServer() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 30)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let player = try box.player()
      try player.see("No sound")
      try player.press("Enter")
      try box.startSound()
      let recorder = try box.record()
      try recorder.hear(440, player)
      try player.leave()
    }
  }

  @Test("a folder of broken files: what can be played plays, the rest is said")
  func broken() throws {
    try Sandbox.with { box in
      try BrokenFiles.make(in: box.music)
      try box.tone("zz good.flac", 523, seconds: 20)
      let recorder = try box.record()
      let player = try box.player([box.music.path])
      try recorder.hear(523, player)
      // The message of the first scan may have been replaced by one of playback.
      try player.press("u")
      try player.see("unreadable")
      try player.leave()
      #expect(try box.sql("PRAGMA integrity_check") == "ok")
    }
  }
}
