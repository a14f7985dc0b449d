import HTTP
import Music
import Servers
import Synchronization
import TestServers
import Testing

@Suite("What a Subsonic client finds out")
struct SubsonicStateTests {
  private static func client(
    _ server: LoopbackServer, _ options: ServerOptions = ServerOptions()
  ) throws -> SubsonicClient {
    var configuration = HTTPConfiguration(userAgent: "tritone/test")
    configuration.usesProxies = false
    return SubsonicClient(
      HTTPClient(configuration), at: try ServerLocation("http://127.0.0.1:\(server.port)"),
      credentials: .password(user: "ann", Secret("c4n4ry")), options: options,
      timing: ServerTiming(now: { 1_700_000_000 }, pause: { _ in }))
  }

  private static func answer(_ content: String, status: String = "ok") -> [UInt8] {
    Array(
      #"{"subsonic-response": {"status": "\#(status)", "version": "1.16.1"\#(content)}}"#.utf8)
  }

  @Test("first calls at the same time do not undo each other's form of the password")
  func concurrent() async throws {
    let server = try LoopbackServer { exchange in
      let sent = exchange.request.target + String(decoding: exchange.request.body, as: UTF8.self)
      guard sent.contains("p=enc%3A") || sent.contains("p=enc:") else {
        return exchange.answer(
          200, [], Self.answer(#", "error": {"code": 41, "message": "no"}"#, status: "failed"))
      }
      return exchange.answer(200, [], Self.answer(#", "starred2": {"song": []}"#))
    }
    let client = try Self.client(server)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<12 { group.addTask { _ = try await client.lovedTracks() } }
      try await group.waitForAll()
    }
    #expect(client.passwordForm == .encoded)
  }

  @Test("a password that was encoded at another address is not sent so in the clear")
  func clear() throws {
    let http = HTTPClient(HTTPConfiguration(userAgent: "tritone/test"))
    var options = ServerOptions()
    options.passwordForm = .encoded
    for (address, form) in [
      ("http://music.example.org", ServerOptions.PasswordForm.token),
      ("https://music.example.org", .encoded),
    ] {
      let client = SubsonicClient(
        http, at: try ServerLocation(address), credentials: .password(user: "ann", Secret("x")),
        options: options)
      #expect(client.passwordForm == form)
    }
  }

  @Test("bookmarks are read whatever their types, and those of nothing are left out")
  func bookmarks() async throws {
    let server = try LoopbackServer { exchange in
      let marks = #"""
        {"position": 12500, "created": "2020-01-01T00:00:00Z", "changed": "2021-01-01T00:00:00Z",
         "entry": {"id": "a", "duration": 7200}},
        {"position": "9000", "created": "2020-01-01T00:00:00Z", "entry": {"id": 7}},
        {"position": -5, "entry": {"id": "b"}}, {"position": 1}, {"position": 1, "entry": "a"}, 3
        """#
      return exchange.answer(200, [], Self.answer(#", "bookmarks": {"bookmark": [\#(marks)]}"#))
    }
    let places = try await Self.client(server).places()
    #expect(places.map(\.book) == ["a", "7", "b"])
    #expect(places.map(\.progress.place) == [.milliseconds(12_500), .seconds(9), .zero])
    #expect(places.map(\.progress.updated) == [1_609_459_200_000, 1_577_836_800_000, 0])
    #expect(places[0].duration == .seconds(7_200))
  }

  @Test("a place is set in milliseconds, and a bookmark that is gone is removed")
  func setBookmarks() async throws {
    let sent = Mutex<[String]>([])
    let server = try LoopbackServer { exchange in
      let text = exchange.request.target + String(decoding: exchange.request.body, as: UTF8.self)
      sent.withLock { $0.append(text) }
      guard text.contains("deleteBookmark") else {
        return exchange.answer(200, [], Self.answer(""))
      }
      return exchange.answer(
        200, [], Self.answer(#", "error": {"code": 70, "message": "gone"}"#, status: "failed"))
    }
    let client = try Self.client(server)
    try await client.setPlace(.milliseconds(61_234), of: "a b")
    try await client.removePlace(of: "a b")
    let calls = sent.withLock { $0 }
    #expect(
      calls.contains {
        $0.contains("createBookmark") && $0.contains("position=61234") && $0.contains("id=a")
      })
    #expect(calls.last?.contains("deleteBookmark") == true)
  }

  @Test("a listing goes on after an error without the loss of a track")
  func goesOn() async throws {
    let failures = Mutex(1)
    let server = try LoopbackServer { exchange in
      let sent = exchange.request.target + String(decoding: exchange.request.body, as: UTF8.self)
      if sent.contains("getAlbumList2") {
        let albums = (1...4).map { #"{"id": "a\#($0)", "songCount": 1}"# }.joined(separator: ",")
        // The second page has nothing new.
        return exchange.answer(200, [], Self.answer(#", "albumList2": {"album": [\#(albums)]}"#))
      }
      guard sent.contains("getAlbum") else { return exchange.answer(200, [], Self.answer("")) }
      let number = (1...4).first { sent.contains("id=a\($0)") } ?? 0
      if number == 3,
        failures.withLock({
          $0 -= 1; return $0 >= 0
        })
      {
        return exchange.answer(
          200, [], Self.answer(#", "error": {"code": 0, "message": "no"}"#, status: "failed"))
      }
      return exchange.answer(
        200, [],
        Self.answer(#", "album": {"song": [{"id": "s\#(number)", "title": "\#(number)"}]}"#))
    }
    let listing = SubsonicListing(try Self.client(server))
    var tracks: [String] = []
    await #expect(throws: ServerError.self) {
      while let batch = try await listing.next() { tracks += batch.map(\.id) }
    }
    while let batch = try await listing.next() { tracks += batch.map(\.id) }
    #expect(tracks == ["s1", "s2", "s3", "s4"])
  }
}
