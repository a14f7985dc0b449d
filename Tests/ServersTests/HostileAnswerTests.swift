import HTTP
import Music
import Servers
import TestServers
import Testing

@Suite("Hostile Subsonic servers")
struct HostileAnswerTests {
  private static func client(_ server: LoopbackServer) throws -> SubsonicClient {
    var configuration = HTTPConfiguration(userAgent: "tritone/test")
    configuration.usesProxies = false
    return SubsonicClient(
      HTTPClient(configuration), at: try ServerLocation("http://127.0.0.1:\(server.port)/music/"),
      credentials: .password(user: "ann", Secret("c4n4ry")),
      timing: ServerTiming(now: { 1_700_000_000 }, pause: { _ in }))
  }

  private static func ok(_ content: String) -> [UInt8] {
    Array(#"{"subsonic-response": {"status": "ok", "version": "1.16.1"\#(content)}}"#.utf8)
  }

  @Test(
    "answers of anything else are errors",
    arguments: [
      "", "<html><body>c4n4ry</body></html>", "[]", "{}", #"{"subsonic-response": 7}"#,
      #"{"subsonic-response": {}}"#, "deep",
    ])
  func others(_ body: String) async throws {
    let body = body == "deep" ? String(repeating: "[", count: 10_000) : body
    let server = try LoopbackServer { $0.answer(200, [], Array(body.utf8)) }
    defer { withExtendedLifetime(server) {} }
    let client = try Self.client(server)
    let error = await #expect(throws: ServerError.self) { try await client.ping() }
    #expect(error?.message.contains("c4n4ry") == false)
    // A server that was never reached is a temporary fault.
    #expect(error?.isTemporary == false)
  }

  @Test("a list that never ends, of doubled ids and wrong types, ends")
  func endless() async throws {
    let server = try LoopbackServer { exchange in
      let target = exchange.request.target
      if target.contains("getAlbumList2") {
        return exchange.answer(
          200, [], Self.ok(#", "albumList2": {"album": [{"id": "a", "songCount": -4}]}"#))
      }
      if target.contains("search3") {
        return exchange.answer(
          200, [],
          Self.ok(
            #", "searchResult3": {"song": [{"id": "s/1", "title": "\u0007A\u202e", "duration": -3,"#
              + #" "track": "x", "year": [], "size": -1, "userRating": 99}, {"id": "s/1"},"#
              + #" {"id": "b\u0000"}, {"title": "none"}, 7]}"#))
      }
      return exchange.answer(200, [], Self.ok(""))
    }
    let listing = SubsonicListing(try Self.client(server))
    var tracks: [ServerTrack] = []
    while let batch = try await listing.next() { tracks += batch }
    #expect(tracks.map(\.id) == ["s/1"])
    #expect(tracks.first?.tags.title == "\u{FFFD}A")
    #expect(tracks.first?.audio.duration == nil && tracks.first?.size == 0)
    #expect(server.requests.count < 12)
  }

  @Test("credentials go along with no redirect to another server")
  func redirect() async throws {
    let other = try LoopbackServer { $0.answer(200, [], Self.ok("")) }
    let port = other.port
    let server = try LoopbackServer {
      $0.redirect(to: "http://127.0.0.1:\(port)\($0.request.target)", 307)
    }
    defer { withExtendedLifetime(server) {} }
    let client = try Self.client(server)
    let error = await #expect(throws: ServerError.self) { try await client.ping() }
    guard case .wrongAddress = error else {
      Issue.record("the redirect was followed")
      return
    }
    #expect(other.requests.isEmpty)
  }

  @Test("a token has a new salt in each request, and the address's prefix stays")
  func salts() async throws {
    let server = try LoopbackServer { $0.answer(200, [], Self.ok("")) }
    let client = try Self.client(server)
    _ = try await client.ping()
    let bodies = server.requests.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(bodies.count == 2 && Set(bodies).count == 2)
    #expect(server.requests.allSatisfy { $0.target == "/music/rest/ping.view" })
    #expect(bodies.allSatisfy { $0.contains("&t=") && !$0.contains("c4n4ry") })
  }
}
