import AudioServing
import Foundation
import Media
import Music
import Synchronization
import Testing

/// Permitted targets of a server's redirects and lists.
@Suite("Where streams lead")
struct StreamOriginTests {
  private func leads(_ from: String, _ to: String, keepsTLS: Bool = true) -> Bool {
    StreamOrigin.mayLead(from: from, to: to, keepsTLS: keepsTLS)
  }

  @Test(
    "a list of a public server leads to no address of this machine or network",
    arguments: [
      "127.0.0.1", "127.8.8.8", "localhost", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255",
      "192.168.1.1", "169.254.169.254", "100.64.0.1", "224.0.0.1", "2130706433", "0x7f.1", "[::1]",
      "[::]", "[fe80::1]", "[fd00::1]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]",
    ])
  func local(_ host: String) throws {
    try FFmpegLibraries.load()
    #expect(!leads("http://93.184.216.34/live.m3u8", "http://\(host)/a"))
    #expect(!leads("http://93.184.216.34/live.m3u8", "http://user@\(host):80/a"))
    // A server of this machine may lead to its own addresses.
    #expect(leads("http://127.0.0.1/live.m3u8", "http://\(host)/a"))
  }

  @Test("a server of this network leads about in it, and not to this machine")
  func network() throws {
    try FFmpegLibraries.load()
    for host in ["10.1.2.3", "192.168.1.1", "169.254.1.1", "[fd00::1]", "93.184.216.34"] {
      #expect(leads("http://192.168.1.2/live.m3u8", "http://\(host)/a"))
    }
    for host in ["127.0.0.1", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]"] {
      #expect(!leads("http://192.168.1.2/live.m3u8", "http://\(host)/a"))
    }
  }

  @Test("one address among others makes nobody a neighbour, and one is enough to be none")
  func mixed() throws {
    try FFmpegLibraries.load()
    let hosts: [String: [HostReach]] = [
      "evil": [.everywhere, .machine], "inside": [.network, .machine], "here": [.machine],
    ]
    func leads(_ from: String, _ to: String) -> Bool {
      StreamOrigin.mayLead(
        from: "http://\(from)/a", to: "http://\(to)/b", lookUp: { hosts[$0] })
    }
    #expect(!leads("evil", "here") && !leads("evil", "inside"))
    #expect(!leads("inside", "here") && !leads("inside", "evil"))
    #expect(leads("here", "inside") && leads("here", "evil") && leads("evil", "evil"))
    // The reach of an unknown host cannot be determined.
    #expect(leads("here", "unknown") && !leads("unknown", "here"))
  }

  @Test("it leads to other public servers, by http and https alone")
  func elsewhere() throws {
    try FFmpegLibraries.load()
    for host in ["93.184.216.35", "172.32.0.1", "100.128.0.1", "[2606:2800:220:1::1]"] {
      #expect(leads("http://93.184.216.34/live.m3u8", "http://\(host)/a"))
      #expect(leads("https://93.184.216.34/live.m3u8", "crypto+https://\(host)/a"))
    }
    for address in ["file:///etc/passwd", "/etc/passwd", "concat:a", "tcp://93.184.216.35:25", ""] {
      #expect(!leads("http://93.184.216.34/live.m3u8", address))
    }
  }

  @Test("a server that was asked over TLS leads to no server without")
  func downgrade() throws {
    try FFmpegLibraries.load()
    #expect(!leads("https://93.184.216.34/a", "http://93.184.216.34/a"))
    #expect(!leads("HTTPS://93.184.216.34/a", "crypto:http://93.184.216.34/a"))
    #expect(leads("https://93.184.216.34/a", "https://93.184.216.34/b"))
    #expect(leads("http://93.184.216.34/a", "https://93.184.216.34/b"))
    // Stations list their plain addresses in playlists that come over TLS.
    #expect(leads("https://93.184.216.34/a", "http://93.184.216.34/a", keepsTLS: false))
  }

  @Test("pieces from a server whose certificate is not trusted are not fetched")
  func certificates() async throws {
    let fixture = try DecoderFixture()
    try await fixture.makeSource(seconds: 2)
    try await fixture.encode("piece.ts", ["-c:a", "aac"])
    try await fixture.run(
      "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem",
        "-days", "2", "-subj", "/CN=127.0.0.1",
      ])
    let tls = try TLSServer(fixture)
    let port = try await tls.port()
    let list =
      "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nhttps://127.0.0.1:\(port)/piece.ts\n"
      + "#EXT-X-ENDLIST\n"
    let server = try AudioServer {
      $0.serve(Array(list.utf8), type: "application/vnd.apple.mpegurl")
    }
    #expect(throws: MediaError.self) { _ = try Decoder(server.source("live.m3u8")) }
    #expect(server.connections.load(ordering: .relaxed) > 0)
    #expect(try !tls.log().contains("FILE:piece.ts"))
    // Without certificate checks the server does serve; the command's error at its end is expected.
    _ = try? await fixture.ffmpeg("-i", "https://127.0.0.1:\(port)/piece.ts", "out.wav")
    #expect(try tls.log().contains("FILE:piece.ts"))
  }
}

/// A server with a self-signed certificate and the files of a folder.
private final class TLSServer {
  private let process = Process()
  private let output: URL

  init(_ fixture: DecoderFixture) throws {
    output = fixture.folder.appendingPathComponent("server.log")
    try Data().write(to: output)
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = [
      "s_server", "-accept", "127.0.0.1:0", "-WWW", "-cert", "cert.pem", "-key", "key.pem",
    ]
    process.currentDirectoryURL = fixture.folder
    let log = try FileHandle(forWritingTo: output)
    process.standardOutput = log
    process.standardError = log
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  deinit { process.terminate() }

  func log() throws -> String { try String(contentsOf: output, encoding: .utf8) }

  /// The port that the system assigned.
  func port() async throws -> Int {
    for _ in 0..<2000 {
      let line = try log().split(separator: "\n").first { $0.hasPrefix("ACCEPT ") }
      if let port = line?.split(separator: ":").last.flatMap({ Int($0) }) { return port }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw FixtureFault.program(["openssl"])
  }
}
