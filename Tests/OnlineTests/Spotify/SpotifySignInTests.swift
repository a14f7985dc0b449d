import HTTP
import Music
import Online
import TestServers
import Testing

/// The sign-in, whose redirect an HTTP client follows as a browser does.
@Suite("Signing in to Spotify")
struct SpotifySignInTests {
  @Test("the user agrees, the browser comes back, and there are tokens")
  func right() async throws {
    let stand = try SpotifyStand()
    let signIn = try stand.signIn()
    async let waited = signIn.tokens()
    let page = try await stand.visit(signIn.page)
    #expect(page.status == 200 && page.text.contains("may be closed"))
    let tokens = try await waited
    let (access, refresh) = stand.fake.with { ($0.accessToken, $0.refreshToken) }
    #expect(tokens.access.text == access && tokens.refresh.text == refresh)
    #expect(tokens.scopes == SpotifyScope.allCases)
    #expect(tokens.ends == stand.fake.with { $0.now } + 3600)
    // Neither page nor log of it may have the code.
    #expect(!page.text.contains("s3cr3t"))
    #expect(!String(reflecting: tokens).contains("s3cr3t"))
  }

  @Test("the page's address has all that the flow wants, and each sign-in a state of its own")
  func address() throws {
    let stand = try SpotifyStand()
    let (one, two) = (try stand.signIn(), try stand.signIn())
    func items(_ signIn: SpotifySignIn) throws -> [String: String] {
      Dictionary(
        try HTTPURL(signIn.page).items.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }
    let (first, second) = (try items(one), try items(two))
    #expect(first["response_type"] == "code" && first["code_challenge_method"] == "S256")
    #expect(first["redirect_uri"] == one.redirectAddress)
    #expect(one.redirectAddress.hasPrefix("http://127.0.0.1:"))
    #expect(
      first["scope"] == "playlist-modify-private playlist-modify-public playlist-read-private "
        + "user-top-read user-follow-read")
    #expect(first["state"]?.count == 32 && first["state"] != second["state"])
    #expect(first["code_challenge"] != second["code_challenge"])
  }

  @Test(
    "a redirect with another state is refused, and the sign-in goes on",
    arguments: [
      "code=evil&state=wrong", "code=evil", "code=evil&state=", "error=access_denied&state=wrong",
      "error=access_denied", "", "code=evil&state=RIGHT&state=wrong", "state=RIGHT",
      "code=a&code=b&state=RIGHT", "code=&state=RIGHT", "code=a%0Ab&state=RIGHT",
    ])
  func wrongState(query: String) async throws {
    let stand = try SpotifyStand()
    let signIn = try stand.signIn()
    async let waited = signIn.tokens()
    let state = try #require(HTTPURL(signIn.page).items.first { $0.name == "state" }).value
    let address = "\(signIn.redirectAddress)?\(query.replacing("RIGHT", with: state))"
    #expect(try await stand.visit(address).status == 400)
    #expect(await spotifyFault { try signIn.redirect(pasted: address) }?.isWrongRedirect == true)
    #expect(try await stand.visit(signIn.page).status == 200)
    #expect(try await waited.access.text == stand.fake.with { $0.accessToken })
  }

  @Test("a second request is answered, and changes nothing")
  func second() async throws {
    let stand = try SpotifyStand()
    let signIn = try stand.signIn()
    async let waited = signIn.tokens()
    let first = try await stand.visit(signIn.page)
    let again = try await stand.visit(first.head.url.requestText)
    #expect(again.status == 200 && again.text.contains("may be closed"))
    _ = try await waited
    #expect(try await stand.visit(first.head.url.requestText).status == 200)
    let exchanges = stand.fake.server.requests.filter { $0.target == "/api/token" }
    #expect(exchanges.count == 1)
    // Another code with the right state is too late, too.
    #expect(try await stand.visit(signIn.page).status == 200)
    #expect(stand.fake.server.requests.filter { $0.target == "/api/token" }.count == 1)
  }

  @Test("a user who does not agree is told so, in the browser, too")
  func denied() async throws {
    let stand = try SpotifyStand()
    stand.fake.with { $0.agrees = false }
    let signIn = try stand.signIn()
    async let waited = spotifyFault { _ = try await signIn.tokens() }
    let page = try await stand.visit(signIn.page)
    #expect(page.text.contains("did not allow"))
    #expect(await waited == .accessDenied)
  }

  @Test("a fault of Spotify's page ends the sign-in with its name")
  func failed() async throws {
    let stand = try SpotifyStand()
    let signIn = try stand.signIn()
    let state = try #require(HTTPURL(signIn.page).items.first { $0.name == "state" }).value
    async let waited = spotifyFault { _ = try await signIn.tokens() }
    _ = try await stand.visit("\(signIn.redirectAddress)?error=server%1Berror&state=\(state)")
    guard case .signInFailed(let reason) = await waited else {
      Issue.record("no failure")
      return
    }
    #expect(reason.contains("server"))
  }

