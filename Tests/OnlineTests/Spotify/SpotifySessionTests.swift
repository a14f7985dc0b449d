import Music
import Online
import TestServers
import Testing

/// Tokens: renewed in time, once, stored at once, and over after six months.
@Suite("Tokens of Spotify")
struct SpotifySessionTests {
  @Test("a token is renewed a minute before its end, not earlier")
  func margin() async throws {
    let stand = try SpotifyStand()
    let client = try await stand.client()
    stand.fake.with { $0.now += 3600 - 61 }
    _ = try await client.user()
    #expect(stand.fake.with { $0.refreshes } == 0)
    stand.fake.with { $0.now += 1 }
    _ = try await client.playlists()
    #expect(stand.fake.with { $0.refreshes } == 1)
    _ = try await client.playlists()
    #expect(stand.fake.with { $0.refreshes } == 1)
  }

  @Test("many requests at once renew a token once")
  func serialised() async throws {
    let stand = try SpotifyStand()
    let session = try stand.session(try await stand.tokens())
    stand.fake.with { $0.now += 3600 }
    // Several clients of one session, so that their requests do not wait for each other.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<10 {
        let client = SpotifyClient(
          stand.http, at: stand.roots, session: session, timing: stand.timing)
        group.addTask { _ = try await client.playlists() }
      }
      try await group.waitForAll()
    }
    #expect(stand.fake.with { $0.refreshes } == 1)
    #expect(stand.kept.count == 1)
  }

  @Test("a new refresh token is stored at once, and used the next time", arguments: [true, false])
  func rotation(rotates: Bool) async throws {
    let stand = try SpotifyStand()
    let tokens = try await stand.tokens()
    stand.fake.with { $0.rotates = rotates }
    let client = SpotifyClient(
      stand.http, at: stand.roots, session: try stand.session(tokens), timing: stand.timing)
    for _ in 0..<3 {
      stand.fake.with { $0.now += 3600 }
      _ = try await client.playlists()
      let (access, refresh) = stand.fake.with { ($0.accessToken, $0.refreshToken) }
      #expect(stand.kept.last?.access.text == access && stand.kept.last?.refresh.text == refresh)
      #expect(stand.kept.last?.scopes == SpotifyScope.allCases)
    }
    #expect(stand.kept.count == 3)
    #expect((stand.kept.last?.refresh != tokens.refresh) == rotates)
  }

  @Test("after six months one signs in again, and nothing is asked in vain")
  func over() async throws {
    let stand = try SpotifyStand()
    let client = try await stand.client()
    stand.fake.with {
      $0.endSignIn()
      $0.now += 3600
    }
    #expect(await spotifyFault { _ = try await client.user() }?.isSignInAgain == true)
    let requests = stand.fake.server.requests.count
    #expect(await spotifyFault { _ = try await client.user() }?.isSignInAgain == true)
    #expect(stand.fake.server.requests.count == requests)
    #expect(stand.kept == [])
  }

  @Test("a token that Spotify refuses is renewed once, and the call made again")
  func refused() async throws {
    let stand = try SpotifyStand()
    let client = try await stand.client()
    stand.fake.with { $0.endAccess() }
    #expect(try await client.user().name == "Ola Nordmann")
    #expect(stand.fake.with { $0.refreshes } == 1)
    stand.fake.with { state in
      state.faults = (0..<2).map { _ in .init("GET", "/me/playlists", .status(401)) }
    }
    #expect(await spotifyFault { _ = try await client.playlists() }?.isSignInAgain == true)
    #expect(stand.fake.with { $0.refreshes } == 2)
  }

  @Test("a renewal that fails for a while is tried again, and ends no sign-in")
  func faults() async throws {
    let stand = try SpotifyStand()
    let client = try await stand.client()
    stand.fake.with { state in
      state.now += 3600
      state.faults = (0..<3).map { _ in .init("POST", "/api/token", .status(503)) }
    }
    #expect(await spotifyFault { _ = try await client.user() }?.isUnavailable == true)
    #expect(stand.pauses == [.seconds(1), .seconds(3)])
    #expect(try await client.user().id == "ola")
    let said = stand.fake.with { #"{"error":"no \#($0.accessToken) \#($0.refreshToken)"}"# }
    stand.fake.with {
      $0.now += 3600
      $0.faults = [.init("POST", "/api/token", .status(400, body: said))]
    }
    #expect(await spotifyFault { _ = try await client.playlists() } != nil)
    _ = try await client.playlists()
  }

  @Test("a short pause that the accounts service asks for is made, a long one is told")
  func limits() async throws {
    let stand = try SpotifyStand()
    let client = try await stand.client()
    func limit(_ seconds: Int) {
      stand.fake.with {
        $0.now += 3600
        $0.faults = [
          .init("POST", "/api/token", .status(429, headers: ["Retry-After: \(seconds)"]))
        ]
      }
    }
    limit(30)
    _ = try await client.playlists()
    #expect(stand.pauses == [.seconds(30)])
    limit(61)
    let fault = await spotifyFault { _ = try await client.playlists() }
    #expect(fault == .rateLimited(pause: .seconds(61), isQuota: false))
    _ = try await client.playlists()
  }

  @Test("a cancelled request leaves the renewal that others wait for")
  func cancelled() async throws {
    let stand = try SpotifyStand()
    let client = try await stand.client()
    stand.fake.with { $0.now += 3600 }
    let task = Task { await spotifyFault { _ = try await client.user() } }
    task.cancel()
    let fault = await task.value
    #expect(fault == nil || fault == .cancelled)
    #expect(try await client.user().id == "ola")
    #expect(stand.fake.with { $0.refreshes } == 1)
  }

  @Test("tokens are stored as a text and read again; other texts are none")
  func stored() throws {
    let tokens = SpotifyTokens(
      access: Secret("access-s3cr3t"), refresh: Secret("refresh-s3cr3t"),
      scopes: [.readTopArtists, .readFollowedArtists], ends: 1_700_000_000)
    #expect(SpotifyTokens(stored: tokens.stored) == tokens)
    for text in [
      "", "{}", "[]", #"{"access":"","refresh":"b","scopes":[],"ends":1}"#,
      #"{"access":"a\n","refresh":"b","scopes":[],"ends":1}"#, tokens.stored.text + "x",
      String(repeating: "[", count: 60_000),
    ] {
      #expect(SpotifyTokens(stored: Secret(text)) == nil)
    }
    #expect(!String(reflecting: tokens).contains("s3cr3t"))
    var all = ""
    dump(tokens, to: &all)
    #expect(!all.contains("s3cr3t"))
  }
}
