import Foundation
import HTTP
import Music
import Online
import TestServers
import Testing

/// The client of ListenBrainz, against a server of the same answers.
@Suite("Listens for ListenBrainz")
struct ListenBrainzTests {
  private static let token = "s3cr3t-token-of-ola"

  private func client(
    _ address: String, token: String = ListenBrainzTests.token
  ) throws -> ListenBrainzClient {
    ListenBrainzClient(
      Listening.client(), at: try ServiceRoot(address), token: Secret(token))
  }

  @Test("a token has a user, and a wrong one is told in an answer of success")
  func token() async throws {
    let fake = try FakeListenBrainz(token: Self.token)
    #expect(try await client(fake.address).userName() == "ola")
    let wrong = try client(fake.address, token: "another")
    let fault = await Listening.fault { _ = try await wrong.userName() }
    #expect(fault == .notSignedIn(reason: "Token invalid."))
  }

  @Test("what plays now has no time, and a listen has its start, names and length")
  func listen() async throws {
    let fake = try FakeListenBrainz(token: Self.token)
    let client = try client(fake.address)
    let listen = try Listening.listen("One")
    #expect(try await client.announce(listen.track) == FakeListenBrainz.msid)
    #expect(try await client.submit([listen]) == Submission([.accepted]))
    #expect(fake.with { $0.playingNow } == ["One"])
    #expect(fake.with { $0.complaints } == [])
    let request = try #require(fake.server.requests.last)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any])
    #expect(object["listen_type"] as? String == "single")
    let sent = try #require((object["payload"] as? [[String: Any]])?.first)
    #expect(Set(sent.keys) == ["listened_at", "track_metadata"])
    #expect(sent["listened_at"] as? Int == 1_700_000_000)
    let track = try #require(sent["track_metadata"] as? [String: Any])
    #expect(track["artist_name"] as? String == "Ola & Co")
    #expect(track["release_name"] as? String == "Pier")
    let info = try #require(track["additional_info"] as? [String: Any])
    #expect(info["duration_ms"] as? Int == 183_500 && info["tracknumber"] as? String == "7")
    #expect(info["media_player"] as? String == "Tritone" && info["recording_mbid"] == nil)
  }

  @Test("many listens go in one request, in order")
  func batch() async throws {
    let fake = try FakeListenBrainz(token: Self.token)
    let listens = try (0..<ListenBrainzClient.batchSize).map {
      try Listening.listen("\($0)", start: 1_700_000_000 + Int64($0))
    }
    let submission = try await client(fake.address).submit(listens)
    #expect(submission.verdicts.count == listens.count)
    #expect(fake.with { $0.listens.all.map(\.title) } == listens.map(\.track.title))
    #expect(fake.with { $0.batches } == [ListenBrainzClient.batchSize])
  }

