import HTTP
import Music
import TestServers
import Testing

/// A secret as a canary, in each value and each error that can meet it.
@Suite("Secrets")
struct SecrecyTests {
  private static let canary = "c4n4ry"

  private static func shows(_ value: Any) -> Bool {
    var dumped = ""
    dump(value, to: &dumped)
    return [String(describing: value), String(reflecting: value), dumped]
      .contains { $0.contains(canary) }
  }

  private func request(_ url: HTTPURL) -> HTTPRequest {
    HTTPRequest(
      .post, url.adding([.init("token", Self.canary)]),
      headers: [
        HTTPHeader("X-Key", Secret(Self.canary)), .bearer(Secret(Self.canary)),
        HTTPHeader("Cookie", "a=\(Self.canary)"),
      ], body: .form([.init("password", Self.canary)]))
  }

  @Test("no value describes them")
  func values() throws {
    let request = request(try HTTPURL("http://h/a"))
    let head = HTTPHead(
      url: request.url, status: 200, headers: [HTTPHeader("Set-Cookie", Self.canary)])
    let response = HTTPResponse(head: head, body: Array(Self.canary.utf8))
    let values: [Any] = [
      Secret(Self.canary), request, request.url, request.headers, head, response,
      HTTPURL.Item("a", Self.canary), [request], request.body as Any,
    ]
    for value in values { #expect(!Self.shows(value), "\(type(of: value))") }
    #expect(request.headers.filter(\.isSecret).count == 3)
  }

  @Test("no error and no entry of the log has them")
  func errors() async throws {
    let server = try LoopbackServer { exchange in
      switch exchange.request.target.split(separator: "?")[0] {
      case "/ok": exchange.answer(200, ["Set-Cookie: \(Self.canary)"], [1])
      case "/redirect": exchange.redirect(to: "ftp://\(Self.canary)/", 307)
      case "/again": exchange.redirect(to: "/again?token=\(Self.canary)", 307)
      case "/json": exchange.answer(200, [], Array("\"\(Self.canary)\"".utf8))
      case "/garbage": exchange.send("\(Self.canary)\r\n\r\n") && false
      default: exchange.answer(403, ["X: \(Self.canary)"], Array(Self.canary.utf8))
      }
    }
    let log = RecordedLog()
    let client = testClient(log: log)
    var errors: [HTTPError] = []
    for path in ["/ok", "/redirect", "/again", "/garbage", "/status", "/json"] {
      do {
        let response = try await client.response(to: request(server.url(path))).success()
        if path == "/json" { _ = try response.json(Int.self) }
      } catch { errors.append(error as! HTTPError) }  // because the client throws no other
    }
    #expect(errors.count == 5)
    for error in errors { #expect(!Self.shows(error)) }
    #expect(log.entries.count == 6)
    for entry in log.entries { #expect(!Self.shows(entry)) }
    // The server got what the log has not.
    #expect(server.requests.allSatisfy { $0.value(of: "X-Key") == Self.canary })
  }
}
