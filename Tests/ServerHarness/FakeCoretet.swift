import FoundationEssentials
import Glibc

/// A Coretet project as a program of its own, with a PostgreSQL, which ends with this object.
///
/// `Tests/FakeServers/coretet/__main__.py` says at its top what it can do.
package final class FakeCoretet: Sendable {
  private let server: ScriptServer
  private let folder: String

  /// Whether the machine has what the fake needs.
  package static var isAvailable: Bool {
    let folder = "/usr/lib/postgresql"
    // because without the folder there is no version.
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return ScriptServer.isAvailable
      && versions.contains { access("\(folder)/\($0)/bin/postgres", X_OK) == 0 }
  }

  private static let script = #filePath.replacing(
    "ServerHarness/FakeCoretet.swift", with: "FakeServers/coretet")

  package init() throws {
    folder = "/tmp/tt-coretet-\(UUID().uuidString)"
    guard mkdir(folder, 0o700) == 0 else {
      throw ScriptServer.Failure(description: "no folder: \(errno)")
    }
    server = try ScriptServer(
      Self.script, ["--folder", folder, "--until-eof"], output: folder + "/output")
  }

  deinit {
    // because the database writes into its folder until it has ended.
    try? control(#"{"end": true}"#)
    try? FileManager.default.removeItem(atPath: folder)
  }

  package var address: String { "http://127.0.0.1:\(server.port)" }

  /// Puts a file into the bucket.
  package func add(file path: String, _ bytes: [UInt8]) throws {
    let url = URL(filePath: "\(folder)/files/\(path)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  // MARK: Control

  /// What the project has seen since the last `clear`.
  package struct Report: Decodable, Sendable {
    package struct Request: Decodable, Sendable {
      package var method: String
      package var path: String
      package var query: String
      package var body: String
    }
    /// What no client may do.
    package var faults: [String]
    package var requests: [Request]
    /// Requests by method and path.
    package var counts: [String: Int]
  }

  package func report() throws -> Report {
    try JSONDecoder().decode(Report.self, from: Data(server.exchange("GET", "/control", "")))
  }

  /// Gives an order, as JSON.
  package func control(_ order: String) throws {
    _ = try server.exchange("POST", "/control", order)
  }

  private struct Order: Encodable {
    var script: String?
    var rows: String?
  }

  private func exchange(_ order: Order) throws -> [UInt8] {
    let body = String(decoding: try JSONEncoder().encode(order), as: UTF8.self)
    return try server.exchange("POST", "/control", body)
  }

  /// Runs SQL as one who may do all.
  package func run(_ script: String) throws { _ = try exchange(Order(script: script)) }

  /// The rows of a select, as one who sees all.
  package func rows<Row: Decodable>(_ select: String, _ type: Row.Type = Row.self) throws -> [Row] {
    try JSONDecoder().decode([Row].self, from: Data(exchange(Order(rows: select))))
  }
}
