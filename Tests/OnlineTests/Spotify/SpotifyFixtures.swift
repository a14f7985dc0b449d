import HTTP
import Music
import Online
import Synchronization
import TestServers
import Testing

/// A user at the fake of Spotify, and what the program has of them.
final class SpotifyStand: Sendable {
  let fake: FakeSpotify
  let roots: SpotifyRoots
  let http = Listening.client()
  private let pausesBox = Mutex<[Duration]>([])
  private let keptBox = Mutex<[SpotifyTokens]>([])

  init() throws {
    fake = try FakeSpotify()
    roots = try SpotifyRoots(accounts: fake.accounts, api: fake.api)
  }

  /// Pauses that were made, which take no time.
  var pauses: [Duration] { pausesBox.withLock { $0 } }
  /// Tokens that were to be stored.
  var kept: [SpotifyTokens] { keptBox.withLock { $0 } }

  var timing: SpotifyTiming {
    SpotifyTiming(
      now: { [fake] in fake.with { $0.now } },
      pause: { [self] pause in
        try Task.checkCancellation()
        pausesBox.withLock { $0.append(pause) }
      })
  }

  var clientID: SpotifyClientID {
    get throws { try SpotifyClientID(fake.with { $0.clientID }) }
  }

  func signIn(
    _ way: SpotifySignIn.Return = .port(0), roots: SpotifyRoots? = nil
  ) throws -> SpotifySignIn {
    try SpotifySignIn(
      http, at: roots ?? self.roots, clientID: clientID, return: way, timing: timing)
  }

  /// Visits an address as a browser does.
  func visit(_ address: String) async throws -> HTTPResponse {
    try await http.response(to: HTTPRequest(HTTPURL(address)))
  }

  /// The address that Spotify's page sends a browser to.
  func redirected(from page: String) throws -> String {
    let target = page.dropFirst(fake.accounts.count)
    let answer = RawClient.answer(
      fake.server.port, to: "GET \(target) HTTP/1.1\r\nConnection: close\r\n\r\n", until: "\r\n\r\n"
    )
    let line = try #require(
      answer.split(separator: "\r\n").first { $0.hasPrefix("Location: ") })
    return String(line.dropFirst(10))
  }

  func tokens() async throws -> SpotifyTokens {
    let signIn = try signIn()
    async let tokens = signIn.tokens()
    _ = try await visit(signIn.page)
    return try await tokens
  }

  func session(_ tokens: SpotifyTokens) throws -> SpotifySession {
    SpotifySession(http, at: roots, clientID: try clientID, tokens: tokens, timing: timing) {
      [self] tokens in keptBox.withLock { $0.append(tokens) }
    }
  }

  func client(
    waiting: @escaping @Sendable (Duration?) -> Void = { _ in }
  ) async throws -> SpotifyClient {
    SpotifyClient(
      http, at: roots, session: try session(try await tokens()), timing: timing, waiting: waiting)
  }

  /// Makes artists with tracks, one album for every three.
  func addArtists(_ count: Int, tracks: Int = 3) {
    fake.with { state in
      for artist in 0..<count {
        let id = FakeSpotify.id("artist", artist)
        state.artists.append(.init(id: id, name: "Artist \(artist)"))
        for track in 0..<tracks {
          state.tracks.append(
            .init(
              id: FakeSpotify.id("track", artist * 1000 + track), name: "Song \(artist).\(track)",
              artists: [id], album: FakeSpotify.id("album", artist * 1000 + track / 3)))
        }
      }
    }
  }

  func playlist(_ number: Int = 1) throws -> SpotifyID {
    try #require(SpotifyID(FakeSpotify.id("playlist", number)))
  }

  func addPlaylist(_ uris: [String] = [], number: Int = 1, owner: String = "ola") {
    fake.with {
      $0.playlists.append(
        .init(
          id: FakeSpotify.id("playlist", number), name: "Playlist \(number)", owner: owner,
          uris: uris))
    }
  }

  func uris(_ numbers: Range<Int>) throws -> [SpotifyURI] {
    try numbers.map { SpotifyURI(try #require(SpotifyID(FakeSpotify.id("track", $0)))) }
  }

  func entries(_ number: Int = 1) -> [String]? {
    fake.with { $0.playlist(FakeSpotify.id("playlist", number))?.uris }
  }
}

/// The fault of some work, of which no text holds a secret; nil where it succeeds.
func spotifyFault(_ work: () async throws -> Void) async -> SpotifyError? {
  do {
    try await work()
    return nil
  } catch {
    guard let error = error as? SpotifyError else {
      Issue.record("\(error)")
      return nil
    }
    for text in [String(reflecting: error), "\(error)", error.message] {
      #expect(!text.contains("s3cr3t"))
      #expect(!text.unicodeScalars.contains { $0.value < 32 })
    }
    #expect(!error.message.isEmpty)
    return error
  }
}
