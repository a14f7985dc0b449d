import HTTP
import Music
import Testing

@testable import Servers

@Suite("Answers of Coretet projects")
struct CoretetDecodingTests {
  private func response(
    _ status: Int, _ body: String, _ headers: [HTTPHeader] = []
  ) throws -> HTTPResponse {
    HTTPResponse(
      head: HTTPHead(url: try HTTPURL("http://127.0.0.1/x"), status: status, headers: headers),
      body: Array(body.utf8))
  }

  @Test(
    "each kind of refusal has its own error",
    arguments: [
      (
        400, #"{"code": 400, "error_code": "invalid_credentials", "msg": "x"}"#,
        CoretetError.server(.wrongPassword)
      ),
      (400, #"{"code": "invalid_credentials", "message": "x"}"#, .server(.wrongPassword)),
      (400, #"{"error_code": "email_not_confirmed"}"#, .emailNotConfirmed),
      (400, #"{"error_code": "refresh_token_already_used"}"#, .server(.signInAgain)),
      (400, #"{"error_code": "refresh_token_not_found"}"#, .server(.signInAgain)),
      (403, #"{"error_code": "session_not_found"}"#, .server(.signInAgain)),
      (401, #"{"code": "PGRST301", "message": "JWT expired"}"#, .server(.signInAgain)),
      (401, #"{"code": "PGRST303", "message": "JWT expired"}"#, .server(.signInAgain)),
      (401, "Unauthorized", .server(.signInAgain)),
      (401, #"{"message": "Invalid API key"}"#, .wrongKey),
      (401, #"{"message": "No API key found in request"}"#, .wrongKey),
      (401, #"{"code": "42501", "message": "x"}"#, .server(.notAllowed(what: "it"))),
      (403, #"{"code": "42501", "message": "x"}"#, .server(.notAllowed(what: "it"))),
      (403, "Access denied", .server(.notAllowed(what: "it"))),
      (
        404, #"{"code": "42P01", "message": "relation \"public.a\" does not exist"}"#,
        .notThere("public.a")
      ),
      (
        404, #"{"code": "PGRST205", "message": "Could not find the table 'public.a' in x"}"#,
        .notThere("public.a")
      ),
      (
        400, #"{"code": "PGRST204", "message": "Could not find the 'b' column of 'a'"}"#,
        .notThere("b")
      ),
      (400, #"{"code": "42703", "message": "column a.b does not exist"}"#, .notThere("a.b")),
      (404, #"{"code": "PGRST202", "message": ""}"#, .notThere("it")),
      (409, #"{"code": "23505", "message": "x"}"#, .taken(what: "it")),
      (409, #"{"code": "23503", "message": "x"}"#, .server(.notFound(what: "it"))),
      (
        400, #"{"code": "23514", "message": "a\u0007b"}"#,
        .refused(code: "23514", message: "a\u{FFFD}b")
      ),
      (404, "Track not found", .server(.notFound(what: "it"))),
      (413, "", .server(.refused(code: 413, message: ""))),
    ])
  func refusals(status: Int, body: String, expected: CoretetError) throws {
    #expect(CoretetError(try response(status, body), what: "it", now: 0) == expected)
    #expect(!expected.isTemporary && !expected.message.isEmpty)
  }

  @Test("what passes by itself is said to be temporary, with the pause that is wanted")
  func temporary() throws {
    for status in [500, 502, 503, 504] {
      let page = CoretetError(try response(status, "<html>"), what: "it", now: 0)
      let json = CoretetError(
        try response(status, #"{"code": "42501", "message": "x"}"#), what: "it", now: 0)
      #expect(page.isTemporary && json.isTemporary)
    }
    let limited = try response(
      429, #"{"error_code": "over_request_rate_limit"}"#, [HTTPHeader("Retry-After", "7")])
    #expect(CoretetError(limited, what: "it", now: 100) == .server(.rateLimited(until: 107)))
  }

  @Test("dates are written as they are read")
  func dates() {
    for time: Int64 in [0, 1, 999, 1_000, 951_782_399_999, 1_795_800_000_123, 253_402_300_799_999] {
      #expect(InternetDate.milliseconds(InternetDate.text(time)) == time)
    }
    #expect(InternetDate.text(1_795_800_000_123) == "2026-11-27T17:20:00.123Z")
    #expect(InternetDate.text(-5) == "1970-01-01T00:00:00.000Z")
    #expect(InternetDate.milliseconds("2026-11-27T18:30:12.123456+01:00") == 1_795_800_612_123)
  }

  private static let columns = [
    "id", "user_id", "track_id", "playlist_id", "collaborator_id", "name", "description",
    "created_at", "updated_at", "rated_at", "added_at", "position", "status", "can_edit",
    "can_rate", "shared_with_email", "share_token", "rating", "content", "comment", "duration",
    "tags", "tempo", "file_size", "file_name", "storage_path", "category", "loved", "deleted_at",
    "track", "person", "notes", "lyrics",
  ]

  private func value(_ random: inout SeededGenerator, _ depth: Int) -> String {
    let id = #""30000000-0000-4000-8000-000000000001""#
    switch Int.random(in: 0..<(depth > 0 ? 12 : 14), using: &random) {
    case 0: return "null"
    case 1: return "true"
    case 2: return "-1e308"
    case 3: return "\(Int64.random(in: .min ... .max, using: &random))"
    case 4: return "1e999"
    case 5: return #""\u0000\u202e\ud83c\udfb5\u001b[2J""#
    case 6:
      return "\"\(String(repeating: "x", count: random.next() % 8 == 0 ? 25_000 : 20))\""
    case 7: return #""2026-11-27T18:30:12.123456+00:00""#
    case 8: return #""../a/./b""#
    case 9: return #""loved""#
    case 10, 11: return id
    case 12:
      let values = (0..<Int.random(in: 0...250, using: &random)).map { _ in
        value(&random, depth + 1)
      }
      return "[\(values.joined(separator: ","))]"
    default: return row(&random, depth + 1)
    }
  }

  private func row(_ random: inout SeededGenerator, _ depth: Int) -> String {
    let members = Self.columns.map { "\"\($0)\": \(value(&random, depth))" }
    return "{\(members.joined(separator: ","))}"
  }

  @Test("whatever a row holds, what is read of it is bounded and can be shown")
  func random() throws {
    for seed: UInt64 in 0..<60 {
      var random = SeededGenerator(seed: seed)
      let answer = try response(200, "[\(row(&random, 0)), \(value(&random, 0))]")
      for table in CoretetNames.Table.allCases {
        for row in try answer.rows(.standard, table) {
          if let track = row.track ?? row.entry?.track { check(track) }
          if let list = row.playlist { check([list.name], lines: [list.description]) }
          if let comment = row.comment { check([comment.person.name], lines: [comment.words]) }
          if let share = row.share { check([share.email]) }
          if let rating = row.rating { #expect(rating.reaction != .none && rating.updated >= 0) }
          _ = row.person
        }
      }
    }
  }

  private func check(_ track: CoretetTrack) {
    let names = [track.name, track.artist, track.category, track.key, track.fileName]
    check(names + track.labels, lines: [track.notes, track.lyrics])
    #expect(track.labels.count <= 200 && track.size >= 0 && track.created >= 0)
    #expect(track.duration.map { $0 > .zero && $0 <= .seconds(10_000_000) } ?? true)
    #expect(track.path.map { !$0.contains("..") } ?? true)
    _ = track.serverTrack
  }

  private func check(_ names: [String?], lines: [String?] = []) {
    for name in names.compactMap({ $0 }) {
      #expect(name.unicodeScalars.count <= 1_000)
      #expect(name.unicodeScalars.allSatisfy { $0.displayable == $0 && $0.value != 0x202E })
    }
    for text in lines.compactMap({ $0 }) {
      #expect(text.unicodeScalars.count <= 20_000)
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.displayable == $0 })
    }
  }
}
