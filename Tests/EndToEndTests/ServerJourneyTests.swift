import Foundation
import ServerHarness
import Testing

/// Servers of music and audiobooks in the real program.
@Suite("Server journeys", .serialized)
struct ServerJourneyTests {
  /// A command that reads a line from standard input, which is no argument.
  private func tritone(_ box: Sandbox, _ line: String, _ arguments: String...) throws
    -> Program.Result
  {
    let file = URL(fileURLWithPath: "/tmp/tt-line-\(UUID().uuidString.prefix(8))")
    try (line + "\n").write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    return try Program.run(
      "sh",
      ["-c", "program=$0; file=$1; shift; \"$program\" \"$@\" < \"$file\"", Sandbox.binary]
        + [file.path] + arguments, environment: box.environment)
  }

  /// The files of a name that are kept of servers.
  private func state(_ box: Sandbox, _ name: String) -> [String] {
    let folder = box.folder.appendingPathComponent("home/.local/state/tritone/servers").path
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(name) }
      .compactMap { try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
  }

  /// The folder of downloads, with what is in it.
  private func downloads(_ box: Sandbox) -> [String] {
    let folder = box.folder.appendingPathComponent("home/.local/share/tritone/downloads").path
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".download") }.map { "\(folder)/\($0)" }
  }

  /// The files of the cache of what has played.
  private func sounds(_ box: Sandbox) -> [String] {
    let folder = box.folder.appendingPathComponent("home/.cache/tritone/sounds").path
    return (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  /// Plays the song that a word finds.
  private func play(_ word: String, _ player: Player) throws {
    try player.type(":browse songs")
    try player.press("Enter")
    try player.see("Artist▴")
    try player.type("/\(word)")
    try player.press("Enter", "Enter")
    try player.see("▶")
  }

  @Test(
    "a Subsonic server is added, plays, is told of it, and plays from this disk without the server",
    .enabled(if: SupysonicServer.isInstalled, "needs supysonic, gunicorn, ffmpeg and sqlite3"))
  func subsonic() throws {
    var server: SupysonicServer? = try SupysonicServer([
      .init("Ann", "Tones", 1, "Low", seconds: 40, hertz: 500),
      .init("Ann", "Tones", 2, "High", seconds: 40, hertz: 700),
    ])
    let address = try #require(server?.address)
    try Sandbox.with { box in
      box.recordScreens()
      let none = try box.tritone("server", "add", "subsonic", "music.example", "--user", "ann")
      #expect(none.status == 1 && none.errors.contains("https://"), "\(none)")
      let wrong = try tritone(
        box, "not the password", "server", "add", "subsonic", address, "--user",
        SupysonicServer.user)
      #expect(wrong.status == 1 && wrong.errors.contains("name and password"), "\(wrong)")
      let added = try tritone(
        box, SupysonicServer.password, "server", "add", "subsonic", address, "--name", "Attic",
        "--user", SupysonicServer.user)
      #expect(added.status == 0 && added.output.contains("Added Attic"), "\(added)")
      let synced = try box.tritone("server", "sync")
      #expect(synced.status == 0 && synced.output.contains("2 tracks, 2 new"), "\(synced)")
      let again = try box.tritone("server", "sync", "Attic")
      #expect(again.status == 0 && !again.output.contains("2 new"), "\(again)")
      #expect(try box.tritone("search", "artist:ann").output.contains("Low"))

      // The sound is that of the file on the server.
      let recorder = try box.record()
      let player = try box.player()
      try play("low", player)
      try recorder.hear(500, player)
      // Half of the track is a listen. The server passes it on, and keeps none in its database.
      try Program.wait("the play to be told", within: 90) {
        self.state(box, "plays.json").contains { $0.contains(#""told":[{"#) }
      }
      for _ in 1...3 { try player.press("l") }
      try Program.wait("the star", within: 60) {
        try server?.rows("SELECT count(*) FROM starred_track") == ["1"]
      }
      try player.leave()

      let loaded = try box.tritone("download", "title:low")
      #expect(loaded.status == 0 && loaded.output.contains("1 track downloaded"), "\(loaded)")
      let file = try #require(downloads(box).first)
      let original = "\(try #require(server?.library))/Ann/Tones/1.flac"
      #expect(FileManager.default.contentsEqual(atPath: file, andPath: original))
      #expect(try box.tritone("download", "--list").output.contains("Low"))
      // It is measured as a file is; the one that is on the server alone is not.
      let analysed = try box.tritone("analyze", "artist:ann")
      #expect(analysed.status == 0 && analysed.output.contains("1 analysed"), "\(analysed)")
      let health = try box.tritone("doctor").output
      #expect(health.contains("fine: Attic, 2 tracks, 1 on this disk"), "\(health)")
      let stored = try box.tritone("storage").output
      #expect(stored.contains("downloads\t") && !stored.contains("downloads\t0 B"), "\(stored)")
      #expect(!sounds(box).isEmpty)
      let cleared = try box.tritone("storage", "--clear", "sounds")
      #expect(cleared.status == 0 && sounds(box).isEmpty, "\(cleared)")
      #expect(try box.tritone("storage", "--clear", "downloads").status == 2)
      server = nil
      let alone = try box.player()
      try play("low", alone)
      try recorder.hear(500, alone)
      try alone.leave()
      let removed = try box.tritone("server", "remove", "Attic", "--yes")
      #expect(removed.status == 0 && downloads(box).isEmpty, "\(removed)")
      SecretLeaks.assertNone(of: SupysonicServer.password, in: box)
    }
  }

  @Test(
    "a server that moves keeps its tracks, and another one is not taken for it",
    .enabled(
      if: SupysonicServer.isInstalled && FaultyProxy.isAvailable, "needs supysonic and python3"))
  func moves() throws {
    let server = try SupysonicServer([.init("Ann", "Tones", 1, "Low")])
    let other = try SupysonicServer([.init("Bea", "Tones", 1, "High", seconds: 2)])
    // The same server at another address.
    let proxy = try FaultyProxy(server.address, delay: 0, rate: 100)
    // They end with their last use.
    defer { withExtendedLifetime((server, other, proxy)) {} }
    try Sandbox.with(sound: false) { box in
      let added = try tritone(
        box, SupysonicServer.password, "server", "add", "subsonic", server.address, "--name",
        "Attic", "--user", SupysonicServer.user)
      #expect(added.status == 0, "\(added)")
      #expect(try box.tritone("server", "sync").status == 0)
      let wrong = try box.tritone("server", "change", "Attic", "--address", other.address)
      #expect(wrong.status == 1 && wrong.errors.contains("it knows none"), "\(wrong)")
      let moved = try box.tritone(
        "server", "change", "attic", "--name", "Cellar", "--address", proxy.address)
      #expect(moved.status == 0 && moved.output.hasPrefix("Changed Cellar, now at"), "\(moved)")
      #expect(
        try box.tritone("server", "list").output.contains("Cellar\tsubsonic\t\(proxy.address)"))
      let synced = try box.tritone("server", "sync", "Cellar", "--all")
      #expect(synced.output.contains("1 track, 0 new, 0 changed, 0 gone"), "\(synced)")
      #expect(try box.tritone("search", "artist:ann").output.contains("Low"))
      #expect(try box.tritone("download", "title:low").status == 0)
    }
  }

  @Test(
    "a jump while the network is away is heard when that is back",
    .enabled(
      if: SupysonicServer.isInstalled && FaultyProxy.isAvailable, "needs supysonic and python3"))
  func networkAway() throws {
    let server = try SupysonicServer([.init("Ann", "Tones", 1, "Low", seconds: 900, hertz: 500)])
    // So slow that most of the song is still on its server when it is heard.
    let proxy = try FaultyProxy(server.address, delay: 100, rate: 8)
    // Both end with their last use.
    defer { withExtendedLifetime((server, proxy)) {} }
    try Sandbox.with { box in
      let added = try tritone(
        box, SupysonicServer.password, "server", "add", "subsonic", proxy.address, "--user",
        SupysonicServer.user)
      #expect(added.status == 0, "\(added)")
      #expect(try box.tritone("server", "sync").status == 0)
      let recorder = try box.record()
      let player = try box.player()
      try play("low", player)
      try recorder.hear(500, player)
      try proxy.setDown(true)
      try player.type(":seek 14:00")
      try player.press("Enter")
      try player.see("14:00 / 15:00")
      // Long enough for attempts that fail.
      Thread.sleep(forTimeInterval: 3)
      try proxy.setDown(false)
      try player.see("14:05 / 15:00")
      try recorder.hear(500, player)
      try player.leave()
    }
  }

  @Test(
    "a network that is away for a minute while a song plays costs silence, and not the song",
    .enabled(
      if: SupysonicServer.isInstalled && FaultyProxy.isAvailable, "needs supysonic and python3"))
  func networkCut() throws {
    let server = try SupysonicServer([.init("Ann", "Tones", 1, "Low", seconds: 900, hertz: 500)])
    // So slow that far less than a minute is here when the network goes.
    let proxy = try FaultyProxy(server.address, delay: 100, rate: 1)
    defer { withExtendedLifetime((server, proxy)) {} }
    try Sandbox.with { box in
      let added = try tritone(
        box, SupysonicServer.password, "server", "add", "subsonic", proxy.address, "--user",
        SupysonicServer.user)
      #expect(added.status == 0, "\(added)")
      #expect(try box.tritone("server", "sync").status == 0)
      let recorder = try box.record()
      let player = try box.player()
      try play("low", player)
      try recorder.hear(500, player)
      try proxy.setDown(true)
      Thread.sleep(forTimeInterval: 60)
      try recorder.hear(0, player)
      try proxy.setDown(false)
      try recorder.hear(500, player)
      try player.see("/ 15:00")
      try player.leave()
    }
  }

  private static let password = "lantern & <moss>"

  @Test(
    "a place that another client moves is taken over, and what is heard here is told",
    .enabled(if: FakeAudiobookshelf.isAvailable, "needs python3"))
  func audiobookshelf() throws {
    try Sandbox.with(sound: false) { box in
      box.recordScreens()
      let part = try box.tone("../part.mp3", 440, seconds: 120)
      let library = """
        {"users": [{"name": "ola", "password": "\(Self.password)", "download": true}],
         "libraries": [{"id": "books", "name": "Books", "mediaType": "book"}],
         "items": [{"id": "pier", "library": "books", "title": "Pier", "authors": ["Ann Holm"],
                    "files": [{"path": "part.mp3", "duration": 120}],
                    "chapters": [{"start": 0, "end": 60, "title": "One"},
                                 {"start": 60, "end": 120, "title": "Two"}]}]}
        """
      let server = try FakeAudiobookshelf(
        library: library, files: part.deletingLastPathComponent().path)
      let added = try tritone(
        box, Self.password, "server", "add", "audiobookshelf", server.address, "--name", "Shelf",
        "--user", "ola")
      #expect(added.status == 0 && added.output.contains("Added Shelf"), "\(added)")
      let synced = try box.tritone("server", "sync")
      #expect(synced.status == 0 && synced.output.contains("1 new"), "\(synced)")
      #expect(try box.tritone("book", "list").output.contains("Pier\tAnn Holm\t0 %"))

      try server.control(#"{"move": {"user": "ola", "item": "pier", "time": 60}}"#)
      #expect(try box.tritone("server", "sync").status == 0)
      #expect(try box.tritone("book", "list").output.contains("50 %"))
      #expect(try box.tritone("book", "place", "Pier", "1:20").status == 0)
      // The token ends meanwhile, and is renewed once.
      try server.control(#"{"expire": "access"}"#)
      #expect(try box.tritone("server", "sync").status == 0)
      #expect(try server.state().progress["user-ola"]?["pier"]?.currentTime == 80)

      // It moves with its places; another one does not take its tokens.
      let proxy = try FaultyProxy(server.address, delay: 0, rate: 100)
      defer { withExtendedLifetime(proxy) {} }
      let other = try FakeAudiobookshelf(library: library)
      defer { withExtendedLifetime(other) {} }
      let wrong = try box.tritone("server", "change", "Shelf", "--address", other.address)
      #expect(wrong.status == 1 && wrong.errors.contains("does not count there"), "\(wrong)")
      let moved = try box.tritone("server", "change", "Shelf", "--address", proxy.address)
      #expect(moved.status == 0, "\(moved)")
      #expect(try box.tritone("server", "sync").output.contains("Shelf: "))

      let player = try box.player(["--output", "null"])
      try player.type(":browse books")
      try player.press("Enter")
      try player.see("Pier")
      // Another device hears further while this player is open.
      try server.control(#"{"move": {"user": "ola", "item": "pier", "time": 90}}"#)
      try player.press("Enter")
      try player.see("▶")
      try Program.wait("a session of the player") { try !server.state().open.isEmpty }
      try Program.wait("listening on the disk") { !self.state(box, "sessions.json").isEmpty }
      try player.leave()
      try Program.wait("the place at the server") {
        try server.state().progress["user-ola"]?["pier"]?.currentTime ?? 0 > 91
      }
      #expect(try server.report().faults == [])
      SecretLeaks.assertNone(of: Self.password, in: box)
    }
  }

  @Test(
    "a collection is a playlist, and an episode is marked as finished at its server",
    .enabled(if: FakeAudiobookshelf.isAvailable, "needs python3"))
  func podcast() throws {
    try Sandbox.with(sound: false) { box in
      box.recordScreens()
      let part = try box.tone("../part.mp3", 440, seconds: 30)
      let server = try FakeAudiobookshelf(
        library: """
          {"users": [{"name": "ola", "password": "\(Self.password)"}],
           "libraries": [{"id": "books", "name": "Books", "mediaType": "book",
                          "collections": [{"id": "c", "name": "Sea side", "items": ["pier"]}]},
                         {"id": "pods", "name": "Pods", "mediaType": "podcast"}],
           "items": [{"id": "pier", "library": "books", "title": "Pier", "authors": ["Ann Holm"],
                      "files": [{"path": "part.mp3", "duration": 30}]},
                     {"id": "talk", "library": "pods", "title": "Talk", "authors": ["Host"],
                      "episodes": [{"id": "e1", "title": "Tides", "publishedAt": 1600000000000,
                                    "file": {"path": "part.mp3", "duration": 30}}]}]}
          """, files: part.deletingLastPathComponent().path)
      let added = try tritone(
        box, Self.password, "server", "add", "audiobookshelf", server.address, "--name", "Shelf",
        "--user", "ola")
      #expect(added.status == 0, "\(added)")
      let synced = try box.tritone("server", "sync")
      #expect(synced.output.contains("1 playlist taken over"), "\(synced)")
      #expect(try box.tritone("playlist", "list").output.contains("Sea side\t1 track"))
      let player = try box.player(["--output", "null"])
      try player.type(":browse songs")
      try player.press("Enter")
      try player.see("Tides")
      try player.type(":finished")
      try player.press("Enter")
      try player.see("1 episode is finished")
      try Program.wait("the mark at the server") {
        try server.state().progress["user-ola"]?["talk/e1"]?.isFinished == true
      }
      try player.leave()
      #expect(try server.report().faults == [])
    }
  }
}