  @Test("a browser that never comes ends the wait, and one that comes late is told so")
  func never() async throws {
    let stand = try SpotifyStand()
    let signIn = try stand.signIn()
    #expect(
      await spotifyFault { _ = try await signIn.tokens(within: .milliseconds(50)) } == .noRedirect)
    #expect(try await stand.visit(signIn.page).status == 410)
    #expect(stand.fake.server.requests.allSatisfy { $0.target != "/api/token" })
  }

  @Test("the wait can be cancelled")
  func cancel() async throws {
    let stand = try SpotifyStand()
    let signIn = try stand.signIn()
    let task = Task { await spotifyFault { _ = try await signIn.tokens() } }
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test("a port that is taken is named, and free after the end of a sign-in")
  func takenPort() async throws {
    let stand = try SpotifyStand()
    let first = try stand.signIn()
    let port = try HTTPURL(first.redirectAddress).origin.port
    let error = await spotifyFault { _ = try stand.signIn(.port(port)) }
    #expect(error == .portTaken(port) && error?.message.contains("another port") == true)
    first.end()
    #expect(try stand.signIn(.port(port)).redirectAddress == first.redirectAddress)
    #expect(await spotifyFault { _ = try stand.signIn(.port(70_000)) }?.isSettings == true)
  }

  @Test("the address may be pasted, with and without a listener", arguments: [true, false])
  func pasted(listens: Bool) async throws {
    let stand = try SpotifyStand()
    let signIn = try stand.signIn(listens ? .port(0) : .pasted(port: 8765))
    let address = try stand.redirected(from: signIn.page)
    let port = try HTTPURL(signIn.redirectAddress).origin.port
    for wrong in [
      "", "hello", "https://accounts.spotify.com/authorize", signIn.page,
      address.replacing("127.0.0.1", with: "localhost"), address.replacing("http:", with: "https:"),
      address.replacing(":\(port)", with: ":1"), address.replacing("/callback", with: "/other"),
      String(address.dropLast()), String(repeating: "x", count: 100_000),
    ] {
      let error = await spotifyFault { try signIn.redirect(pasted: wrong) }
      #expect(error?.isWrongRedirect == true)
    }
    try signIn.redirect(pasted: "  \(address)\n")
    #expect(try await signIn.tokens().access.text == stand.fake.with { $0.accessToken })
  }

  @Test("a redirect address that is not registered, and a client id that is none, are refused")
  func settings() async throws {
    let stand = try SpotifyStand()
    stand.fake.with { $0.redirects = ["http://127.0.0.1:8765/callback"] }
    let signIn = try stand.signIn()
    #expect(try await stand.visit(signIn.page).status == 400)
    for text in [
      "", "short", "0123456789abcdef 0123456789abcdef", String(repeating: "a", count: 99),
    ] {
      #expect(await spotifyFault { _ = try SpotifyClientID(text) }?.isSettings == true)
    }
    #expect(try SpotifyClientID(" 0123456789ABCDEF\n").text == "0123456789ABCDEF")
    for address in ["http://spotify.example", "ftp://x", "", "https://a.b/?q=1"] {
      #expect(await spotifyFault { _ = try SpotifyRoots(accounts: address) }?.isSettings == true)
      #expect(await spotifyFault { _ = try SpotifyRoots(api: address) }?.isSettings == true)
    }
  }

  @Test("scopes that the user withholds are not there")
  func scopes() async throws {
    let stand = try SpotifyStand()
    stand.fake.with { $0.withheld = ["user-follow-read"] }
    let client = try await stand.client()
    let fault = await spotifyFault { _ = try await client.followedArtists(most: 20) }
    #expect(fault == .scopeMissing(said: "Insufficient client scope"))
    #expect(
      try await stand.tokens().scopes
        == SpotifyScope.allCases.filter {
          $0 != .readFollowedArtists
        })
  }

  @Test(
    "an exchange that fails says so without a secret",
    arguments: [
      (400, #"{"error":"invalid_grant","error_description":"no code-s3cr3t-1"}"#),
      (400, #"{"error":"invalid_client"}"#), (500, "oops"), (429, "{}"), (200, "{}"), (200, "[]"),
      (200, #"{"access_token":"a b","refresh_token":"c"}"#), (200, #"{"access_token":"a"}"#),
      (200, #"{"access_token":"a","refresh_token":"b","token_type":"mac"}"#), (302, "x"),
    ])
  func exchange(status: Int, body: String) async throws {
    let stand = try SpotifyStand()
    let fault = FakeSpotify.Fault("POST", "/api/token", .status(status, body: body))
    stand.fake.with { $0.faults = Array(repeating: fault, count: 3) }
    #expect(await spotifyFault { _ = try await stand.tokens() } != nil)
  }

  @Test("the fake takes no wrong verifier, and no code twice")
  func strictFake() async throws {
    let stand = try SpotifyStand()
    let signIn = try stand.signIn()
    func exchange(_ verifier: String, _ code: String) async throws -> HTTPResponse {
      try await stand.http.response(
        to: HTTPRequest(
          .post, HTTPURL("\(stand.fake.accounts)/api/token"),
          body: .form([
            .init("grant_type", "authorization_code"), .init("code", code),
            .init("redirect_uri", signIn.redirectAddress), .init("code_verifier", verifier),
            .init("client_id", stand.clientID.text),
          ])))
    }
    let address = try stand.redirected(from: signIn.page)
    let code = try #require(HTTPURL(address).items.first { $0.name == "code" }).value
    let wrong = try await exchange(String(repeating: "a", count: 64), code)
    #expect(wrong.status == 400 && wrong.text.contains("code_verifier"))
    let again = try await exchange(String(repeating: "a", count: 64), code)
    #expect(again.text.contains("Invalid authorization code"))
  }
}

extension SpotifyError {
  var isWrongRedirect: Bool { if case .wrongRedirect = self { true } else { false } }
  var isSettings: Bool { if case .invalidSettings = self { true } else { false } }
  var isSignInAgain: Bool { if case .signInAgain = self { true } else { false } }
  var isUnavailable: Bool { if case .unavailable = self { true } else { false } }
  var isRefused: Bool { if case .refused = self { true } else { false } }
  var isBadAnswer: Bool { if case .badAnswer = self { true } else { false } }
}
