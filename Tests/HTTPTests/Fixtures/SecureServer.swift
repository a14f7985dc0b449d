import Foundation
import HTTP
import Music
import TestServers

/// `openssl s_server` with a certificate of its own; each file of its folder is a whole response.
final class SecureServer {
  let port: Int
  let folder: TestFolder
  private let process = Process()

  var certificate: FilePath { folder.path.appending("certificate.pem") }

  struct Failure: Error { let output: String }

  /// - Parameter names: of the certificate, such as `DNS:localhost,IP:127.0.0.1`.
  init(names: String) throws {
    let folder = TestFolder()
    self.folder = folder
    _ = try HTTPTests.run(
      "openssl",
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=test",
        "-addext", "subjectAltName=\(names)", "-keyout", "key.pem", "-out", "certificate.pem",
      ], in: folder.path)
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", "certificate.pem", "-key",
      "key.pem", "-HTTP",
    ]
    process.currentDirectoryURL = URL(filePath: folder.path.text)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = Pipe()
    try process.run()
    var text = ""
    while true {
      let bytes = output.fileHandleForReading.availableData
      guard !bytes.isEmpty else { throw Failure(output: text) }
      text += String(decoding: bytes, as: UTF8.self)
      guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("ACCEPT") }),
        text.contains(line + "\n"), let colon = line.lastIndex(of: ":"),
        let number = Int(line[line.index(after: colon)...].prefix { $0.isNumber })
      else { continue }
      port = number
      break
    }
    startThread { while !output.fileHandleForReading.availableData.isEmpty {} }
  }

  deinit {
    // The child inherits a mask that holds SIGTERM back.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Serves a whole response, head included.
  func serve(_ name: String, _ lines: [String], _ body: String) throws {
    let text = (["HTTP/1.0 \(lines[0])"] + lines.dropFirst()).joined(separator: "\r\n")
    try folder.write(name, Array("\(text)\r\n\r\n\(body)".utf8))
  }

  func url(_ name: String, host: String = "127.0.0.1") throws -> HTTPURL {
    try HTTPURL("https://\(host):\(port)/\(name)")
  }
}
