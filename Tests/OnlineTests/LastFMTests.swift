import HTTP
import Music
import Online
import TestServers
import Testing

/// The client of Last.fm, against a server of the same answers.
@Suite("Listens for Last.fm")
struct LastFMTests {
  private static let keys = LastFMKeys(
    key: Secret("0123456789abcdef-key"), secret: Secret("shared-s3cr3t-of-the-application"))
  private static let session = "session-s3cr3t-of-ola"

  private func fake() throws -> FakeLastFM {
    try FakeLastFM(
      key: Self.keys.key.text, secret: Self.keys.secret.text, session: Self.session)
  }

  private func client(
    _ address: String, session: String? = LastFMTests.session, keys: LastFMKeys = LastFMTests.keys
  ) throws -> LastFMClient {
    LastFMClient(
      Listening.client(), at: try ServiceRoot(address), keys: keys,
      session: session.map { Secret($0) })
  }

  @Test("a call is signed by its parameters in order, without its format")
  func signature() {
    // The example of lastfm-docs.github.io/api-docs/auth/signature.
    let parameters = [
      "method": "auth.getSession", "api_key": "YOUR_API_KEY", "token": "YOUR_REQUESTED_TOKEN",
      "format": "json",
    ]
    #expect(
      LastFMSignature.of(parameters, secret: Secret("YOUR_SECRET"))
        == "94539006de89b3c6b3c030bb1e52b9c4")
    // By the bytes of the names: [10] comes before [2].
    #expect(
      LastFMSignature.of(["a[2]": "x", "a[10]": "ü"], secret: Secret("s"))
        == MD5.digest(of: Array("a[10]üa[2]xs".utf8)))
  }

  @Test("a session comes once the user has agreed on the page")
  func signIn() async throws {
    let fake = try fake()
    let client = try client(fake.address, session: nil)
    let token = try await client.token()
    #expect(
      try client.page(for: token)
        == "http://127.0.0.1:\(fake.server.port)/api/auth/?api_key=\(Self.keys.key.text)"
        + "&token=token-for-signing-in")
    #expect(await Listening.fault { _ = try await client.session(for: token) } == .notGranted)
    fake.with { $0.isGranted = true }
    let (user, key) = try await client.session(for: token)
    #expect(user == "ola" && key.text == Self.session)
    let other = try self.client(
      fake.address, keys: LastFMKeys(key: Self.keys.key, secret: Secret("wrong")))
    #expect(await Listening.fault { _ = try await other.token() }?.isNotSignedIn == true)
  }

  @Test("listens go in one call, and each has an answer of its own")
  func batch() async throws {
    let fake = try fake()
    fake.with { $0.ignored = ["3": 1, "4": 3, "5": 5] }
    let client = try client(fake.address)
    let listens = try (0..<LastFMClient.batchSize).map {
      try Listening.listen("\($0)", start: 1_700_000_000 + Int64($0))
    }
    let verdicts = try await client.submit(listens).verdicts
    #expect(verdicts[0] == .accepted && verdicts.count == listens.count)
    guard case .ignored = verdicts[3], case .ignored = verdicts[4], case .later = verdicts[5] else {
      Issue.record("\(verdicts[3...5])")
      return
    }
    #expect(fake.with { $0.listens.all.count } == listens.count - 3)
    #expect(try await client.submit([listens[0]]).verdicts == [.accepted])
    #expect(fake.with { $0.complaints } == [])
    #expect(fake.server.requests.allSatisfy { $0.target == "/2.0/" })
  }

  @Test("what plays now is told, and love in both directions")
  func love() async throws {
    let fake = try fake()
    let client = try client(fake.address)
    let track = try Listening.listen("One").track
    try await client.announce(track)
    try await client.rate(track, .love)
    try await client.rate(track, .none)
    #expect(fake.with { $0.playingNow } == ["One"])
    #expect(fake.with { $0.loved } == ["track.love Ola & Co One", "track.unlove Ola & Co One"])
    // A server without love is no reason to wait.
    let server = try LoopbackServer {
      $0.answer(400, [], Array(#"{"error": 3, "message": "Invalid method"}"#.utf8))
    }
    let other = try self.client("http://127.0.0.1:\(server.port)/2.0/")
    #expect(await Listening.fault { try await other.rate(track, .love) }?.isRefused == true)
  }

  @Test(
    "codes say whether to wait, to sign in or to give up",
    arguments: [
      (8, "unavailable"), (11, "unavailable"), (16, "unavailable"), (29, "unavailable"),
      (99, "unavailable"), (4, "sign in"), (9, "sign in"),
      (10, "sign in"), (13, "sign in"), (26, "sign in"), (6, "refused"), (7, "refused"),
    ])
  func codes(code: Int, kind: String) async throws {
    let fake = try fake()
    let client = try client(fake.address)
    let listen = try Listening.listen("One")
    for status in [200, 400, 403, 500] {
      let body = #"{"error": \#(code), "message": "no \#(Self.session)"}"#
      fake.with { $0.faults = [.status(status, headers: ["Retry-After: 5"], body: body)] }
      let error = try #require(await Listening.fault { _ = try await client.submit([listen]) })
      #expect(error.isUnavailable == (kind == "unavailable"))
      #expect(error.isNotSignedIn == (kind == "sign in"))
      #expect(error.isRefused == (kind == "refused"))
      #expect(!error.message.contains(Self.session) && error.message.contains("(secret)"))
    }
  }

  @Test("an answer that is none confirms nothing", arguments: Listening.hostileBodies)
  func hostile(body: [UInt8]) async throws {
    let server = try LoopbackServer { $0.answer(200, [], body) }
    let client = try client("http://127.0.0.1:\(server.port)/2.0/")
    let listen = try Listening.listen("One")
    #expect(await Listening.fault { _ = try await client.submit([listen]) }?.isUnavailable == true)
    #expect(await Listening.fault { _ = try await client.token() }?.isUnavailable == true)
  }

  @Test("an answer about fewer listens than were sent confirms nothing")
  func short() async throws {
    let one = #"{"scrobbles": {"scrobble": {"ignoredMessage": {"code": 0}}}}"#
    let server = try LoopbackServer { $0.answer(200, [], Array(one.utf8)) }
    let client = try client("http://127.0.0.1:\(server.port)/2.0/")
    let listen = try Listening.listen("One")
    #expect(try await client.submit([listen]).verdicts == [.accepted])
    let fault = await Listening.fault { _ = try await client.submit([listen, listen]) }
    #expect(fault?.isUnavailable == true)
  }

  @Test("neither key, secret nor session go to another server", arguments: [301, 302, 303, 307])
  func redirects(status: Int) async throws {
    let other = try LoopbackServer { $0.answer(200, [], Array("{}".utf8)) }
    let server = try LoopbackServer { $0.redirect(to: "http://127.0.0.1:\(other.port)/", status) }
    let client = try client("http://127.0.0.1:\(server.port)/2.0/")
    let listen = try Listening.listen("One")
    _ = await Listening.fault { _ = try await client.submit([listen]) }
    for request in other.requests {
      let all = request.head + String(decoding: request.body, as: UTF8.self)
      #expect(!all.contains(Self.session) && !all.contains(Self.keys.key.text))
    }
  }
}
