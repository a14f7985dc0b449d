import Foundation
import TestServers
import Testing

/// The form of builds in a real terminal.
@Suite("Building journeys", .serialized)
struct BuildJourneyTests {
  /// Rows between the service, where the form begins, and others.
  private static let (toName, toArtists) = (1, 7)

  private func fill(_ box: Sandbox) throws {
    for (index, artist) in ["Ann", "Bob"].enumerated() {
      for number in 1...3 {
        try box.tone(
          "\(artist)/\(number).flac", 300 + 50 * index + 10 * number, seconds: 2,
          tags: ["title": "\(artist) \(number)", "artist": artist, "album": "\(artist)'s"])
      }
    }
    #expect(try box.tritone("scan", box.music.path).status == 0)
  }

  private func run(_ player: Player, _ command: String) throws {
    try player.press(":")
    try player.type(command)
    try player.press("Enter")
  }

  private func down(_ player: Player, _ rows: Int) throws {
    for _ in 0..<rows { try player.press("Down") }
  }

  @Test("from an empty form over a dry run to a playlist, which undo takes away")
  func builds() throws {
    try Sandbox.with(sound: false) { box in
      try fill(box)
      let player = try box.player(["--output", "null"])
      try player.see("▸ Ann")
      try run(player, "build")
      try player.see("Build a playlist")
      try down(player, Self.toName)
      try player.press("C-u")
      try player.type("Journey")
      try down(player, Self.toArtists - Self.toName)
      try player.type("bo")
      try player.see("Tab: Bob")
      try player.press("Tab")
      try player.type("; ann; nobody at all")
      try player.press("Enter")
      try player.see("Dry run: Journey")
      try player.see("Bob – Bob 1")
      try player.see("Skipped: 1 artist")
      #expect(try box.sql("SELECT count(*) FROM playlists WHERE name = 'Journey'") == "0")
      try player.press("Enter")
      try player.see("Built: Journey")
      try player.see("Total tracks added to the list: 6")
      #expect(
        try box.sql(
          """
          SELECT count(*) FROM entries JOIN playlists ON playlists.id = entries.playlist
          WHERE name = 'Journey'
          """) == "6")
      try player.press("Escape")
      try player.see("Build a playlist")
      try player.press("Escape")
      try player.see(no: "Build a playlist")
      try player.press("C-z")
      try Program.wait("the playlist to go") {
        try box.sql("SELECT count(*) FROM playlists WHERE name = 'Journey'") == "0"
      }
      try player.leave()
    }
  }

  @Test("an unfinished form is there after a restart, and a preset puts another in its place")
  func restarts() throws {
    try Sandbox.with(sound: false) { box in
      try fill(box)
      let kept = try box.tritone(
        "build", "--name", "Weekly", "--artists", "Ann", "--save-preset", "w")
      #expect(kept.status == 0, "\(kept)")
      let player = try box.player(["--output", "null"])
      try player.see("▸ Ann")
      try run(player, "build")
      try player.see("Build a playlist")
      try down(player, Self.toName)
      try player.type(" of autumn")
      try down(player, Self.toArtists - Self.toName)
      try player.type("Bob; An")
      try player.press("Escape")
      try player.see(no: "Build a playlist")
      try player.leave()
      let again = try box.player(["--output", "null"])
      try again.see("▸ Ann")
      try run(again, "build")
      try again.see("Fav Artists Top Tracks of autumn")
      try again.see("Bob; An")
      try again.press("Escape")
      try again.see(no: "Build a playlist")
      try run(again, "build w")
      try again.see("Weekly")
      try again.press("Escape")
      try again.see(no: "Build a playlist")
      try again.leave()
    }
  }

  @Test("a build at Spotify that has to wait is stopped, and the corner says that it goes on")
  func stops() throws {
    let fake = try FakeSpotify()
    fake.with { state in
      state.now = Int64(Date().timeIntervalSince1970)
      let artist = FakeSpotify.id("artist", 1)
      state.artists = [FakeSpotify.Artist(id: artist, name: "Sade")]
      state.followed = [artist]
      state.tracks = [
        FakeSpotify.Track(
          id: FakeSpotify.id("track", 1), name: "Jezebel", artists: [artist],
          album: FakeSpotify.id("album", 1))
      ]
    }
    try Sandbox.with(sound: false) { box in
      try fill(box)
      try SpotifyJourneyTests.connect(box, fake)
      try SpotifyJourneyTests.signIn(box, fake)
      fake.with {
        $0.faults = [
          FakeSpotify.Fault("GET", "/search", .status(429, headers: ["Retry-After: 600"]))
        ]
      }
      let player = try box.player(["--output", "null"])
      try player.see("▸ Ann")
      try run(player, "build")
      try player.see("Build a playlist")
      try player.press("Right")
      try player.see("Signed in as Ola Nordmann")
      try player.press("Enter")
      try player.see("asks to wait")
      try player.press("Escape")
      try player.see(no: "Build a playlist")
      try player.see("Dry run")
      try run(player, "build")
      try player.press("C-x")
      try player.see("Stopped: nothing was written")
      #expect(fake.with { $0.playlists.isEmpty })
      try player.press("Enter")
      try player.see("Sade – Jezebel")
      try player.press("Escape")
      try player.see(no: "Sade – Jezebel")
      try player.press("Escape")
      try player.see(no: "Build a playlist")
      try player.leave()
    }
  }
}