  @Test("the longest names there are fit into the bytes of a listen")
  func longest() async throws {
    let fake = try FakeListenBrainz(token: Self.token)
    let name = String(repeating: "\"", count: ListenedTrack.longestName)
    let id = "b7ffd2af-418f-4be2-bdd1-22f8b48613da"
    let track = try #require(
      ListenedTrack(
        title: name, artist: name, album: name, albumArtist: name, number: 9_999,
        duration: .seconds(2_000_000),
        ids: MusicBrainzIDs(
          recording: id, release: id, artists: Array(repeating: id, count: 99))))
    _ = try await client(fake.address).submit([Listen(track, start: .max)])
    let request = try #require(fake.server.requests.last)
    #expect(request.body.count <= ListenBrainzClient.longestListen)
    #expect(fake.with { $0.complaints } == [])
  }

  @Test("feedback is about the recording of the tags, of the announcement, or of a look-up")
  func feedback() async throws {
    let fake = try FakeListenBrainz(token: Self.token)
    let client = try client(fake.address)
    let id = "b7ffd2af-418f-4be2-bdd1-22f8b48613da"
    var track = try Listening.listen("One").track
    track.ids = MusicBrainzIDs(recording: id, release: nil, artists: [])
    try await client.rate(track, .love)
    track.ids = MusicBrainzIDs()
    try await client.rate(track, .none, heardAs: FakeListenBrainz.msid)
    #expect(await Listening.fault { try await client.rate(track, .love) }?.isRefused == true)
    fake.with { $0.recordings = ["One": id] }
    try await client.rate(track, .love)
    #expect(fake.with { $0.feedback } == ["1 \(id)", "0 \(FakeListenBrainz.msid)", "1 \(id)"])
  }

  @Test("statuses say whether to wait, to sign in or to give up")
  func statuses() async throws {
    let fake = try FakeListenBrainz(token: Self.token)
    let client = try client(fake.address)
    let listen = try Listening.listen("One")
    func next(_ status: Int, _ headers: [String] = [], body: String = "{}") async -> ScrobbleError?
    {
      fake.with { $0.faults = [.status(status, headers: headers, body: body)] }
      return await Listening.fault { _ = try await client.submit([listen]) }
    }
    func pause(_ error: ScrobbleError?) -> Duration? {
      guard case .unavailable(_, let pause) = error else { return nil }
      return pause
    }
    #expect(pause(await next(429, ["Retry-After: 7"])) == .seconds(7))
    #expect(pause(await next(429, ["X-RateLimit-Reset-In: 9"])) == .seconds(9))
    #expect(pause(await next(503, ["Retry-After: 100"])) == .seconds(100))
    #expect(await next(500)?.isUnavailable == true)
    #expect(await next(404)?.isUnavailable == true)
    #expect(await next(401)?.isNotSignedIn == true)
    #expect(await next(403)?.isNotSignedIn == true)
    #expect(
      await next(400, body: #"{"code": 400, "error": "too \#(Self.token) long"}"#)
        == .refused(reason: "too (secret) long"))
    // A kept connection that turns out to be closed is tried once more.
    fake.with { $0.faults = [.cutBefore, .cutBefore] }
    #expect(await Listening.fault { _ = try await client.submit([listen]) }?.isUnavailable == true)
    fake.with { $0.faults = [.cutAfter] }
    #expect(await Listening.fault { _ = try await client.submit([listen]) }?.isUnavailable == true)
    #expect(fake.with { $0.listens.all.count } == 1)
  }

  @Test("a used-up rate limit is a pause before the next request")
  func rateLimit() async throws {
    let server = try LoopbackServer {
      $0.answer(
        200, ["X-RateLimit-Remaining: 0", "X-RateLimit-Reset-In: 4"],
        Array(#"{"status": "ok"}"#.utf8))
    }
    let submission = try await client("http://127.0.0.1:\(server.port)").submit([
      try Listening.listen("One")
    ])
    #expect(submission == Submission([.accepted], pause: .seconds(4)))
  }

  @Test("an answer that is none confirms nothing", arguments: Listening.hostileBodies)
  func hostile(body: [UInt8]) async throws {
    let server = try LoopbackServer { $0.answer(200, [], body) }
    let client = try client("http://127.0.0.1:\(server.port)")
    let listen = try Listening.listen("One")
    #expect(await Listening.fault { _ = try await client.submit([listen]) }?.isUnavailable == true)
    #expect(await Listening.fault { _ = try await client.userName() } != nil)
  }

  @Test("an answer without an end is bounded")
  func endless() async throws {
    let server = try LoopbackServer { exchange in
      exchange.send("HTTP/1.1 200 OK\r\n\r\n{\"status\": \"ok\", \"x\": \"")
      exchange.sendForever(Array(repeating: UInt8(ascii: "a"), count: 65_536))
      return false
    }
    let client = try client("http://127.0.0.1:\(server.port)")
    let listen = try Listening.listen("One")
    #expect(await Listening.fault { _ = try await client.submit([listen]) }?.isUnavailable == true)
  }

  @Test("the token never goes to another server", arguments: [301, 302, 303, 307, 308])
  func redirects(status: Int) async throws {
    let other = try LoopbackServer { $0.answer(200, [], Array(#"{"status": "ok"}"#.utf8)) }
    let server = try LoopbackServer {
      $0.redirect(to: "http://127.0.0.1:\(other.port)/1/submit-listens", status)
    }
    let client = try client("http://127.0.0.1:\(server.port)")
    let listen = try Listening.listen("One")
    _ = await Listening.fault { _ = try await client.submit([listen]) }
    _ = await Listening.fault { _ = try await client.userName() }
    #expect(server.requests.allSatisfy { $0.value(of: "Authorization") != nil })
    for request in other.requests {
      #expect(!request.head.contains(Self.token) && request.body.isEmpty)
    }
  }

  @Test("a root address is encrypted, or is this machine's, or is allowed by name")
  func roots() throws {
    for text in [
      "https://maloja.example/apis/listenbrainz", "http://127.0.0.1:42010", "http://[::1]",
    ] {
      #expect((try? ServiceRoot(text)) != nil, "\(text)")
    }
    for text in ["http://maloja.example", "http://127.0.0.1.evil.example"] {
      #expect(throws: ServiceRoot.Fault.notEncrypted) { try ServiceRoot(text) }
    }
    #expect((try? ServiceRoot("http://maloja.example", allowsPlain: true)) != nil)
    for text in ["", "maloja", "ftp://x", "https://user:word@x", "https://x/?key=1"] {
      #expect(throws: ServiceRoot.Fault.self, "\(text)") { try ServiceRoot(text) }
    }
  }
}
