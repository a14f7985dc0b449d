import HTTP
import TestServers
import Testing

@Suite("Requests and responses")
struct TransferTests {
  @Test("each method reaches the server with its headers and its body")
  func methods() async throws {
    let server = try LoopbackServer { $0.answer(200, ["X-Some: a", "x-some: b"], [7]) }
    let client = testClient()
    for method in [HTTPMethod.get, .head, .post, .put, .patch, .delete] {
      var request = HTTPRequest(method, try server.url("/a%20b?c=d"))
      request.headers = [HTTPHeader("X-Mine", "1"), HTTPHeader("X-Empty", "")]
      if ![.get, .head].contains(method) { request.body = .form([.init("a", "1")]) }
      let response = try await client.response(to: request)
      #expect(response.status == 200)
      #expect(response.body == (method == .head ? [] : [7]))
      #expect(response.head.value(of: "X-SOME") == "a")
      let received = try #require(server.requests.last)
      #expect(received.method == method.rawValue)
      #expect(received.target == "/a%20b?c=d")
      #expect(received.value(of: "X-Mine") == "1")
      #expect(received.value(of: "X-Empty") == "")
      #expect(received.value(of: "User-Agent") == "tritone/test (+https://tritone.invalid)")
      #expect(received.body == (request.body?.bytes ?? []))
      #expect(received.value(of: "Content-Type") == request.body?.type)
    }
  }

  @Test("a POST without a body says that it has none")
  func emptyPost() async throws {
    let server = try LoopbackServer { $0.answer() }
    _ = try await testClient().response(to: HTTPRequest(.post, server.url()))
    #expect(server.requests[0].value(of: "Content-Length") == "0")
    #expect(server.requests[0].value(of: "Content-Type") == nil)
  }

  @Test("JSON goes there and back")
  func json() async throws {
    struct Track: Codable, Equatable { var title: String }
    let server = try LoopbackServer { $0.answer(200, [], $0.request.body) }
    let body = try HTTPBody.json(Track(title: "ü"))
    let response = try await testClient().response(
      to: HTTPRequest(.post, server.url(), body: body))
    #expect(try response.json() == Track(title: "ü"))
    #expect(server.requests[0].value(of: "Content-Type") == "application/json")
  }

  @Test("a large body is sent whole")
  func largeBody() async throws {
    let server = try LoopbackServer { $0.answer(200, [], Array("\($0.request.body.count)".utf8)) }
    let bytes = [UInt8](repeating: 65, count: 300_000)
    let response = try await testClient().response(
      to: HTTPRequest(.put, server.url(), body: HTTPBody(bytes, type: "text/plain")))
    #expect(response.text == "300000")
  }

  @Test("compressed bodies are decompressed")
  func gzip() async throws {
    let bytes = try run("sh", ["-c", "printf 'some text' | gzip"])
    let server = try LoopbackServer { $0.answer(200, ["Content-Encoding: gzip"], bytes) }
    #expect(try await testClient().response(to: HTTPRequest(server.url())).text == "some text")
    #expect(server.requests[0].value(of: "Accept-Encoding") == "gzip, deflate")
  }

