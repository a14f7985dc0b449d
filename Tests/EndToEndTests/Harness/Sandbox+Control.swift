import Foundation
import ServerHarness

/// What a player says of itself.
struct SandboxStatus {
  var node: [String: Any]

  var playback: String { node["playback"] as? String ?? "" }
  var position: Double { node["position"] as? Double ?? 0 }
  var title: String? { (node["track"] as? [String: Any])?["title"] as? String }
}

extension Sandbox {
  /// A sub-command in words of a list.
  ///
  /// - Parameter input: a file for standard input.
  func run(_ words: [String], input: URL? = nil) throws -> Program.Result {
    try Program.run(Sandbox.binary, words, environment: environment, input: input)
  }

  func status() throws -> SandboxStatus {
    let result = try run(["status", "--json"])
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return SandboxStatus(node: object as? [String: Any] ?? [:])
  }

  func waitForStatus(_ what: String, _ condition: (SandboxStatus) -> Bool) throws {
    var last: SandboxStatus?
    try Program.wait(what) {
      // A player that is just starting or ending has none.
      guard let status = try? self.status() else { return false }
      last = status
      return condition(status)
    } state: {
      "\(last?.node ?? [:])"
    }
  }
}

/// A program that prints lines until it is ended.
final class Follower {
  private let file: URL
  private let process: Spawned

  init(_ box: Sandbox, _ words: [String], program: String = Sandbox.binary) throws {
    file = box.folder.appendingPathComponent("follower-\(UUID().uuidString.prefix(6))")
    process = try Spawned(program, words, environment: box.environment, output: file.path)
  }

  deinit { process.end() }

  var text: String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }
  /// Whole lines, without empty ones.
  var lines: [String] { text.split(separator: "\n").map(String.init) }

  func wait(_ condition: ([String]) -> Bool) throws {
    try Program.wait("a line") {
      condition(self.lines)
    } state: {
      self.text
    }
  }

  /// Waits for its end.
  func end() throws -> Int32 {
    try Program.wait("the follower to end") { self.process.poll() != nil }
    return process.status ?? -1
  }

  func stop() { process.end() }
}
