import HTTP
import Online
import TestServers
import Testing

/// The client of LRCLIB, against a server of the same answers.
@Suite("Lyrics from LRCLIB")
struct LRCLIBTests {
  private static let query = LyricsQuery(
    title: "Night & Day", artist: "Ola Marsh", album: "Pier #9", seconds: 183)

  private func lyrics(
    _ server: LoopbackServer, _ query: LyricsQuery = LRCLIBTests.query
  ) async throws(HTTPError) -> FoundLyrics {
    var configuration = HTTPConfiguration(userAgent: "tritone/test")
    configuration.usesProxies = false
    let root = try HTTPURL("http://127.0.0.1:\(server.port)")
    return try await LRCLIB(HTTPClient(configuration), at: root).lyrics(for: query)
  }

  private static func record(
    synced: String? = nil, plain: String? = nil, seconds: Double = 183, instrumental: Bool = false
  ) -> String {
    func text(_ value: String?) -> String { value.map { "\"\($0)\"" } ?? "null" }
    return """
      {"id": 1, "trackName": "Night & Day", "artistName": "Ola Marsh", "duration": \(seconds),
       "instrumental": \(instrumental), "plainLyrics": \(text(plain)),
       "syncedLyrics": \(text(synced))}
      """
  }

  /// A server with a record, and what a search finds.
  private func server(get: String?, search: [String] = []) throws -> LoopbackServer {
    try LoopbackServer { exchange in
      if exchange.request.target.hasPrefix("/api/get?") {
        let missing = #"{"code": 404, "name": "TrackNotFound", "message": "no"}"#
        return exchange.answer(get == nil ? 404 : 200, [], Array((get ?? missing).utf8))
      }
      return exchange.answer(200, [], Array("[\(search.joined(separator: ","))]".utf8))
    }
  }

  @Test("the very track is asked for by its names and length, and lyrics with times come first")
  func get() async throws {
    let server = try server(get: Self.record(synced: "[00:01.00]Hello", plain: "Hello"))
    #expect(try await lyrics(server) == .text("[00:01.00]Hello"))
    let requests = server.requests
    #expect(requests.count == 1)
    let target = requests[0].target
    for part in [
      "track_name=Night%20%26%20Day", "artist_name=Ola%20Marsh", "album_name=Pier%20%239",
      "duration=183",
    ] { #expect(target.contains(part), "\(target)") }
    #expect(requests[0].value(of: "User-Agent") == "tritone/test")
  }

  @Test("a search finds a recording of the same length, with times before one without")
  func search() async throws {
    let other = Self.record(synced: "[00:01.00]Live", seconds: 400)
    let plain = Self.record(plain: "Plain", seconds: 184)
    let synced = Self.record(synced: "[00:02.00]Times", seconds: 181.4)
    #expect(
      try await lyrics(server(get: nil, search: [other, plain, synced]))
        == .text("[00:02.00]Times"))
    #expect(try await lyrics(server(get: nil, search: [other, plain])) == .text("Plain"))
    #expect(try await lyrics(server(get: nil, search: [other])) == .nothing)
    #expect(try await lyrics(server(get: nil)) == .nothing)
  }

  @Test("plain lyrics give way to times of another record; music without words has none")
  func plain() async throws {
    let own = Self.record(plain: "Own words")
    #expect(try await lyrics(server(get: own)) == .text("Own words"))
    let times = Self.record(synced: "[00:02.00]Times")
    #expect(try await lyrics(server(get: own, search: [times])) == .text("[00:02.00]Times"))
    let instrumental = try server(get: Self.record(instrumental: true))
    #expect(try await lyrics(instrumental) == .nothing)
    #expect(instrumental.requests.count == 1)
  }

  @Test("a server that wants a pause, or answers with something else, is a fault")
  func faults() async throws {
    let busy = try LoopbackServer { $0.answer(429, ["Retry-After: 7"]) }
    do {
      _ = try await lyrics(busy)
      Issue.record("an answer")
    } catch {
      guard case .status(_, 429, let pause) = error else { throw error }
      #expect(pause == .seconds(7))
    }
    for body in [
      "", "<html>", "[]", "{\"syncedLyrics\": 7}", "\u{0}", String(repeating: "[", count: 5_000),
      String(repeating: "a", count: 5_000_000),
    ] {
      let server = try LoopbackServer { $0.answer(200, [], Array(body.utf8)) }
      await #expect(throws: HTTPError.self, "\(body.prefix(20))") { try await lyrics(server) }
    }
  }

  @Test("a text that is longer than a song is none")
  func tooLong() async throws {
    let text = String(repeating: "la ", count: 200_000)
    let long = Self.record(synced: text, plain: "Short")
    #expect(try await lyrics(server(get: long)) == .text("Short"))
  }
}
