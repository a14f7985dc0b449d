import HTTP
import Synchronization
import TestServers
import Testing

/// The listener that takes redirects out of a browser, against clients of plain sockets.
@Suite("Loopback listener")
struct LoopbackListenerTests {
  private func listener(
    port: Int = 0, limits: LoopbackLimits = LoopbackLimits()
  ) throws -> LoopbackListener {
    try LoopbackListener(port: port, path: "/callback", limits: limits) { url in
      let items = url.items.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
      return LoopbackPage(title: "Here", text: items)
    }
  }

  private func status(_ answer: String) -> String { String(answer.dropFirst(9).prefix(3)) }

  @Test("a GET at the path is answered with a page that nothing keeps, and its text is escaped")
  func page() throws {
    let listener = try listener()
    let answer = RawClient.answer(
      listener.port, to: "GET /callback?a=1&b=%3Ci%3E+x&c=%zz HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(answer.contains("a=1; b=&lt;i&gt; x; c=%zz"))
    for header in ["Cache-Control: no-store", "Connection: close", "Referrer-Policy: no-referrer"] {
      #expect(answer.contains("\(header)\r\n"))
    }
  }

  @Test(
    "what is no GET at the path has an answer of its own",
    arguments: [
      ("GET / HTTP/1.1\r\n\r\n", "404"), ("GET /callback/ HTTP/1.1\r\n\r\n", "404"),
      ("POST / HTTP/1.1\r\n\r\n", "404"), ("GET /favicon.ico HTTP/1.1\r\n\r\n", "404"),
      ("POST /callback HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc", "405"),
      ("HEAD /callback HTTP/1.1\r\n\r\n", "405"), ("GET /callback HTTP/1.0\r\n\r\n", "200"),
      ("GET /callback\r\n\r\n", "400"), ("\r\n\r\n", "400"), ("GET\r\n\r\n", "400"),
      ("GET  /callback HTTP/1.1\r\n\r\n", "400"), ("GET /callback HTTP/2\r\n\r\n", "400"),
      ("GET http://127.0.0.1/callback HTTP/1.1\r\n\r\n", "400"),
      ("GET //callback HTTP/1.1\r\n\r\n", "404"), ("GET /\u{1}callback HTTP/1.1\r\n\r\n", "400"),
      ("GET /callback?ä HTTP/1.1\r\n\r\n", "400"), ("\u{0}\u{1}\u{2}\r\n\r\n", "400"),
    ])
  func others(request: String, expected: String) throws {
    let listener = try listener()
    #expect(status(RawClient.answer(listener.port, to: request)) == expected)
  }

  @Test("a head of 8 KB is taken, a longer one refused, and one without an end too")
  func longHeads() throws {
    let listener = try listener()
    func head(_ bytes: Int) -> String {
      let start = "GET /callback HTTP/1.1\r\nX: "
      return start + String(repeating: "x", count: bytes - start.utf8.count - 4) + "\r\n\r\n"
    }
    #expect(status(RawClient.answer(listener.port, to: head(8192))) == "200")
    #expect(status(RawClient.answer(listener.port, to: head(8193))) == "431")
    let endless = [UInt8](repeating: UInt8(ascii: "a"), count: 200_000)
    #expect(status(RawClient.answer(listener.port, to: endless)) == "431")
    #expect(status(RawClient.answer(listener.port, to: head(100))) == "200")
  }

  @Test("clients that send nothing, or not enough, are cut, and hold up nobody")
  func slowClients() throws {
    var limits = LoopbackLimits()
    limits.requestTime = .milliseconds(200)
    let listener = try listener(limits: limits)
    let silent = try #require(RawClient.connect(listener.port))
    let slow = try #require(RawClient.connect(listener.port))
    RawClient.send(slow, Array("GET /callback HT".utf8))
    let request = "GET /callback HTTP/1.1\r\n\r\n"
    #expect(status(RawClient.answer(listener.port, to: request)) == "200")
    // These return because the listener closes the connections.
    #expect(RawClient.rest(silent) == "")
    #expect(RawClient.rest(slow) == "")
    RawClient.end(silent)
    RawClient.end(slow)
  }

  @Test("the oldest connection makes room for one more than are taken at once")
  func manyClients() throws {
    var limits = LoopbackLimits()
    limits.connections = 3
    limits.requestTime = .seconds(600)
    let listener = try listener(limits: limits)
    let idle = try (0..<10).map { _ in try #require(RawClient.connect(listener.port)) }
    let request = "GET /callback HTTP/1.1\r\n\r\n"
    #expect(status(RawClient.answer(listener.port, to: request)) == "200")
    for descriptor in idle.prefix(7) { #expect(RawClient.rest(descriptor) == "") }
    listener.end()
    for descriptor in idle { RawClient.end(descriptor) }
  }

  @Test("a port that is taken is named, and free once its listener has ended")
  func takenPort() throws {
    let first = try listener()
    #expect(throws: LoopbackListener.Fault.portTaken(first.port)) {
      try listener(port: first.port)
    }
    // A connection that the listener closed keeps no port.
    _ = RawClient.answer(first.port, to: "GET /callback HTTP/1.1\r\n\r\n")
    first.end()
    first.end()
    #expect(RawClient.connect(first.port) == nil)
    let second = try listener(port: first.port)
    #expect(second.port == first.port)
  }

  @Test("other addresses of this machine are not listened at")
  func address() throws {
    let listener = try listener()
    #expect(RawClient.connect(listener.port, host: "127.0.0.2") == nil)
    let descriptor = try #require(RawClient.connect(listener.port))
    RawClient.end(descriptor)
  }
}
