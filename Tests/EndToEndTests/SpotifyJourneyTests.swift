import Foundation
import TestServers
import Testing

/// The real program at a fake of Spotify.
@Suite("Spotify journeys", .serialized)
struct SpotifyJourneyTests {
  private func fake() throws -> FakeSpotify {
    let fake = try FakeSpotify()
    fake.with { state in
      // The fake's clock stands still.
      state.now = Int64(Date().timeIntervalSince1970)
      for (artist, name) in ["Nina Simone", "Sade"].enumerated() {
        let id = FakeSpotify.id("artist", artist)
        state.artists.append(FakeSpotify.Artist(id: id, name: name))
        for track in 0..<3 {
          state.tracks.append(
            FakeSpotify.Track(
              id: FakeSpotify.id("track", artist * 10 + track), name: "\(name) \(track)",
              artists: [id], album: FakeSpotify.id("album", artist)))
        }
      }
      state.followed = [FakeSpotify.id("artist", 0), FakeSpotify.id("artist", 1)]
    }
    return fake
  }

  /// A browser that agrees at once, in the place of xdg-open.
  static func connect(_ box: Sandbox, _ fake: FakeSpotify) throws {
    box.set("TRITONE_SPOTIFY_ACCOUNTS", fake.accounts)
    box.set("TRITONE_SPOTIFY_API", fake.api)
    let folder = box.folder.appendingPathComponent("bin")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let opener = folder.appendingPathComponent("xdg-open")
    try """
    #!/usr/bin/python3
    import sys, urllib.request
    urllib.request.urlopen(sys.argv[1], timeout=20).read()
    """.write(to: opener, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: opener.path)
    let path = box.environment["PATH"] ?? "/usr/bin:/bin"
    box.set("PATH", "\(folder.path):\(path)")
  }

  static func signIn(_ box: Sandbox, _ fake: FakeSpotify) throws {
    let result = try box.tritone(
      "spotify", "sign-in", "--port", "0", "--client-id", fake.with { $0.clientID })
    #expect(result.status == 0 && result.output.contains("Signed in as Ola Nordmann"), "\(result)")
  }

  @Test("signed in by the browser, a playlist is built, reused, brought back, and forgotten")
  func builds() throws {
    let fake = try fake()
    try Sandbox.with(sound: false) { box in
      try Self.connect(box, fake)
      let without = try box.tritone("build", "--service", "spotify")
      #expect(without.status == 1 && without.errors.contains("client id"), "\(without)")
      #expect(try box.tritone("spotify", "status").output.hasPrefix("Not signed in"))
      try Self.signIn(box, fake)
      let status = try box.tritone("spotify", "status")
      #expect(status.output.contains("playlist-read-private\tallowed"), "\(status)")
      let dry = try box.tritone("build", "--service", "spotify", "--print-tracks")
      #expect(dry.output.contains("Nina Simone – Nina Simone 0"), "\(dry)")
      #expect(fake.with { $0.playlists.isEmpty })
      let built = try box.tritone(
        "build", "--service", "spotify", "--name", "From here", "--no-dry-run")
      #expect(built.output.contains("Total tracks added to the list: 6"), "\(built)")
      #expect(fake.with { $0.playlists.map(\.uris.count) } == [6])
      #expect(fake.with { $0.playlists.map(\.isPublic) } == [false])
      let again = try box.tritone(
        "build", "--service", "spotify", "--name", "from HERE", "--no-dry-run", "--reuse-existing",
        "--artists", "sade", "--no-followed-artists", "--truncate")
      #expect(again.output.contains("Total tracks added to the list: 3"), "\(again)")
      #expect(fake.with { $0.playlists.map(\.uris.count) } == [3])
      #expect(try box.tritone("spotify", "playlists").output.contains("From here\t3 tracks"))
      // One of the three is here.
      try box.tone("Sade/1.flac", 300, seconds: 1, tags: ["title": "Sade 1", "artist": "Sade"])
      #expect(try box.tritone("scan", box.music.path).status == 0)
      fake.with { state in
        for index in state.tracks.indices { state.tracks[index].milliseconds = 1_000 }
      }
      let imported = try box.tritone("spotify", "import", "From here")
      #expect(imported.status == 0, "\(imported)")
      let shown = try box.tritone("playlist", "show", "From here")
      #expect(shown.output.contains("Sade 1"), "\(shown)")
      let (access, refresh) = fake.with { ($0.accessToken, $0.refreshToken) }
      for secret in [access, refresh] where secret.utf8.count >= 12 {
        SecretLeaks.assertNone(of: secret, in: box)
      }
      #expect(try box.tritone("spotify", "sign-out").output.contains("Signed out"))
      #expect(try box.tritone("spotify", "status").output.hasPrefix("Not signed in"))
    }
  }

  @Test("six months later the sign-in is over, and one line says what to do")
  func ended() throws {
    let fake = try fake()
    try Sandbox.with(sound: false) { box in
      try Self.connect(box, fake)
      try Self.signIn(box, fake)
      fake.with { state in
        state.endAccess()
        state.endSignIn()
      }
      let result = try box.tritone("build", "--service", "spotify")
      #expect(result.status == 1 && result.errors.contains("sign in"), "\(result)")
      #expect(result.errors.split(separator: "\n").count == 1)
    }
  }

