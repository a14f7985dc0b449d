import Foundation
import Testing

/// The real program while files of its library appear, move and disappear.
@Suite("Watching journeys", .serialized)
struct WatchJourneyTests {
  @Test("a copied file shows by itself, keeps its rating when it moves, and goes with its file")
  func journey() throws {
    try Sandbox.with(sound: false) { box in
      try box.fillMusic(seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let made = try box.tone("made.flac", 700, seconds: 1, tags: ["title": "Newcomer"])
      let file = box.folder.appendingPathComponent("made.flac")
      try FileManager.default.moveItem(at: made, to: file)
      let player = try box.player(["--output", "null"])
      try player.see("▸ Alpha")
      try player.press("]")
      try player.see("Tone 300")
      let inside = box.music.appendingPathComponent("Newcomer.flac")
      try FileManager.default.copyItem(at: file, to: inside)
      let copied = Date()
      try player.see("Newcomer")
      print("from the copy to the row: \(Date().timeIntervalSince(copied)) s")

      try player.press("/")
      try player.type("newcomer")
      try player.press("Enter")
      try player.see("1 row")
      try player.press(":")
      try player.type("rate 3")
      try player.press("Enter")
      try Program.wait("the rating") {
        try box.sql(
          "SELECT rating FROM marks JOIN tracks ON id = marks.track WHERE title = 'Newcomer'")
          == "3"
      }
      let id = try box.sql("SELECT id FROM tracks WHERE title = 'Newcomer'")
      let moved = box.music.appendingPathComponent("Gamma/Fourth Wall/Elsewhere.flac")
      try FileManager.default.moveItem(at: inside, to: moved)
      try Program.wait("the move") {
        try box.sql("SELECT CAST(path AS TEXT) FROM tracks WHERE id = \(id)") == moved.path
      }
      #expect(try box.sql("SELECT rating FROM marks WHERE track = \(id)") == "3")
      try player.see("Newcomer")

      try FileManager.default.removeItem(at: moved)
      try player.see(no: "Newcomer  ")
      #expect(try box.sql("SELECT missing FROM tracks WHERE id = \(id)") == "1")
      try player.press("Escape")
      try player.see("Tone 300")
      try player.press(":")
      try player.type("forget-missing")
      try player.press("Enter")
      try player.see("Forgot a missing track; Ctrl-Z brings it back")
      #expect(try box.sql("SELECT count(*) FROM tracks WHERE id = \(id)") == "0")
      try player.press("C-z")
      try player.see("Undid: forgot a missing track")
      #expect(try box.sql("SELECT rating FROM marks WHERE track = \(id)") == "3")
      try player.leave()
    }
  }

  @Test("a root that is away is said when one of its tracks is played, and nothing is lost")
  func away() throws {
    try Sandbox.with(sound: false) { box in
      try box.fillMusic(seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let player = try box.player(["--output", "null"])
      try player.see("▸ Alpha")
      let away = box.folder.appendingPathComponent("away")
      try FileManager.default.moveItem(at: box.music, to: away)
      try player.press("]")
      try player.see("◌")
      try player.press("Enter")
      try player.see("The drive with \(box.music.path) is not there")
      #expect(try box.sql("SELECT count(*) FROM tracks WHERE missing OR fault IS NOT NULL") == "0")
      try FileManager.default.moveItem(at: away, to: box.music)
      try player.see(no: "◌")
      try player.leave()
    }
  }

  @Test("more changes than the system keeps for us are found all the same")
  func overflow() throws {
    try Sandbox.with(sound: false) { box in
      try box.fillMusic(seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let made = try box.tone("made.flac", 700, seconds: 1, tags: ["title": "Newcomer"])
      let file = box.folder.appendingPathComponent("made.flac")
      try FileManager.default.moveItem(at: made, to: file)
      let player = try box.player(["--output", "null"])
      try player.see("▸ Alpha")
      try player.press("]")
      try player.see("Tone 300")
      let most = try String(
        contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
      let limit = try #require(Int(most.trimmingCharacters(in: .whitespacesAndNewlines)))
      // A stopped process reads no events: they are dropped beyond the limit.
      player.signal(SIGSTOP)
      for number in 0...limit {
        let path = box.music.appendingPathComponent("noise \(number).txt").path
        close(open(path, O_WRONLY | O_CREAT, 0o644))
        unlink(path)
      }
      let folder = box.music.appendingPathComponent("Arrived")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: file, to: folder.appendingPathComponent("new.flac"))
      player.signal(SIGCONT)
      try player.see("Newcomer")
      // The folder whose events were lost is watched from now on.
      try FileManager.default.removeItem(at: folder.appendingPathComponent("new.flac"))
      try player.see(no: "Newcomer  ")
      try player.leave()
    }
  }

  @Test("with --no-watch, and after :watch off, nothing shows before it is looked for")
  func off() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("One.flac", 440, seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      var player = try box.player(["--output", "null", "--no-watch"])
      try player.see("One")
      try box.tone("Two.flac", 450, seconds: 1)
      try expectNoWatch(player, box)
      try player.press(":")
      try player.type("watch on")
      try player.press("Enter")
      try player.see("Two")
      try player.press(":")
      try player.type("watch off")
      try player.press("Enter")
      try player.see("Changes show after u or a scan")
      try player.leave()
      player = try box.player(["--output", "null"])
      try player.see("Two")
      try box.tone("Three.flac", 460, seconds: 1)
      try expectNoWatch(player, box)
      try player.press("u")
      try player.see("Three")
      try player.leave()
    }
  }

  /// Checks that a player is past its start and does not watch the folder of music.
  private func expectNoWatch(_ player: Player, _ box: Sandbox) throws {
    let process = "/proc/\(try #require(player.pid))"
    let tracks = try box.sql("SELECT count(*) FROM tracks")
    // A command after that has to be answered.
    let stars = try box.sql("SELECT rating FROM marks WHERE track = 1") == "2" ? 3 : 2
    try player.type(":rate \(stars)")
    try player.press("Enter")
    try player.see("Rated: ")
    // The settings are watched all the same.
    let attributes = try FileManager.default.attributesOfItem(atPath: box.music.path)
    let node = try #require(attributes[.systemFileNumber] as? Int)
    let watched = " ino:\(String(node, radix: 16)) "
    for descriptor in try FileManager.default.contentsOfDirectory(atPath: process + "/fdinfo") {
      // Absent once the descriptor is closed.
      let file = FileHandle(forReadingAtPath: process + "/fdinfo/" + descriptor)
      let text = String(decoding: try file?.readToEnd() ?? Data(), as: UTF8.self)
      #expect(!(text.contains("inotify") && text.contains(watched)), "\(text)")
    }
    #expect(try box.sql("SELECT count(*) FROM tracks") == tracks)
  }

  @Test("a player that only watches does not wake up")
  func idle() throws {
    try Sandbox.with(sound: false) { box in
      try box.fillMusic(seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      let player = try box.player(["--output", "null"])
      try player.see("▸ Alpha")
      let pid = try #require(player.pid)
      func wakeups() throws -> Int? {
        let tasks = "/proc/\(pid)/task"
        let watch = try FileManager.default.contentsOfDirectory(atPath: tasks).first {
          // Absent once the thread has ended.
          (try? String(contentsOfFile: "\(tasks)/\($0)/comm", encoding: .utf8)) == "watch\n"
        }
        guard let watch else { return nil }
        let status = try String(contentsOfFile: "\(tasks)/\(watch)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt") }
        return try #require(line?.split(separator: "\t").last.flatMap { Int($0) })
      }
      // The first tracks are still being analysed, which the thread hears of.
      try Program.wait("four seconds without a wake-up") {
        let before = try wakeups()
        usleep(4_000_000)
        return try before != nil && wakeups() == before
      }
      try player.leave()
    }
  }

  @Test("forget and duplicates say what they do, as text, as JSON and byte for byte")
  func commands() throws {
    try Sandbox.with(sound: false) { box in
      let one = try box.tone("a/One.flac", 440, seconds: 2, tags: ["title": "One"])
      try box.tone("b/Two.flac", 450, seconds: 2, tags: ["title": "Two"])
      #expect(try box.tritone("scan", box.music.path).status == 0)
      #expect(try box.tritone("duplicates").output == "")
      #expect(try box.tritone("duplicates", "--json", "-0").status == 2)
      #expect(try box.tritone("forget").errors.contains("say what to forget: --missing"))
      let copy = box.music.appendingPathComponent("copy.flac")
      try FileManager.default.copyItem(at: one, to: copy)
      #expect(try box.tritone("scan").status == 0)
      // The audio hash, otherwise computed by a scan, is set by hand.
      _ = try box.sql("UPDATE tracks SET fingerprint = 77 WHERE title = 'One'")
      let paths = "\(one.path)\0\(copy.path)\0"
      #expect(try box.tritone("duplicates", "-0").output == paths)
      let text = try box.tritone("duplicates").output.split(separator: "\n")
      #expect(text.count == 2 && text[0].hasSuffix("\t\(one.path)"))
      let json = try box.tritone("duplicates", "--json").output
      let group = try #require(
        JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
      #expect(
        (group["files"] as? [[String: Any]])?.map { $0["path"] as? String } == [
          one.path, copy.path,
        ])
      #expect(group["fingerprint"] as? String == "4d")

      try FileManager.default.removeItem(at: box.music.appendingPathComponent("b"))
      #expect(try box.tritone("scan").output.contains("1 missing"))
      #expect(try box.tritone("forget", "--missing", "--dry-run").output == "1 missing\n")
      #expect(try box.tritone("forget", "--missing").output.hasPrefix("1 forgotten"))
      #expect(try box.sql("SELECT count(*) FROM tracks") == "2")

      let player = try box.player(["--output", "null", "--no-watch"])
      try player.see("▸ a")
      try player.press(":")
      try player.type("duplicates")
      try player.press("Enter")
      try player.see("The same audio 2 times")
      try player.leave()
    }
  }

  @Test("the folders of the library are listed, taken out and brought back, in text and player")
  func roots() throws {
    try Sandbox.with(sound: false) { box in
      let one = try box.tone("a/One.flac", 440, seconds: 1, tags: ["title": "One"])
      try box.tone("b/Two.flac", 450, seconds: 1, tags: ["title": "Two"])
      let (a, b) = ("\(box.music.path)/a", "\(box.music.path)/b")
      #expect(try box.tritone("scan", a, b).status == 0)
      #expect(try box.tritone("roots").output == "1\t\(a)\n1\t\(b)\n")
      let json = try box.tritone("roots", "--json").output.split(separator: "\n")
      #expect(json.count == 2 && json[0].contains("\"tracks\":1"))
      #expect(try box.tritone("mix", "1", one.path).status == 0)
      let dry = try box.tritone("roots", "remove", "--dry-run", a).output
      #expect(dry == "Would take out \(a) with 1 track and 1 place in playlists\n")
      #expect(try box.tritone("roots", "remove", box.music.path).status != 0)
      #expect(try box.tritone("roots", "remove", "--yes", a).output.hasPrefix("Took out \(a)"))
      #expect(try box.tritone("roots").output == "1\t\(b)\n")
      #expect(try box.tritone("search", "--paths", "").output == "\(b)/Two.flac\n")

      let player = try box.player(["--output", "null", "--no-watch"])
      try player.see("Two")
      try player.press("C-z")
      try player.see("Undid: took")
      try player.press(":")
      try player.type("roots")
      try player.press("Enter")
      try player.see("Folders of the library")
      try player.press("j", "d")
      try player.see("Took \(b)")
      try player.leave()
      #expect(try box.tritone("roots").output == "1\t\(a)\n")
      #expect(FileManager.default.fileExists(atPath: one.path))
    }
  }

  @Test(
    "a folder that may not be listed is offline for whoever may not, and missing for nobody",
    .enabled(if: geteuid() == 0))
  func forbidden() throws {
    try Sandbox.with(sound: false) { box in
      try box.tone("open/One.flac", 440, seconds: 1)
      try box.tone("shut/in/Two.flac", 450, seconds: 1)
      #expect(try box.tritone("scan", box.music.path).status == 0)
      try Program.check("chown", ["-R", "65534:65534", box.folder.path])
      try Program.check("chmod", ["000", box.music.appendingPathComponent("shut").path])
      let scan = try Program.run(
        "setpriv",
        ["--reuid=65534", "--regid=65534", "--clear-groups", Sandbox.binary, "scan"],
        environment: box.environment)
      #expect(scan.output == "0 new, 0 changed, 1 unchanged, 0 missing, 0 unreadable, 1 offline\n")
      let offline =
        "SELECT count(*) FROM tracks t JOIN folders f ON f.id = t.folder WHERE f.offline"
      #expect(try box.sql(offline) == "1")
      try Program.check("chmod", ["755", box.music.appendingPathComponent("shut").path])
      #expect(try box.tritone("scan").output.contains("0 missing"))
      #expect(try box.sql(offline) == "0")
    }
  }
}
