import HTTP
import Music
import ServerHarness
import Servers
import Testing

/// The client against a real Subsonic server (packages supysonic and gunicorn).
@Suite("Supysonic", .enabled(if: SupysonicServer.isInstalled))
struct SupysonicTests {
  private static func client(
    _ server: SupysonicServer, password: String = SupysonicServer.password
  ) throws -> SubsonicClient {
    var configuration = HTTPConfiguration(userAgent: "tritone/test")
    configuration.usesProxies = false
    return SubsonicClient(
      HTTPClient(configuration), at: try ServerLocation(server.address),
      credentials: .password(user: SupysonicServer.user, Secret(password)))
  }

  @Test("a library is listed, marked and played, and the server's own database has the marks")
  func journey() async throws {
    let server = try SupysonicServer([
      .init("Ann", "One", 1, "First"), .init("Ann", "One", 2, "Second", hertz: 550),
      .init("Bo", "Two", 1, "Third", format: "mp3"),
    ])
    defer { withExtendedLifetime(server) {} }
    let client = try Self.client(server)
    #expect(try await client.ping().version.hasPrefix("1."))
    // It knows no tokens.
    #expect(client.passwordForm == .encoded)

    let listing = SubsonicListing(client)
    var tracks: [ServerTrack] = []
    while let batch = try await listing.next() { tracks += batch }
    #expect(Set(tracks.compactMap(\.tags.title)) == ["First", "Second", "Third"])
    let first = try #require(tracks.first { $0.tags.title == "First" })
    #expect(first.tags.artist == "Ann" && first.tags.albumArtist == "Ann")
    #expect(first.audio.codec == "flac" && first.audio.duration == .seconds(1))
    // A change of this very second may have a second one behind it.
    var state: String?
    for _ in 0..<100 where state == nil {
      state = try await client.stateOfFiles()
      if state == nil { try await Task.sleep(for: .milliseconds(100)) }
    }
    #expect(state != nil)

    try await client.setRating(first.id, Rating(stars: 4))
    try await client.setLoved(first.id, true)
    // Supysonic refuses a second star.
    try await client.setLoved(first.id, true)
    #expect(try server.rows("select rating from rating_track") == ["4"])
    #expect(try server.rows("select count(*) from starred_track") == ["1"])
    let marks = try await client.track(first.id).marks
    #expect(marks.rating.stars == 4 && marks.isLoved)
    #expect(try await client.lovedTracks().map(\.id) == [first.id])
    try await client.scrobble(first.id, at: 1_700_000_000_000)

    let ids = tracks.map(\.id)
    let list = try await client.createPlaylist(named: "Evening", tracks: ids + [first.id])
    try await client.renamePlaylist(list, to: "Night")
    #expect(try await client.playlist(list).tracks == ids + [first.id])
    #expect(try server.rows("select name from playlist") == ["Night"])
    try await client.replacePlaylist(list, with: [first.id])
    #expect(try server.rows("select tracks from playlist") == [first.id])
    try await client.replacePlaylist(list, with: [])
    #expect(try await client.playlist(list).tracks.isEmpty)
    try await client.deletePlaylist(list)
    #expect(try await client.playlists().isEmpty)

    await #expect(throws: ServerError.unsupported(what: "the play queue")) {
      try await client.playQueue()
    }
    await #expect(throws: ServerError.unsupported(what: "the bookmarks")) {
      try await client.places()
    }
  }

  @Test("a wrong password is an error of its own, and in none of its texts")
  func wrongPassword() async throws {
    let server = try SupysonicServer([.init("Ann", "One", 1, "First")])
    defer { withExtendedLifetime(server) {} }
    let client = try Self.client(server, password: "wr0ng")
    await #expect(throws: ServerError.wrongPassword) { try await client.ping() }
    let request = client.streamRequest("a/b")
    #expect(!"\(request)".contains("wr0ng") && !"\(request)".contains("?"))
  }
}
