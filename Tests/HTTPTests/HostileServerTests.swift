import HTTP
import TestServers
import Testing

@Suite("Servers that mean harm")
struct HostileServerTests {
  private static let head = "HTTP/1.1 200 OK\r\n"

  private func error(
    _ client: HTTPClient, _ server: LoopbackServer
  ) async throws -> HTTPError? {
    let url = try server.url()
    return await #expect(throws: HTTPError.self) {
      try await client.response(to: HTTPRequest(url))
    }
  }

  /// A server that repeats bytes behind others until the client goes.
  private func endless(
    _ start: String, _ bytes: [UInt8], pause: UInt32 = 0, closed: Signal
  ) throws -> LoopbackServer {
    try LoopbackServer {
      $0.send(start)
      $0.sendForever(bytes, pause: pause)
      closed.set()
      return false
    }
  }

  @Test("an endless body ends at the limit")
  func endlessBody() async throws {
    let closed = Signal()
    let server = try endless(Self.head + "\r\n", .init(repeating: 1, count: 4096), closed: closed)
    let client = testClient { $0.limits.bodyBytes = 1 << 20 }
    #expect(try await error(client, server) == .bodyTooLarge("\(server.url())", limit: 1 << 20))
    await closed.wait()
  }

  @Test("an announced length beyond the limit ends before the body")
  func announced() async throws {
    let server = try LoopbackServer {
      $0.send(Self.head + "Content-Length: 99999999999\r\n\r\n")
      $0.waitForClose()
      return false
    }
    #expect(
      try await error(testClient(), server) == .bodyTooLarge("\(server.url())", limit: 8 << 20))
  }

  @Test("a gzip bomb ends at the limit of what it unpacks to")
  func bomb() async throws {
    let bytes = try run("sh", ["-c", "head -c 67108864 /dev/zero | gzip -9"])
    #expect(bytes.count < 100_000)
    let server = try LoopbackServer { $0.answer(200, ["Content-Encoding: gzip"], bytes) }
    #expect(
      try await error(testClient(), server) == .bodyTooLarge("\(server.url())", limit: 8 << 20))
    let url = try server.url()
    let unpacked = Counter()
    await #expect(throws: HTTPError.bodyTooLarge("\(url)", limit: 1 << 20)) {
      try await testClient().stream(HTTPRequest(url), limit: 1 << 20) {
        if case .bytes(let bytes) = $0 { unpacked.add(bytes.count) }
        return .more
      }
    }
    #expect(unpacked.value <= 1 << 20)
  }

  @Test("damaged compression is an error")
  func damagedGzip() async throws {
    let server = try LoopbackServer {
      $0.answer(200, ["Content-Encoding: gzip"], .init(repeating: 3, count: 100))
    }
    #expect(
      try await error(testClient(), server)
        == .badResponse("\(server.url())", reason: "damaged compression"))
  }

  @Test(
    "headers without an end",
    arguments: [
      (head, "X: y\r\n"), (head, "y"), ("", "HTTP/1.1 100 Continue\r\n\r\n"),
    ])
  func endlessHeaders(_ start: String, _ text: String) async throws {
    let closed = Signal()
    let server = try endless(
      start, Array(String(repeating: text, count: 100).utf8), closed: closed)
    let fault = try await error(testClient(), server)
    let expected = try HTTPError.headerTooLarge("\(server.url())")
    #expect(fault == expected)
    await closed.wait()
  }

  @Test("trailers without an end")
  func endlessTrailers() async throws {
    let closed = Signal()
    let server = try endless(
      Self.head + "Transfer-Encoding: chunked\r\n\r\n0\r\n", Array("X: y\r\n".utf8), closed: closed)
    #expect(try await error(testClient(), server) == .headerTooLarge("\(try server.url())"))
    await closed.wait()
  }

  @Test("a header that comes byte by byte, and never whole, counts as silence")
  func slowHeader() async throws {
    let closed = Signal()
    let server = try endless(Self.head + "X-Slow: ", [121], pause: 10_000, closed: closed)
    let client = testClient { $0.limits.stallTime = .milliseconds(300) }
    #expect(try await error(client, server) == .timedOut("\(server.url())", .stalled))
    await closed.wait()
  }

  @Test("a body that stops coming is silence")
  func silentBody() async throws {
    let server = try LoopbackServer {
      $0.send(Self.head + "Content-Length: 10\r\n\r\nabc")
      $0.waitForClose()
      return false
    }
    let client = testClient { $0.limits.stallTime = .milliseconds(200) }
    #expect(try await error(client, server) == .timedOut("\(server.url())", .stalled))
  }

  @Test("a body that drips is bounded by the whole time, and is no silence")
  func drip() async throws {
    let closed = Signal()
    let server = try endless(Self.head + "\r\n", [1], pause: 20_000, closed: closed)
    let client = testClient {
      $0.limits.stallTime = .seconds(3600)
      $0.limits.responseTime = .milliseconds(400)
    }
    #expect(try await error(client, server) == .timedOut("\(server.url())", .whole))
    await closed.wait()
  }

  @Test("a body that is cut off is a lost connection")
  func cutOff() async throws {
    let server = try LoopbackServer {
      $0.send(Self.head + "Content-Length: 10\r\n\r\nabc")
      return false
    }
    #expect(try await error(testClient(), server) == .connectionLost("\(server.url())"))
  }

  @Test("a connection that closes without an answer is lost")
  func nothing() async throws {
    let server = try LoopbackServer { _ in false }
    #expect(try await error(testClient(), server) == .connectionLost("\(server.url())"))
  }

  @Test(
    "what is no HTTP is refused",
    arguments: [
      "SSH-2.0-OpenSSH\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n",
      "HTTP/1.1 99 Low\r\n\r\n", "\0\0\0\0\r\n\r\n", "<html>",
    ])
  func garbage(_ text: String) async throws {
    let server = try LoopbackServer {
      $0.send(text)
      return false
    }
    #expect(
      try await error(testClient(), server) == .badResponse("\(server.url())", reason: "no HTTP"))
  }

  @Test(
    "chunks that are none",
    arguments: ["zz\r\nabc\r\n", "3\r\nabcdef", "FFFFFFFFFFFFFFFFFF\r\nabc"])
  func chunks(_ text: String) async throws {
    let server = try LoopbackServer {
      $0.send(Self.head + "Transfer-Encoding: chunked\r\n\r\n" + text)
      return false
    }
    let url = try server.url()
    let fault = try await error(testClient(), server)
    #expect(
      fault == .connectionLost("\(url)")
        || fault == .badResponse("\(url)", reason: "damaged chunks"))
  }

  @Test("control characters of a response's headers are left out")
  func controls() async throws {
    let server = try LoopbackServer { $0.answer(200, ["X-Title: a\u{1B}]0;b\u{7}c"], [1]) }
    let response = try await testClient().response(to: HTTPRequest(server.url()))
    #expect(response.head.value(of: "X-Title") == "a]0;bc")
  }

  @Test(
    "headers that would end their line or frame the message are never sent",
    arguments: [
      ("X", "a\r\nEvil: 1"), ("X", "a\nb"), ("X", "a\0b"), ("X\r\nEvil", "1"), ("X Y", "1"),
      ("", "1"), ("X:", "1"), ("Host", "evil"), ("Content-Length", "3"),
      ("Transfer-Encoding", "chunked"), ("Connection", "close"),
      ("X", String(repeating: "a", count: 20_000)),
    ])
  func injection(_ name: String, _ value: String) async throws {
    let server = try LoopbackServer { $0.answer() }
    let request = HTTPRequest(.get, try server.url(), headers: [HTTPHeader(name, value)])
    await #expect(throws: HTTPError.self) { try await testClient().response(to: request) }
    #expect(server.connections == 0)
  }

  @Test("nor is a user agent or a type of a body with a line's end")
  func otherInjection() async throws {
    let server = try LoopbackServer { $0.answer() }
    let url = try server.url()
    let client = testClient { $0.userAgent = "a\r\nEvil: 1" }
    await #expect(throws: HTTPError.self) { try await client.response(to: HTTPRequest(url)) }
    let request = HTTPRequest(.post, url, body: HTTPBody([], type: "a\r\nEvil: 1"))
    await #expect(throws: HTTPError.self) { try await testClient().response(to: request) }
    #expect(server.connections == 0)
  }

  @Test("a cancelled task ends its transfer, and the server sees the connection close")
  func cancellation() async throws {
    let closed = Signal()
    let began = Signal()
    let server = try LoopbackServer {
      $0.send(Self.head + "\r\nabc")
      $0.waitForClose()
      closed.set()
      return false
    }
    let client = testClient()
    let url = try server.url()
    let task = Task {
      try await client.stream(HTTPRequest(url), limit: nil) { part in
        if case .bytes = part { began.set() }
        return .more
      }
    }
    await began.wait()
    task.cancel()
    await #expect(throws: HTTPError.cancelled) { try await task.value }
    await closed.wait()
  }

  @Test("a port without a server refuses, and an unknown name is not found")
  func nobody() async throws {
    var server: LoopbackServer? = try LoopbackServer { $0.answer() }
    let url = try #require(server).url()
    server = nil
    let refused = await #expect(throws: HTTPError.self) {
      // The listener may take a moment to be gone.
      while true { _ = try await testClient().response(to: HTTPRequest(url)) }
    }
    #expect(refused == .refused("\(url)") || refused == .connectionLost("\(url)"))
    let unknown = try HTTPURL("http://nobody.invalid/")
    let fault = await #expect(throws: HTTPError.self) {
      try await testClient().response(to: HTTPRequest(unknown))
    }
    #expect(fault == .nameNotFound("\(unknown)") || fault == .offline("\(unknown)"))
  }
}
