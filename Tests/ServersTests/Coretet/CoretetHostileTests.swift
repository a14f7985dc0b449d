import ServerHarness
import Servers
import Testing

@Suite(
  "Hostile projects", .serialized,
  .enabled(if: FakeCoretet.isAvailable, "needs python3 and postgresql"))
struct CoretetHostileTests {
  @Test(
    "whatever comes in place of an answer is an error without secrets",
    arguments: [
      #""status": 500, "body": "<html>s3cr3t</html>""#, #""kind": "cut""#, #""kind": "close""#,
      #""kind": "deep""#, #""kind": "huge""#, #""status": 200, "body": """#,
      #""status": 200, "body": "{}""#, #""status": 200, "body": "<html>""#,
      #""status": 403, "body": "s3cr3t""#, #""status": 404, "body": "{\"message\": 7}""#,
      #""kind": "redirect", "to": "http://127.0.0.1:9/rest/v1/playlists""#,
      #""status": 400, "type": "application/json", "body": "{\"code\": \"P0001\", \"message\": \"a\\u0007b\"}""#,
    ])
  func answers(fault: String) async throws {
    let stand = try CoretetStand()
    let ola = try await stand.client("ola")
    try stand.fail(#"{"path": "GET /rest/v1/playlists", "times": 9, \#(fault)}"#)
    #expect(await coretetFault { _ = try await ola.ownPlaylists() } != nil)
    #expect(try stand.fake.report().counts["GET /rest/v1/playlists"] ?? 0 <= 6)
    try stand.fail("")
    #expect(try await ola.ownPlaylists().count == 2)
    #expect(try stand.faults() == [])
  }

  @Test("rows that make no sense are left out, and the others are read")
  func rows() async throws {
    let stand = try CoretetStand()
    let ola = try await stand.client("ola")
    let rows =
      #"[7, null, {}, {\"id\": \"a b\"}, {\"id\": \"\\u202e\"}, {\"id\": \"x\", \"name\": 7,"#
      + #" \"created_at\": \"x\", \"updated_at\": 1e300}, {\"id\": 12, \"name\": \"A\\u0007\\u202eB\"}]"#
    try stand.fail(
      #"{"path": "playlists", "status": 200, "type": "application/json", "body": "\#(rows)"}"#)
    let found = try await ola.ownPlaylists()
    #expect(found.map(\.id) == ["x", "12"] && found.map(\.name) == ["", "A\u{FFFD}B"])
    let tracks =
      #"[{\"id\": \"e\", \"track\": null}, {\"id\": \"e\", \"position\": -1e300, \"track\": {\"id\":"#
      + #" \"t\", \"duration\": 1e300, \"tempo\": -4, \"tags\": [7, {}, \"a\"], \"file_size\": -3,"#
      + #" \"storage_path\": \"../../etc\", \"category\": \"\\u0007\"}}]"#
    try stand.fail(
      #"{"path": "playlist_tracks", "status": 200, "type": "application/json", "body": "\#(tracks)"}"#
    )
    let entries = try await ola.entries(of: CoretetStand.demos)
    let track = try #require(entries.first?.track)
    #expect(entries.count == 1 && track.path == nil && track.size == 0 && track.tempo == nil)
    #expect(track.duration == .seconds(10_000_000) && track.labels == ["a"])
  }

  @Test("a project that never ends a list is left")
  func endless() async throws {
    let stand = try CoretetStand()
    let ola = try await stand.client("ola")
    let rows = "[" + Array(repeating: "{}", count: 1_000).joined(separator: ",") + "]"
    try stand.fail(
      #"{"path": "playlists", "times": 100000, "status": 200, "type": "application/json", "body": "\#(rows)"}"#
    )
    #expect(await coretetFault { _ = try await ola.ownPlaylists() } == .server(.tooLarge))
  }

  @Test("credentials go along with no redirect")
  func redirect() async throws {
    let (stand, other) = (try CoretetStand(), try CoretetStand())
    let ola = try await stand.client("ola")
    try stand.fail(
      #"{"path": "playlists", "kind": "redirect", "status": 307, "to": "\#(other.fake.address)/rest/v1/playlists"}"#
    )
    guard case .server(.wrongAddress) = await coretetFault({ _ = try await ola.ownPlaylists() })
    else {
      Issue.record("the redirect was followed")
      return
    }
    #expect(try other.faults() == [])
  }
}
