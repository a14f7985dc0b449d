import HTTP
import Testing

@Suite("Headers, pauses and bodies")
struct ValueTests {
  private func head(_ headers: [String: String], status: Int = 429) throws -> HTTPHead {
    HTTPHead(
      url: try HTTPURL("http://h/"), status: status,
      headers: headers.map { HTTPHeader($0.key, $0.value) })
  }

  @Test(
    "Retry-After is a number of seconds or a date, from nothing to a day",
    arguments: [
      ("0", 0), ("120", 120), (" 7 ", 7), ("86401", 86400), ("99999999999999999999", 86400),
      ("Sun, 06 Nov 1994 08:49:37 GMT", 37), ("Sunday, 06-Nov-94 08:49:37 GMT", 37),
      ("Sun Nov  6 08:49:37 1994", 37), ("Sat, 05 Nov 1994 08:49:37 GMT", 0),
      ("Sun, 06 Nov 9994 08:49:37 GMT", 86400),
      ("-1", nil), ("", nil), ("1.5", nil), ("soon", nil), ("Sun, 99 Nov 1994 08:49:37 GMT", nil),
      ("Sun, 06 Nov 1994 08:49 GMT", nil), ("1 2 3 4 5 6", nil),
    ] as [(String, Int?)])
  func retryAfter(_ text: String, _ seconds: Int?) throws {
    // 1994-11-06 08:49:00.
    let now: Int64 = 784_111_740
    let pause = try head(["Retry-After": text]).retryAfter(now: now)
    #expect(pause == seconds.map { .seconds($0) })
  }

  @Test("rate limits are read with either prefix, and with a time or a span")
  func rateLimit() throws {
    let now: Int64 = 1_700_000_000
    #expect(
      try head([
        "X-RateLimit-Limit": "10", "X-RateLimit-Remaining": "3", "X-RateLimit-Reset-In": "9",
      ])
      .rateLimit(now: now) == RateLimit(limit: 10, remaining: 3, reset: .seconds(9)))
    #expect(
      try head(["RateLimit-Remaining": "0", "X-RateLimit-Reset": "1700000020"])
        .rateLimit(now: now) == RateLimit(limit: nil, remaining: 0, reset: .seconds(20)))
    #expect(
      try head(["RateLimit-Reset": "999999999"]).rateLimit(now: now)?.reset == .seconds(86400))
    #expect(try head(["X-RateLimit-Limit": "many"]).rateLimit(now: now) == nil)
  }

  @Test("a pause that the server asks for is in the error of its status")
  func pauseInError() throws {
    let head = try head(["Retry-After": "5"])
    #expect(throws: HTTPError.status("http://h/", 429, retryAfter: .seconds(5))) {
      try head.requireSuccess()
    }
  }

  @Test("JSON that is nested deeply is refused before it is decoded")
  func depth() throws {
    let head = try head([:], status: 200)
    func response(_ text: String) -> HTTPResponse {
      HTTPResponse(head: head, body: Array(text.utf8))
    }
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: HTTPError.badResponse("http://h/", reason: "its JSON is nested too deeply")) {
      try response(deep).json([Int].self)
    }
    #expect(try response(#"["[[{\"[", "]"]"#).json([String].self) == [#"[[{"["#, "]"])
    #expect(throws: HTTPError.self) { try response("[1").json([Int].self) }
  }

  @Test("a form is percent-encoded")
  func form() {
    #expect(HTTPBody.form([.init("a b", "ü&")]).bytes == Array("a%20b=%C3%BC%26".utf8))
  }
}
