import Foundation
import ServerHarness
import Testing

/// Syncs of the real program with folders, and with itself as another machine.
@Suite("Devices", .serialized)
struct DeviceCommandTests {
  /// Six short tracks of two artists.
  private func fill(_ box: Sandbox) throws {
    for (index, artist) in ["Ann", "Bob"].enumerated() {
      for number in 1...3 {
        try box.tone(
          "\(artist)/\(number).flac", 300 + 50 * index + 10 * number, seconds: 1,
          tags: [
            "title": "\(artist) \(number)", "artist": artist, "album": "\(artist)'s",
            "track": "\(number)", "date": "2001",
          ])
      }
    }
    #expect(try box.tritone("scan", box.music.path).status == 0)
  }

  private func stick(_ box: Sandbox) throws -> URL {
    let stick = box.folder.appendingPathComponent("stick")
    try FileManager.default.createDirectory(at: stick, withIntermediateDirectories: true)
    return stick
  }

  private func database(_ stick: URL, _ sql: String) throws -> String {
    try Program.check(
      "/usr/bin/env",
      ["sqlite3", stick.appendingPathComponent("Database/library.db").path, sql]
    ).trimmingCharacters(in: .newlines)
  }

  private func files(_ stick: URL) -> [String] {
    let music = stick.appendingPathComponent("Music")
    let all = FileManager.default.enumerator(atPath: music.path)?.allObjects as? [String] ?? []
    return all.filter { $0.hasSuffix(".flac") || $0.hasSuffix(".opus") }.sorted()
  }

  private func sync(_ box: Sandbox, _ arguments: String...) throws -> [String: Any] {
    let result = try Program.run(
      Sandbox.binary, ["sync"] + arguments + ["--yes", "--json"], environment: box.environment)
    #expect(result.status == 0, "\(result)")
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(object as? [String: Any], "\(result)")
  }

  /// Asserts that another sync at once has nothing to do.
  private func expectNothingToDo(_ box: Sandbox, _ name: String) throws {
    let again = try box.tritone("sync", name, "--dry-run")
    #expect(again.output.hasPrefix("Nothing to do"), "\(again)")
  }

  @Test("music goes to a stick, plays and ratings both ways, playlists join, undo takes it back")
  func bothWays() throws {
    try Sandbox.with(sound: false) { box in
      try fill(box)
      let stick = try stick(box)
      let refused = try box.tritone("device", "add", "Stick", stick.path)
      #expect(refused.status == 1 && refused.errors.contains("--yes"), "\(refused)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: stick.path) == [])
      let added = try box.tritone("device", "add", "Stick", stick.path, "--yes")
      #expect(added.status == 0, "\(added)")
      #expect(try box.tritone("playlist", "create", "Road").status == 0)
      #expect(
        try box.tritone("playlist", "add", "Road", box.music.path + "/Ann").status == 0)
      let dry = try box.tritone("sync", "Stick", "--dry-run")
      #expect(dry.status == 0 && dry.output.contains("6 new"), "\(dry)")
      #expect(files(stick).isEmpty)
      #expect(try sync(box, "Stick")["copied"] as? Int == 6)
      #expect(files(stick).count == 6)
      #expect(files(stick).first == "Ann/Ann's (2001)/01 Ann 1.flac", "\(files(stick))")
      #expect(try database(stick, "SELECT count(*) FROM tracks") == "6")
      #expect(
        try database(
          stick,
          """
          SELECT group_concat(title) FROM (SELECT title FROM playlist_tracks p
            JOIN tracks t ON t.id = p.track_id ORDER BY position)
          """) == "Ann 1,Ann 2,Ann 3")
      let list = stick.appendingPathComponent("Playlists/Road.m3u")
      let text = try String(contentsOf: list, encoding: .utf8)
      #expect(text.hasPrefix("#EXTM3U\n"))
      #expect(text.contains("../Music/Ann/Ann's (2001)/01 Ann 1.flac"), "\(text)")
      try expectNothingToDo(box, "Stick")

