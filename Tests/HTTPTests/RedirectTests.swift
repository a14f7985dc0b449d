import HTTP
import Music
import TestServers
import Testing

@Suite("Redirects")
struct RedirectTests {
  @Test("are followed to the answer", arguments: [301, 302, 303, 307, 308])
  func followed(_ status: Int) async throws {
    let server = try LoopbackServer {
      $0.request.target == "/b" ? $0.answer(200, [], [5]) : $0.redirect(to: "b", status)
    }
    let log = RecordedLog()
    let response = try await testClient(log: log).response(to: HTTPRequest(server.url("/a")))
    #expect(response.body == [5])
    #expect(try response.head.url == server.url("/b"))
    #expect(log.entries.map(\.metrics.redirects) == [0, 1])
    #expect(server.connections == 1)
  }

  @Test("a circle is an error of its own")
  func circle() async throws {
    let server = try LoopbackServer { $0.redirect(to: $0.request.target == "/a" ? "/b" : "/a") }
    let url = try server.url("/a")
    await #expect(throws: HTTPError.redirectCircle(try server.url("/b").description)) {
      try await testClient().response(to: HTTPRequest(url))
    }
    #expect(server.requests.count == 2)
  }

  @Test("more than five are too many")
  func endless() async throws {
    let server = try LoopbackServer { $0.redirect(to: $0.request.target + "a") }
    let url = try server.url("/a")
    await #expect(throws: HTTPError.tooManyRedirects(try server.url("/aaaaaa").description)) {
      try await testClient().response(to: HTTPRequest(url))
    }
    #expect(server.requests.count == 6)
  }

  @Test(
    "to anything but http and https are refused",
    arguments: [
      "file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "http://u:p@127.0.0.1/",
      "dict://127.0.0.1:11111/", "javascript:a", "http://127.0.0.1:99999/", "/a b",
    ])
  func schemes(_ target: String) async throws {
    let server = try LoopbackServer { $0.redirect(to: target) }
    let url = try server.url()
    let error = await #expect(throws: HTTPError.self) {
      try await testClient().response(to: HTTPRequest(url))
    }
    guard case .forbiddenRedirect = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("credentials stay with their origin, another port included, and do not come back")
  func credentials() async throws {
    let other = try LoopbackServer { exchange in
      // Back, to a path of its choice.
      exchange.redirect(to: exchange.request.target.replacing("/to", with: "http://127.0.0.1:"))
    }
    let server = try LoopbackServer {
      switch $0.request.target {
      case "/own": $0.redirect(to: "/start")
      case "/start": $0.redirect(to: "http://127.0.0.1:\(other.port)/to\($0.port)/end")
      default: $0.answer(200, [], [1])
      }
    }
    let headers = [
      HTTPHeader.bearer(Secret("canary")), HTTPHeader("X-Key", Secret("canary")),
      HTTPHeader("cookie", "canary"), HTTPHeader("X-Plain", "kept"),
    ]
    let response = try await testClient().response(
      to: HTTPRequest(.get, server.url("/own"), headers: headers))
    #expect(response.body == [1])
    // The own origin gets them, until the other has had a say.
    #expect(server.requests.map(\.target) == ["/own", "/start", "/end"])
    #expect(server.requests.map { $0.head.contains("canary") } == [true, true, false])
    #expect(other.requests.count == 1)
    #expect(other.requests.allSatisfy { !$0.head.contains("canary") })
    #expect(other.requests[0].value(of: "X-Plain") == "kept")
  }

  @Test("a POST is repeated by 307 and 308 alone, and only at its own origin")
  func post() async throws {
    let other = try LoopbackServer { $0.answer() }
    let server = try LoopbackServer {
      let parts = $0.request.target.split(separator: "/")
      guard parts.count == 2, let status = Int(parts[0]) else { return $0.answer(200, [], [1]) }
      return $0.redirect(to: parts[1] == "own" ? "/" : "http://127.0.0.1:\(other.port)/", status)
    }
    let client = testClient()
    func send(_ path: String) async throws -> HTTPResponse {
      try await client.response(
        to: HTTPRequest(.post, server.url(path), body: .form([.init("a", "b")])))
    }
    for status in [307, 308] {
      _ = try await send("/\(status)/own")
      #expect(server.requests.last?.method == "POST")
      #expect(server.requests.last?.body == Array("a=b".utf8))
      await #expect(throws: HTTPError.self) { try await send("/\(status)/other") }
    }
    for status in [301, 302] {
      await #expect(throws: HTTPError.self) { try await send("/\(status)/own") }
    }
    #expect(other.connections == 0)
    // The answer to what was sent.
    _ = try await send("/303/own")
    #expect(server.requests.last?.method == "GET")
    #expect(server.requests.last?.body == [])
    #expect(server.requests.last?.value(of: "Content-Type") == nil)
  }

  @Test("a redirect with an endless body is left and followed")
  func endlessBody() async throws {
    let server = try LoopbackServer {
      guard $0.request.target != "/b" else { return $0.answer(200, [], [1]) }
      $0.send("HTTP/1.1 302 Found\r\nLocation: /b\r\n\r\n")
      $0.sendForever([UInt8](repeating: 0, count: 1000))
      return false
    }
    #expect(try await testClient().response(to: HTTPRequest(server.url("/a"))).body == [1])
  }

  @Test("a redirect without a target is a response, and so is 304")
  func noTarget() async throws {
    let server = try LoopbackServer { $0.answer($0.request.target == "/a" ? 302 : 304) }
    #expect(try await testClient().response(to: HTTPRequest(server.url("/a"))).status == 302)
    #expect(try await testClient().response(to: HTTPRequest(server.url("/b"))).status == 304)
  }
}

extension Exchange {
  fileprivate var port: String {
    request.value(of: "Host")?.split(separator: ":").last.map(String.init) ?? ""
  }
}
