import Foundation
import ServerHarness
import TestServers
import Testing

/// Listens of the real program, at fakes of the services.
@Suite("Scrobbling journeys", .serialized)
struct ScrobbleJourneyTests {
  private static let token = "s3cr3t+token-of-ola/ü"

  /// A file of secrets outside of the sandbox, in which nothing may have them.
  private func secretFile(_ text: String) throws -> URL {
    let file = URL(fileURLWithPath: "/tmp/tt-secret-\(UUID().uuidString.prefix(8))")
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file
  }

  private func signIn(_ box: Sandbox, _ fake: FakeListenBrainz) throws {
    let file = try secretFile(Self.token)
    defer { try? FileManager.default.removeItem(at: file) }
    let result = try box.tritone(
      "scrobble", "sign-in", "listenbrainz", "--root", fake.address, "--token-file", file.path)
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("Signed in: ListenBrainz (ola)"))
  }

  @Test("what was heard for half of its length arrives with its start, across cuts and restarts")
  func heard() throws {
    let fake = try FakeListenBrainz(token: Self.token)
    try Sandbox.with(sound: true) { box in
      box.recordScreens()
      for name in ["One", "Two", "Three"] {
        try box.tone(
          "A/\(name).flac", 440, seconds: 32, tags: ["title": name, "artist": "Ola", "album": "A"])
      }
      #expect(try box.tritone("scan", box.music.path).status == 0)
      // Before the sign-in nothing is sent, and doctor says so.
      #expect(try box.tritone("doctor").output.contains("listens     fine: sent nowhere"))
      try signIn(box, fake)
      let begin = Int64(Date().timeIntervalSince1970)
      // The answer to the first listen is broken off.
      fake.with { $0.faults = [.cutAfter, .cutAfter] }
      let player = try box.player([box.music.appendingPathComponent("A/One.flac").path])
      try player.see("▶")
      try Program.wait("the announcement") { fake.with { !$0.playingNow.isEmpty } }
      #expect(fake.with { $0.playingNow } == ["One"])
      try Program.wait("the first listen", within: 60) { fake.with { $0.listens.sent } == 1 }
      try player.press(":")
      try player.type("scrobble status")
      try player.press("Enter")
      try player.see("1 listen waits")
      player.signal(SIGKILL)
      try player.left()
      // The next one sends it again once it is due, and it is the same.
      let again = try box.player([box.music.appendingPathComponent("A/Two.flac").path])
      try again.see("▶")
      try again.press(":")
      try again.type("scrobble retry")
      try again.press("Enter")
      try Program.wait("the listen again", within: 60) { fake.with { $0.listens.sent } >= 2 }
      try Program.wait("the second listen", within: 60) {
        fake.with { $0.listens.all.map(\.title) } == ["One", "Two"]
      }
      try again.leave()
      let starts = fake.with { $0.listens.all.map(\.start) }
      #expect(starts[0] >= begin && starts[0] < begin + 30 && starts[1] > starts[0])
      #expect(fake.with { $0.complaints } == [])
      let status = try box.tritone("scrobble", "status", "--json")
      #expect(status.output.contains(#""waiting":0"#), "\(status)")
      SecretLeaks.assertNone(of: Self.token, in: box)
    }
  }

  @Test("killed at random moments, every listen arrives once and in order")
  func killed() throws {
    let fake = try FakeListenBrainz(token: Self.token)
    try Sandbox.with(sound: false) { box in
      box.recordScreens()
      // In place of the service itself, which takes batches.
      box.set("TRITONE_LISTENBRAINZ", fake.address)
      try signIn(box, fake)
      let count = 400
      let now = Int64(Date().timeIntervalSince1970)
      let rows = (0..<count).map {
        "(1, \(now - Int64(count - $0)), 'T\($0)', 'Ola', 'file')"
      }
      _ = try box.sql(
        "INSERT INTO listens (service, time, title, artist, source) VALUES "
          + rows.joined(separator: ","))
      var kills = 0
      for round in 0..<60 {
        fake.with { state in
          state.faults = round % 3 == 0 ? [.cutAfter] : round % 3 == 1 ? [.cutBefore] : []
        }
        let program = try Spawned(
          Sandbox.binary, ["scrobble", "retry"], environment: box.environment)
        let end = Date().addingTimeInterval(Double.random(in: 0.02..<0.4))
        while program.poll() == nil, Date() < end { usleep(500) }
        if program.poll() == nil {
          kill(program.pid, SIGKILL)
          kills += 1
          while program.poll() == nil { usleep(500) }
        }
        if try box.sql("SELECT count(*) FROM listens") == "0" { break }
      }
      fake.with { $0.faults = [] }
      #expect(try box.tritone("scrobble", "retry").status == 0)
      #expect(fake.with { $0.listens.all.map(\.title) } == (0..<count).map { "T\($0)" })
      #expect(try box.sql("SELECT count(*) FROM listens; PRAGMA integrity_check") == "0\nok")
      // Of what a cut or a kill left open one batch is sent again, and nothing else.
      #expect(fake.with { $0.listens.sent } <= count + 100 * (kills + 20))
      SecretLeaks.assertNone(of: Self.token, in: box)
    }
  }

  @Test("a token that ends stops the sending until the next sign-in, and shows nowhere")
  func expired() throws {
    let fake = try FakeListenBrainz(token: Self.token)
    try Sandbox.with(sound: false) { box in
      box.recordScreens()
      let file = try secretFile("a wrong token, which shows nowhere")
      defer { try? FileManager.default.removeItem(at: file) }
      let wrong = try box.tritone(
        "scrobble", "sign-in", "listenbrainz", "--root", fake.address, "--token-file", file.path)
      #expect(wrong.status == 1 && wrong.errors.contains("Token invalid."), "\(wrong)")
      let plain = try box.tritone(
        "scrobble", "sign-in", "listenbrainz", "--root", "http://maloja.example", "--token-file",
        file.path)
      #expect(plain.status == 1 && plain.errors.contains("--allow-http"), "\(plain)")
      try signIn(box, fake)
      _ = try box.sql(
        "INSERT INTO listens (service, time, title, artist, source) "
          + "VALUES (1, unixepoch() - 100, 'One', 'Ola', 'file')")
      fake.with { $0.token = "another" }
      let player = try box.player(["--output", "null"])
      try player.see("sign in again: tritone scrobble sign-in listenbrainz")
      try player.leave()
      let status = try box.tritone("scrobble", "status")
      #expect(status.output.contains("1 listen waits, sign in again"), "\(status)")
      #expect(try box.tritone("doctor").output.contains("listens     trouble: ListenBrainz (ola)"))
      fake.with { $0.token = Self.token }
      try signIn(box, fake)
      #expect(try box.tritone("scrobble", "retry").output.contains("nothing waits"))
      #expect(fake.with { $0.listens.all.map(\.title) } == ["One"])
      let out = try box.tritone("scrobble", "sign-out", "listenbrainz")
      #expect(out.status == 0 && out.output.contains("Signed out"), "\(out)")
      #expect(try box.tritone("scrobble", "status").output.contains("No service takes listens"))
      let folder = box.folder.appendingPathComponent("home/.local/state/tritone/secrets").path
      let kept = try FileManager.default.contentsOfDirectory(atPath: folder)
      for name in kept {
        let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        #expect(!text.contains(Self.token))
      }
      SecretLeaks.assertNone(of: Self.token, in: box)
      SecretLeaks.assertNone(of: "a wrong token, which shows nowhere", in: box)
    }
  }

  @Test("Last.fm is signed in to by its page, takes listens and love, and its secrets show nowhere")
  func lastFM() throws {
    let (secret, session) = ("shared-s3cr3t-of-an-application", "session-s3cr3t-of-ola")
    let fake = try FakeLastFM(key: "api-key-of-ola", secret: secret, session: session)
    try Sandbox.with(sound: false) { box in
      box.recordScreens()
      try box.tone(
        "A/One.flac", 440, seconds: 32, tags: ["title": "One", "artist": "Ola", "album": "A"])
      #expect(try box.tritone("scan", box.music.path).status == 0)
      _ = try box.sql("INSERT INTO plays (track, time) SELECT id, unixepoch() - 5000 FROM tracks")
      _ = try box.sql("INSERT INTO plays (track, time) SELECT id, unixepoch() - 9e6 FROM tracks")
      let file = try secretFile("api-key-of-ola\n\(secret)\n")
      defer { try? FileManager.default.removeItem(at: file) }
      fake.with { $0.isGranted = true }
      let result = try box.tritone(
        "scrobble", "sign-in", "lastfm", "--root", fake.address, "--token-file", file.path, "--love"
      )
      #expect(result.status == 0 && result.output.contains("/api/auth/?api_key="), "\(result)")
      let dry = try box.tritone("scrobble", "import-history", "lastfm", "--dry-run")
      #expect(dry.output.contains("1 listen would be sent, 1 passed over"), "\(dry)")
      #expect(fake.with { $0.listens.all.isEmpty })
      for expected in ["1 listen sent", "0 listens sent"] {
        let done = try box.tritone("scrobble", "import-history", "lastfm")
        #expect(done.status == 0 && done.output.contains(expected), "\(done)")
      }
      let player = try box.player(
        ["--output", "null", box.music.appendingPathComponent("A/One.flac").path])
      try player.see("▶")
      // A folder has no reaction of its own to go on from.
      try player.type(":browse songs")
      try player.press("Enter")
      try player.see("Artist▴")
      // Messages fade, so what is stored is looked at: listened, liked, loved.
      for (reaction, sign) in [(1, "☊"), (2, "✶"), (3, "♥")] {
        try player.edit(with: "l", "reaction \(reaction)") {
          try box.sql("SELECT reaction FROM marks") == "\(reaction)"
        }
        // The next one goes on from the row.
        try player.see(sign)
      }
      try Program.wait("love") { fake.with { $0.loved } == ["track.love Ola One"] }
      try Program.wait("the listen", within: 60) { fake.with { $0.listens.all.count } == 2 }
      try player.leave()
      #expect(fake.with { $0.playingNow } == ["One"] && fake.with { $0.complaints } == [])
      SecretLeaks.assertNone(of: secret, in: box)
      SecretLeaks.assertNone(of: session, in: box)
    }
  }
}