  @Test("a write that is cut says how much is there")
  func cut() throws {
    let fake = try fake()
    try Sandbox.with(sound: false) { box in
      try Self.connect(box, fake)
      try Self.signIn(box, fake)
      fake.with { state in
        let artist = state.artists[0].id
        for track in 100..<350 {
          state.tracks.append(
            FakeSpotify.Track(
              id: FakeSpotify.id("track", track), name: "Song \(track)", artists: [artist],
              album: FakeSpotify.id("album", track / 50)))
        }
        state.faults = [
          FakeSpotify.Fault("POST", "/items", skipping: 1, .status(400)),
          FakeSpotify.Fault("POST", "/items", skipping: 1, .status(400)),
        ]
      }
      let result = try box.tritone(
        "build", "--service", "spotify", "--name", "Cut", "--no-dry-run", "--artists",
        "Nina Simone", "--no-followed-artists", "--limit-per-artist", "250")
      #expect(result.status == 1, "\(result)")
      let written = fake.with { $0.playlists.first?.uris.count ?? 0 }
      #expect(written == 100 && result.errors.contains("has 100 of "), "\(result) \(written)")
    }
  }

  @Test("in the player: what is allowed, a playlist from there, and the rest of one that was cut")
  func player() throws {
    let fake = try fake()
    try Sandbox.with(sound: false) { box in
      try Self.connect(box, fake)
      try Self.signIn(box, fake)
      try box.tone("Sade/1.flac", 300, seconds: 1, tags: ["title": "Sade 1", "artist": "Sade"])
      #expect(try box.tritone("scan", box.music.path).status == 0)
      fake.with { state in
        for index in state.tracks.indices { state.tracks[index].milliseconds = 1_000 }
        state.playlists.append(
          FakeSpotify.Playlist(
            id: FakeSpotify.id("playlist", 1), name: "From there", owner: "ola",
            uris: (10..<13).map { "spotify:track:\(FakeSpotify.id("track", $0))" }))
        let artist = state.artists[0].id
        for track in 100..<350 {
          state.tracks.append(
            FakeSpotify.Track(
              id: FakeSpotify.id("track", track), name: "Song \(track)", artists: [artist],
              album: FakeSpotify.id("album", track / 50)))
        }
      }
      let player = try box.player(["--output", "null"])
      try player.see("▸ Sade")
      func run(_ command: String) throws {
        try player.press(":")
        try player.type(command)
        try player.press("Enter")
      }
      try run("spotify status")
      try player.see("Signed in as Ola Nordmann")
      try player.see("find private playlists")
      try player.press("Escape")
      try player.see(no: "find private playlists")
      try run("spotify playlists")
      try player.see("From there")
      try player.press("Enter")
      try player.see("Imported From there: 1 of 3 tracks, 2 missing")
      #expect(
        try box.sql(
          """
          SELECT count(*) FROM entries JOIN playlists ON playlists.id = entries.playlist
          WHERE name = 'From there'
          """) == "3")
      try player.press("Escape")
      try player.see(no: "Missing, and kept")
      let kept = try box.tritone(
        "build", "--service", "spotify", "--name", "Long", "--artists", "Nina Simone",
        "--no-followed-artists", "--limit-per-artist", "250", "--save-preset", "long")
      #expect(kept.status == 0, "\(kept)")
      fake.with { state in
        state.faults = [
          FakeSpotify.Fault("POST", "/items", skipping: 1, .status(400)),
          FakeSpotify.Fault("POST", "/items", skipping: 1, .status(400)),
        ]
      }
      try run("build long")
      try player.see("Build a playlist")
      try player.press("C-s")
      try player.see("has 100 of 200 tracks")
      fake.with { $0.faults = [] }
      try player.press("C-y")
      try player.see("Built: Long")
      #expect(fake.with { $0.playlists.map(\.uris.count).max() } == 200)
      try player.press("Escape")
      try player.see("Build a playlist")
      try player.press("Escape")
      try player.see(no: "Build a playlist")
      try player.leave()
    }
  }

  @Test("an app that may not write playlists is told so, and changes none")
  func refused() throws {
    let fake = try fake()
    try Sandbox.with(sound: false) { box in
      try Self.connect(box, fake)
      try Self.signIn(box, fake)
      fake.with { state in
        state.playlists.append(
          FakeSpotify.Playlist(
            id: FakeSpotify.id("playlist", 1), name: "Mine", owner: "ola",
            uris: ["spotify:track:\(FakeSpotify.id("track", 0))"]))
        state.allowsPlaylists = false
      }
      let result = try box.tritone(
        "build", "--service", "spotify", "--name", "Mine", "--no-dry-run", "--reuse-existing")
      #expect(
        result.status == 1 && result.errors.contains("not available to this app"), "\(result)")
      #expect(fake.with { $0.playlists.map(\.uris.count) } == [1])
    }
  }
}
