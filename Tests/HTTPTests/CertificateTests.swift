import HTTP
import Music
import TestServers
import Testing

@Suite("Certificates")
struct CertificateTests {
  private func reason(_ client: HTTPClient, _ url: HTTPURL) async -> String? {
    let error = await #expect(throws: HTTPError.self) {
      try await client.response(to: HTTPRequest(url))
    }
    guard case .certificate(let place, let reason) = error, place == "\(url)" else {
      Issue.record("\(String(describing: error))")
      return nil
    }
    return reason
  }

  @Test("one that nobody vouches for is refused, and one whose authority is given is taken")
  func authority() async throws {
    let server = try SecureServer(names: "DNS:localhost,IP:127.0.0.1")
    try server.serve("a", ["200 OK"], "text")
    let url = try server.url("a")
    let refusal = try #require(await reason(testClient(), url))
    #expect(refusal.contains("self-signed") || refusal.contains("certificate"))
    let log = RecordedLog()
    let client = testClient(log: log) { $0.furtherCertificates = server.certificate }
    #expect(try await client.response(to: HTTPRequest(url)).text == "text")
    let metrics = try #require(log.entries.last?.metrics)
    #expect(metrics.tls >= metrics.connect && metrics.tls > .zero)
  }

  @Test("one of another host is refused, though its authority is given")
  func otherHost() async throws {
    let server = try SecureServer(names: "DNS:elsewhere.test")
    try server.serve("a", ["200 OK"], "text")
    let client = testClient { $0.furtherCertificates = server.certificate }
    #expect(await reason(client, try server.url("a")) != nil)
  }

  @Test("a file of certificates that is not there is an error")
  func missing() async throws {
    let folder = TestFolder()
    let client = testClient { $0.furtherCertificates = folder.path.appending("none") }
    await #expect(throws: HTTPError.self) {
      try await client.response(to: HTTPRequest(HTTPURL("https://127.0.0.1:1/")))
    }
  }

  @Test("one with the fingerprint of the settings is taken whatever its name, and no other one")
  func pinned() async throws {
    let server = try SecureServer(names: "DNS:elsewhere.test")
    try server.serve("a", ["200 OK"], "text")
    let url = try server.url("a")
    let shown = try await testClient().certificate(of: url)
    let file = try HTTPTests.run(
      "openssl", ["x509", "-noout", "-fingerprint", "-sha256", "-in", "certificate.pem"],
      in: server.folder.path)
    let typed = String(decoding: file, as: UTF8.self).split(separator: "=").last
    #expect(typed.flatMap { ServerOptions.fingerprint(typed: String($0)) } == shown.fingerprint)
    let client = testClient { $0.fingerprint = shown.fingerprint }
    #expect(try await client.response(to: HTTPRequest(url)).text == "text")
    #expect(try await client.response(to: HTTPRequest(url)).text == "text")
    let other = try SecureServer(names: "IP:127.0.0.1")
    try other.serve("a", ["200 OK"], "text")
    // After a look, and before one.
    #expect(await reason(client, try other.url("a")) != nil)
    let error = await #expect(throws: HTTPError.self) {
      try await testClient { $0.fingerprint = shown.fingerprint }.response(
        to: HTTPRequest(try other.url("a")))
    }
    guard case .certificate(_, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("fingerprint"))
  }

  @Test("https never leads to http, and http may lead to https")
  func downgrade() async throws {
    let secure = try SecureServer(names: "IP:127.0.0.1")
    let end = try secure.url("end")
    let plain = try LoopbackServer { $0.redirect(to: "\(end)") }
    try secure.serve("down", ["302 Found", "Location: \(plain.url())"], "")
    try secure.serve("end", ["200 OK"], "text")
    let client = testClient { $0.furtherCertificates = secure.certificate }
    let url = try secure.url("down")
    await #expect(
      throws: HTTPError.forbiddenRedirect("\(url)", reason: "it is not encrypted")
    ) { try await client.response(to: HTTPRequest(url)) }
    #expect(plain.connections == 0)
    #expect(try await client.response(to: HTTPRequest(plain.url())).text == "text")
  }
}
