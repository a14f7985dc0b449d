import Foundation
import Music
import Sync
import Testing

@testable import Peers

/// Connections through the real ssh and sshd on this machine.
@Suite(
  "A real SSH server", .serialized, .enabled(if: SSHServer.isInstalled, "sshd is not installed"))
struct SSHServerTests {
  private func connection(
    _ server: SSHServer, host: String = "test", options: SSHOptions = SSHOptions()
  ) -> SSHConnection {
    var environment = ProcessInfo.processInfo.environment
    environment["TRITONE_SSH"] = "ssh -F \(server.configuration)"
    return SSHConnection(SSHAddress(host: host), options, environment: environment)
  }

  @Test("a sync goes through it, and the server notices the end of a client that is killed")
  func sync() async throws {
    let server = try SSHServer()
    let bridge = try Bridge()
    let serving = bridge.serve()
    let connection = connection(server, options: SSHOptions(remoteCommand: bridge.command))
    let client = RemotePeer(connection)
    try await client.open()
    let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) }
    let source = bridge.folder.appending("source")
    try Data(content).write(to: URL(fileURLWithPath: source.text))
    let transfer = PeerTransfer(
      source: source, size: 3_000_000, target: FilePath("x"), part: "p")
    let file = try await client.send(transfer) { _ in }
    #expect(bridge.peer.with { $0.files[FilePath("x")] } == content)
    let target = bridge.folder.appending("target")
    try await client.fetch(file, to: target) { _ in }
    #expect(FileManager.default.contents(atPath: target.text) == Data(content))
    if let process = connection.processNumber { kill(process, SIGKILL) }
    #expect(await serving.value == .lost)
    #expect(await callFault { try await client.flush() } == .gone)
    await client.close()
  }

  @Test("each way to fail has its sentence")
  func failures() async throws {
    let server = try SSHServer()
    let missing = RemotePeer(
      connection(server, options: SSHOptions(remoteCommand: "no-such-program")))
    #expect(
      await callFault { try await missing.open() }
        == .remote(
          "test does not find “no-such-program”: install Tritone there, or set the device’s remote "
            + "command to the path of the program"))
    await missing.close()
    let expected = [
      "unknown": "the host key of unknown is not known here yet",
      "changed": "the host key of changed has changed", "nokey": "nokey takes none of the keys",
      "refused": "refused refuses the connection",
    ]
    for (host, text) in expected {
      let client = RemotePeer(connection(server, host: host))
      let error = await callFault { try await client.open() }
      guard case .remote(let sentence) = error else {
        Issue.record("\(host): \(String(describing: error))")
        continue
      }
      #expect(sentence.hasPrefix(text))
      await client.close()
    }
  }
}