  @Test("a status other than 2xx is a response, and an error where that is asked for")
  func status() async throws {
    let server = try LoopbackServer { $0.answer(404, [], [1, 2]) }
    let response = try await testClient().response(to: HTTPRequest(server.url("/a?b")))
    #expect(response.body == [1, 2])
    #expect(throws: HTTPError.status(try server.url("/a").description, 404, retryAfter: nil)) {
      try response.success()
    }
  }

  @Test("interim responses are left out")
  func interim() async throws {
    let server = try LoopbackServer {
      $0.send("HTTP/1.1 103 Early\r\nX-Early: 1\r\n\r\n") && $0.answer(200, ["X-Late: 1"], [1])
    }
    let response = try await testClient().response(to: HTTPRequest(server.url()))
    #expect(response.status == 200)
    #expect(response.head.value(of: "X-Early") == nil)
    #expect(response.head.value(of: "X-Late") == "1")
  }

  @Test("requests that follow one another use one connection")
  func reuse() async throws {
    let server = try LoopbackServer { $0.answer(200, [], [1]) }
    let log = RecordedLog()
    let client = testClient(log: log)
    for _ in 0..<5 { _ = try await client.response(to: HTTPRequest(server.url())) }
    #expect(server.connections == 1)
    #expect(log.entries.map(\.metrics.isConnectionReused) == [false, true, true, true, true])
  }

  @Test("fifty requests at once are all answered, four at a time of each host")
  func many() async throws {
    let server = try LoopbackServer { exchange in
      exchange.answer(200, [], Array(exchange.request.target.utf8))
    }
    let client = testClient()
    let url = try server.url()
    let answers = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<50 {
        group.addTask {
          try await client.response(to: HTTPRequest(url.appending("\(number)"))).text
        }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(answers == Set((0..<50).map { "/\($0)" }))
    #expect(server.connections <= 4)
    #expect(server.busiest <= 4)
  }

  @Test("beyond the bound of those that wait, a request is refused")
  func waiting() async throws {
    let server = try LoopbackServer {
      $0.waitForClose(); return false
    }
    let client = testClient {
      $0.limits.transfers = 1
      $0.limits.waiting = 0
    }
    let url = try server.url()
    let first = Task { try await client.response(to: HTTPRequest(url)) }
    while server.requests.isEmpty { await Task.yield() }
    let error = await #expect(throws: HTTPError.self) {
      try await client.response(to: HTTPRequest(url))
    }
    #expect(error == .invalidRequest(reason: "too many requests wait already"))
    first.cancel()
    await #expect(throws: HTTPError.cancelled) { try await first.value }
  }

  @Test("figures of a transfer go to the log")
  func metrics() async throws {
    let server = try LoopbackServer { $0.answer(201, [], [UInt8](repeating: 1, count: 1000)) }
    let log = RecordedLog()
    _ = try await testClient(log: log).response(to: HTTPRequest(server.url("/secret?a=b")))
    let entry = try #require(log.entries.first)
    let metrics = entry.metrics
    #expect(entry.error == nil)
    #expect(metrics.host == "127.0.0.1:\(server.port)")
    #expect(metrics.status == 201)
    #expect(metrics.version == "1.1")
    #expect(metrics.received == 1000)
    #expect(metrics.connect <= metrics.firstByte && metrics.firstByte <= metrics.total)
    #expect(metrics.total > .zero && metrics.tls == .zero)
  }

  @Test("a stream hands over its parts in order, and ends when it is told to")
  func stream() async throws {
    let closed = Signal()
    let server = try LoopbackServer {
      $0.send("HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n")
      $0.sendForever([UInt8](repeating: 9, count: 1000))
      closed.set()
      return false
    }
    let heads = Counter()
    let bytes = Counter()
    let head = try await testClient().stream(HTTPRequest(server.url()), limit: nil) { part in
      switch part {
      case .head:
        heads.add()
        #expect(bytes.value == 0)
        return .more
      case .bytes(let part): return bytes.add(part.count) >= 200_000 ? .stop : .more
      }
    }
    #expect(head.contentType == "audio/mpeg")
    #expect(heads.value == 1 && bytes.value >= 200_000)
    await closed.wait()
  }

  @Test("a stream of another status than 2xx hands over nothing")
  func streamStatus() async throws {
    let server = try LoopbackServer { $0.answer(500, [], [1]) }
    let parts = Counter()
    let url = try server.url()
    await #expect(throws: HTTPError.status("\(url)", 500, retryAfter: nil)) {
      try await testClient().stream(HTTPRequest(url), limit: 10) { _ in
        parts.add()
        return .more
      }
    }
    #expect(parts.value == 0)
  }

  @Test("a client that is let go ends what runs")
  func letGo() async throws {
    let closed = Signal()
    let server = try LoopbackServer {
      $0.waitForClose()
      closed.set()
      return false
    }
    var client: HTTPClient? = testClient()
    let url = try server.url()
    let task = Task { [client] in try await client?.response(to: HTTPRequest(url)) }
    while server.requests.isEmpty { await Task.yield() }
    client = nil
    task.cancel()
    await closed.wait()
  }
}