      // Heard, rated and listed on the device; heard here, too.
      _ = try database(
        stick,
        """
        UPDATE tracks SET play_count = play_count + 2, last_played = 1790000000, rating = 4,
          is_favorite = 1 WHERE title = 'Ann 1';
        INSERT INTO playlist_tracks (playlist_id, track_id, position)
          SELECT (SELECT id FROM playlists), id, 3 FROM tracks WHERE title = 'Bob 1';
        """)
      _ = try box.sql(
        """
        INSERT INTO marks (track, plays, last_played)
          SELECT id, 3, 1780000000 FROM tracks WHERE title = 'Ann 1';
        """)
      let before = try box.sql("SELECT plays, rating, reaction FROM marks")
      let report = try sync(box, "Stick")
      #expect(report["playsHere"] as? Int == 2, "\(report)")
      #expect(try box.sql("SELECT plays, rating, reaction FROM marks") == "5|4|3")
      #expect(
        try database(stick, "SELECT play_count, rating FROM tracks WHERE title = 'Ann 1'") == "5|4")
      let shown = try box.tritone("playlist", "show", "Road")
      #expect(shown.output.contains("Bob 1"), "\(shown)")
      try expectNothingToDo(box, "Stick")

      let player = try box.player(["--output", "null"])
      try player.see("▸ Ann")
      try player.press("C-z")
      try player.see("synced with Stick")
      try player.leave()
      #expect(try box.sql("SELECT plays, rating, reaction FROM marks") == before)
      #expect(!(try box.tritone("playlist", "show", "Road").output.contains("Bob 1")))
    }
  }

  @Test("a file that is new on a stick is taken, and a damaged database is written again")
  func takenAndRepaired() throws {
    try Sandbox.with(sound: false) { box in
      try fill(box)
      let stick = try stick(box)
      #expect(try box.tritone("device", "add", "Stick", stick.path, "--yes").status == 0)
      #expect(try sync(box, "Stick")["copied"] as? Int == 6)
      try box.tone(
        "Found.flac", 700, seconds: 1, tags: ["title": "Found", "artist": "Cy", "album": "C"])
      try FileManager.default.moveItem(
        at: box.music.appendingPathComponent("Found.flac"),
        to: stick.appendingPathComponent("Music/Found.flac"))
      _ = try sync(box, "Stick", "--take")
      #expect(try box.tritone("search", "Found").output.contains("From Stick"))
      #expect(try database(stick, "SELECT title FROM tracks WHERE artist = 'Cy'") == "Found")
      try expectNothingToDo(box, "Stick")

      let file = stick.appendingPathComponent("Database/library.db")
      try Data(repeating: 7, count: 3_000).write(to: file)
      let dry = try box.tritone("sync", "Stick", "--dry-run")
      #expect(dry.output.contains("its damaged database is written again"), "\(dry)")
      _ = try sync(box, "Stick")
      #expect(try database(stick, "PRAGMA integrity_check; SELECT count(*) FROM tracks") == "ok\n7")
      try expectNothingToDo(box, "Stick")

      let refused = try box.tritone("device", "forget", "Stick")
      #expect(refused.status == 1 && refused.errors.contains("--yes"), "\(refused)")
      #expect(try box.tritone("device", "forget", "Stick", "--yes").status == 0)
      #expect(files(stick).count == 7)
      #expect(try box.tritone("device", "list").output == "")
    }
  }

  @Test("what is chosen goes on, what is not any more goes off, and is converted where wanted")
  func contents() throws {
    try Sandbox.with(sound: false) { box in
      try fill(box)
      let stick = try stick(box)
      #expect(
        try box.tritone("device", "add", "Stick", stick.path, "--yes", "--query", "artist:Ann")
          .status == 0)
      #expect(try sync(box, "Stick")["copied"] as? Int == 3)
      // A file of somebody else stays.
      let own = stick.appendingPathComponent("Music/mine.flac")
      try FileManager.default.copyItem(
        at: box.music.appendingPathComponent("Bob/3.flac"), to: own)
      #expect(
        try box.tritone(
          "device", "contents", "Stick", "--query", "title:\"Bob 1\"", "--convert", "opus:96"
        ).status == 0)
      let guarded = try Program.run(
        Sandbox.binary, ["sync", "Stick"], environment: box.environment)
      #expect(guarded.status == 1 && guarded.errors.contains("--yes"), "\(guarded)")
      let report = try sync(box, "Stick")
      #expect(report["copied"] as? Int == 1 && report["removed"] as? Int == 3, "\(report)")
      #expect(files(stick) == ["Bob/Bob's (2001)/01 Bob 1.opus", "mine.flac"], "\(files(stick))")
      let tags = try Program.check(
        "/usr/bin/env",
        ["ffprobe", "-v", "error", "-show_entries", "stream=codec_name:stream_tags=title"]
          + ["-of", "csv=p=0", stick.appendingPathComponent("Music/" + files(stick)[0]).path])
      #expect(tags.contains("opus") && tags.contains("Bob 1"), "\(tags)")
      try expectNothingToDo(box, "Stick")
      #expect(try box.sql("SELECT count(*) FROM tracks WHERE missing = 0") == "6")
    }
  }

  @Test("a sync that is killed goes on, again and again, and ends with both sides whole")
  func killed() throws {
    try Sandbox.with(sound: false) { box in
      try fill(box)
      let stick = try stick(box)
      #expect(try box.tritone("device", "add", "Stick", stick.path, "--yes").status == 0)
      for milliseconds in [60, 120, 200, 300] {
        let run = try Spawned(
          Sandbox.binary, ["sync", "Stick", "--yes", "--rate", "200000"],
          environment: box.environment)
        usleep(UInt32(milliseconds) * 1_000)
        run.end(SIGKILL)
        #expect(try box.sql("PRAGMA integrity_check") == "ok")
      }
      _ = try sync(box, "Stick")
      #expect(files(stick).count == 6)
      #expect(try database(stick, "SELECT count(*) FROM tracks") == "6")
      #expect(try database(stick, "PRAGMA integrity_check") == "ok")
      for (index, name) in files(stick).enumerated() {
        let (artist, number) = (index < 3 ? "Ann" : "Bob", index % 3 + 1)
        #expect(
          FileManager.default.contentsEqual(
            atPath: stick.appendingPathComponent("Music/\(name)").path,
            andPath: box.music.appendingPathComponent("\(artist)/\(number).flac").path), "\(name)")
      }
      try expectNothingToDo(box, "Stick")
      let left = FileManager.default.enumerator(atPath: stick.path)?.allObjects as? [String] ?? []
      #expect(left.allSatisfy { !$0.contains(".part") && !$0.hasSuffix("-lock") }, "\(left)")
    }
  }

  @Test("what stands in the way is said in a line, and changes nothing")
  func faults() throws {
    try Sandbox.with(sound: false) { box in
      try fill(box)
      let stick = try stick(box)
      #expect(try box.tritone("device", "add", "Stick", stick.path, "--yes").status == 0)
      _ = try sync(box, "Stick")
      func fault(_ arguments: String...) throws -> String {
        let result = try Program.run(Sandbox.binary, arguments, environment: box.environment)
        #expect(result.status != 0, "\(result)")
        #expect(result.errors.split(separator: "\n").count == 1, "\(result)")
        return result.errors
      }
      #expect(try fault("sync", "Phone").contains("there is Stick") == false)
      #expect(try fault("device", "add", "stick", stick.path, "--yes").contains("Stick"))
      #expect(try fault("device", "add", "M", box.music.path).contains("folder of the library"))
      #expect(try fault("device", "add", "N", "/nowhere/at/all").contains("not there"))
      #expect(try fault("device", "contents", "Stick", "--query", "rating:>>").contains("column"))
      #expect(try fault("device", "contents", "Stick", "--playlist", "None").contains("None"))
      let file = stick.appendingPathComponent("Database/library.db")
      let whole = try Data(contentsOf: file)
      try Data(repeating: 7, count: 40_000).write(to: file)
      let damaged = try box.tritone("sync", "Stick", "--yes")
      // Either it is put together again from the copy here, or the user is told; no file goes.
      #expect(!damaged.errors.contains("Fatal"), "\(damaged)")
      #expect(files(stick).count == 6)
      try whole.write(to: file)
      try FileManager.default.moveItem(
        at: stick, to: box.folder.appendingPathComponent("unplugged"))
      #expect(try fault("sync", "Stick", "--yes").contains("Stick"))
      #expect(!FileManager.default.fileExists(atPath: stick.path))
      try FileManager.default.createDirectory(at: stick, withIntermediateDirectories: true)
      _ = try fault("sync", "Stick", "--yes")
      #expect(try FileManager.default.contentsOfDirectory(atPath: stick.path) == [])
      #expect(try box.tritone("device", "forget", "Stick", "--yes").status == 0)
      #expect(try box.tritone("device", "list").output.isEmpty)
    }
  }

  @Test("another Tritone behind ssh: music goes over, plays and playlists both ways")
  func remote() throws {
    try Sandbox.with(sound: false) { box in
      try fill(box)
      // In the place of ssh: a shell that begins the words for the other machine in another home.
      let other = box.folder.appendingPathComponent("other")
      let music = other.appendingPathComponent("Music")
      try FileManager.default.createDirectory(
        at: music.appendingPathComponent("Cid"), withIntermediateDirectories: true)
      let ssh = box.folder.appendingPathComponent("ssh")
      try """
      #!/bin/sh
      for word in "$@"; do last="$word"; done
      unset XDG_DATA_HOME XDG_CONFIG_HOME XDG_CACHE_HOME XDG_STATE_HOME TRITONE_SSH
      export HOME='\(other.path)' PATH="\((Sandbox.binary as NSString).deletingLastPathComponent):$PATH"
      exec sh -c "$last"
      """.write(to: ssh, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: ssh.path)
      box.set("TRITONE_SSH", ssh.path)
      try box.tone("Cid.flac", 700, seconds: 1, tags: ["title": "Cid 1", "artist": "Cid"])
      try FileManager.default.moveItem(
        at: box.music.appendingPathComponent("Cid.flac"),
        to: music.appendingPathComponent("Cid/1.flac"))
      var environment = box.environment
      for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"] {
        environment[name] = nil
      }
      environment["HOME"] = other.path
      func there(_ arguments: String...) throws -> Program.Result {
        try Program.run(Sandbox.binary, arguments, environment: environment)
      }
      let none = try box.tritone("device", "add", "Den", "ssh://den")
      #expect(none.status == 1 && none.errors.contains("tritone scan"), "\(none)")
      #expect(try there("scan", music.path).status == 0)
      #expect(try box.tritone("playlist", "create", "Road").status == 0)
      #expect(try box.tritone("playlist", "add", "Road", box.music.path + "/Ann").status == 0)
      let added = try box.tritone(
        "device", "add", "Den", "ssh://den", "--query", "artist:Ann", "--playlist", "Road")
      #expect(added.status == 0, "\(added)")
      let report = try sync(box, "Den")
      #expect(report["copied"] as? Int == 3, "\(report)")
      let listed = try there("search", "artist:Ann", "--json")
      #expect(listed.output.split(separator: "\n").count == 3, "\(listed)")
      let road = try there("playlist", "show", "Road")
      #expect(road.output.contains("Ann 1") && road.output.contains("Ann 3"), "\(road)")
      try expectNothingToDo(box, "Den")
      let data = other.appendingPathComponent(".local/share/tritone/library.db").path
      _ = try Program.check(
        "/usr/bin/env",
        [
          "sqlite3", data,
          "INSERT INTO marks (track, plays, rating) SELECT id, 2, 5 FROM tracks "
            + "WHERE title = 'Ann 2';",
        ])
      #expect(try sync(box, "Den")["playsHere"] as? Int == 2)
      #expect(try box.sql("SELECT plays, rating FROM marks") == "2|5")
      try expectNothingToDo(box, "Den")
    }
  }
}
