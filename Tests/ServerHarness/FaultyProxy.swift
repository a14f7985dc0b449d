import FoundationEssentials

/// A proxy in front of a server, on a network that is slow or away.
///
/// `Tests/FaultyProxy/proxy.py` says at its top what it can do.
package final class FaultyProxy: Sendable {
  private let server: ScriptServer
  private let output = "/tmp/tt-proxy-\(UUID().uuidString)"

  package static var isAvailable: Bool { ScriptServer.isAvailable }

  private static let script = #filePath.replacing(
    "ServerHarness/FaultyProxy.swift", with: "FaultyProxy/proxy.py")

  /// - Parameters:
  ///   - address: of the server behind it.
  ///   - delay: of a round trip, in milliseconds.
  ///   - rate: of all answers together, in Mbit/s.
  package init(_ address: String, delay: Int, rate: Int) throws {
    server = try ScriptServer(
      Self.script, ["--upstream", address, "--delay", "\(delay)", "--rate", "\(rate)"],
      output: output)
  }

  deinit {
    for name in [output, output + ".errors"] { try? FileManager.default.removeItem(atPath: name) }
  }

  package var address: String { "http://127.0.0.1:\(server.port)" }

  /// Takes the network away, or brings it back.
  package func setDown(_ isDown: Bool) throws {
    _ = try server.exchange("PUT", "/__network", "{\"down\": \(isDown)}")
  }
}
