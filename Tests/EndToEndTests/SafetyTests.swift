import Foundation
import Testing

/// Backups, damage and several players, with the real program.
@Suite("Nothing lost", .serialized)
struct SafetyTests {
  private func garbage(_ path: String) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    defer { try? file.close() }
    try file.write(contentsOf: Data(repeating: 0xA5, count: 8_192))
  }

  private func objects(_ output: String) throws -> [[String: Any]] {
    try output.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test("backup, restore and doctor tell what there is, in words and as JSON")
  func commands() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let made = try objects(try box.tritone("backup", "--json").output)
      let path = try #require(made.first?["path"] as? String)
      #expect(path.contains("/backups/library-20"))
      let listed = try objects(try box.tritone("restore", "--json").output)
      #expect(listed.count == 1 && listed.first?["good"] as? Bool == true)
      #expect(try box.tritone("mix", "1", box.music.path).status == 0)
      let restored = try objects(try box.tritone("restore", "latest", "--json").output)
      let aside = try #require(restored.first?["setAside"] as? String)
      #expect(FileManager.default.fileExists(atPath: aside))
      #expect(try box.sql("SELECT count(*) FROM entries") == "0")
      #expect(try Program.check("sqlite3", [aside, "SELECT count(*) FROM entries"]) == "1\n")
      let findings = try objects(
        try box.tritone("--output", "null", "doctor", "--json").output)
      func fine(_ check: String) -> Bool? {
        findings.first { $0["check"] as? String == check }?["fine"] as? Bool
      }
      for check in ["library", "rights", "references", "changes", "backups", "folders"] {
        #expect(fine(check) == true, "\(check): \(findings)")
      }
      let other = try box.tritone("restore", box.music.appendingPathComponent("One.flac").path)
      #expect(other.status == 1 && other.errors.contains("not a Tritone library"))
      let folder = try box.tritone("restore", box.music.path)
      #expect(folder.status == 1 && folder.errors.contains("it is not a file"), "\(folder)")
      let nothing = try box.tritone("restore", box.music.path + "/none")
      #expect(nothing.status == 1 && nothing.errors.contains("there is no file"), "\(nothing)")
    }
  }

  @Test("a damaged library is found by doctor, set aside, and its backup opened; both are named")
  func damaged() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      #expect(try box.tritone("mix", "2", box.music.path).status == 0)
      #expect(try box.tritone("backup").status == 0)
      // Pages left in the log would be read from there.
      try Program.wait("the log to be written back") {
        try box.sql("PRAGMA wal_checkpoint(TRUNCATE)").hasPrefix("0|")
      }
      try garbage(box.library)
      let doctor = try box.tritone("--output", "null", "doctor")
      #expect(doctor.status == 1 && doctor.output.contains("start tritone"), "\(doctor)")
      let list = try box.tritone("playlist", "list")
      #expect(list.status == 0 && list.output.contains("Mix 2"))
      #expect(list.errors.contains("library-damaged-") && list.errors.contains("/backups/"))
      // Nobody may have seen a sub-command's message: the player shows it until it is closed.
      for isFirst in [true, false] {
        let player = try box.player(["--output", "null"])
        try player.see("Mix 2")
        if isFirst {
          try player.see("Library recovered")
          try player.see("library-damaged-")
          try player.see("/backups/")
          try player.press("Enter")
          // First the message that disappears after a few seconds.
          try player.see("Library is up to date")
          try player.see(no: "Library recovered")
        } else {
          #expect(try !player.screen.contains("Library recovered"))
        }
        try player.leave()
      }
    }
  }

  @Test("the player makes a backup by itself, and no second one the same day")
  func daily() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let folder = URL(fileURLWithPath: box.library).deletingLastPathComponent()
        .appendingPathComponent("backups").path
      func backups() -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
          .filter { $0.hasSuffix(".db") }
      }
      let player = try box.player(["--output", "null"])
      #expect(backups().isEmpty)
      try player.see("Folders")
      try Program.wait("the backup") { backups().count == 1 }
      try player.leave()
      let again = try box.player(["--output", "null"])
      try again.see("Folders")
      usleep(7_000_000)
      #expect(backups().count == 1)
      try again.leave()
    }
  }

  @Test("two players on one library lose nothing and see each other's edits")
  func twoPlayers() throws {
    try Sandbox.with(sound: false) { box in
      try box.fillMusic(seconds: 30)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      try Sandbox.with(sound: false) { other in
        let players = try [box, other].map {
          try $0.player(["--library", box.library, "--output", "null"], columns: 200, rows: 50)
        }
        for player in players {
          try player.see("Folders")
          try player.type(":browse songs")
          try player.press("Enter")
          try player.see("Tone 660")
        }
        // Each rates its own five of the ten songs, at the same time.
        for step in 0..<5 {
          for (index, player) in players.enumerated() {
            if step == 0, index == 1 { try player.press("j", "j", "j", "j", "j") }
            try player.type(":rate \(step + 1)")
            try player.press("Enter")
          }
          for player in players {
            try player.see("Rated: " + String(repeating: "★", count: step + 1))
            try player.press("j")
          }
        }
        #expect(
          try box.sql("SELECT rating, count(*) FROM marks GROUP BY rating ORDER BY rating")
            == "1|2\n2|2\n3|2\n4|2\n5|2")
        // Both players receive keys: each shows the stars of both.
        for player in players { try showStars(player, box) }
        // No library is replaced while a player has it open.
        #expect(try box.tritone("backup").status == 0)
        let restore = try box.tritone("restore", "latest")
        #expect(restore.status == 1 && restore.errors.contains("quit it"), "\(restore)")
        try sessions(box, players)
      }
    }
  }

  private func stars(_ box: Sandbox) throws -> Int? {
    Int(try box.sql("SELECT coalesce(sum(rating), 0) FROM marks"))
  }

  /// Waits until a player that receives keys shows all stars of the library.
  private func showStars(_ player: Player, _ box: Sandbox) throws {
    let stars = try stars(box)
    try player.press("k")
    try player.wait("\(stars ?? 0) stars") { screen in
      screen.split(separator: "\n").filter { $0.contains("Tone") }
        .joined().count { $0 == "★" } == stars
    }
  }

  /// Checks that the stored queue and position are of one player, whichever wrote last.
  private func sessions(_ box: Sandbox, _ players: [Player]) throws {
    try players[0].press("g", "Enter")
    try players[0].see("▶")
    try players[1].type(":browse albums")
    try players[1].press("Enter", "g", "Enter")
    try players[1].see("First Light")
    try players[1].press("G", "Enter")
    try players[1].see("▶")
    // A paused player saves nothing by itself, which could otherwise fall between two lines below.
    try players[1].press("Space")
    try players[1].see("Paused")
    // The first player saves its position every five seconds while it plays.
    var shown: Set<Int> = []
    try players[0].wait("six seconds of the first to be played") { screen in
      if let seconds = Player.seconds(on: screen) { shown.insert(seconds) }
      return shown.count > 6
    }
    for player in players {
      try player.press("j")
      try player.leave()
      let queue = try box.storedQueue("count")
      let current = try box.sql("SELECT value ->> 'current' FROM session WHERE key = 'place'")
      let owner = try box.sql("SELECT count(*) FROM session WHERE key = 'player'")
      #expect(owner == "1")
      #expect(queue == (player === players[0] ? "10" : "3"))
      #expect((Int(current) ?? 99) < (Int(queue) ?? 0))
    }
  }
}
