import FoundationEssentials
import Glibc

/// The fake of Audiobookshelf as a program of its own, which ends with this object.
///
/// `Tests/FakeServers/audiobookshelf/__main__.py` says at its top what it can do.
package final class FakeAudiobookshelf: Sendable {
  private let server: ScriptServer
  /// Holds the server's library and state, and the files of books.
  package let folder: String

  /// Whether the machine has what the fake needs.
  package static var isAvailable: Bool { ScriptServer.isAvailable }

  private static let script = #filePath.replacing(
    "ServerHarness/FakeAudiobookshelf.swift", with: "FakeServers/audiobookshelf")

  /// - Parameters:
  ///   - library: JSON, as the program describes it; nil for a user without books.
  ///   - files: the folder with the files of books; nil for one of the server's own.
  ///   - settings: switches, as in "version=2.20.0".
  package init(
    library: String? = nil, files: String? = nil, generate: Int = 0, settings: [String] = []
  ) throws {
    folder = "/tmp/tt-abs-\(UUID().uuidString)"
    guard mkdir(folder, 0o700) == 0 else {
      throw ScriptServer.Failure(description: "no folder: \(errno)")
    }
    var arguments = ["--state", folder + "/state.json"]
    arguments += ["--files", files ?? folder, "--generate", String(generate)]
    if let library {
      try Data(library.utf8).write(to: URL(filePath: folder + "/library.json"))
      arguments += ["--library", folder + "/library.json"]
    }
    for setting in settings { arguments += ["--set", setting] }
    arguments += ["--until-eof", folder]
    server = try ScriptServer(Self.script, arguments, output: folder + "/output")
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  package var port: Int { server.port }
  package var address: String { "http://127.0.0.1:\(port)" }

  // MARK: Files

  /// Puts a file into the server's folder.
  package func add(file name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)"))
  }

  package func bytes(of name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
  }

  // MARK: Control

  /// What the server has seen since the last `clear`.
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

  /// Progress and sessions as the server has them.
  package struct State: Decodable, Sendable {
    package struct Progress: Decodable, Sendable {
      package var libraryItemId: String
      package var episodeId: String?
      package var currentTime: Double
      package var duration: Double
      package var progress: Double
      package var isFinished: Bool
      package var hideFromContinueListening: Bool
      package var lastUpdate: Double
    }
    package struct Bookmark: Decodable, Sendable {
      package var libraryItemId: String
      package var time: Double
      package var title: String
    }
    package struct Session: Decodable, Sendable {
      package var id: String
      package var libraryItemId: String
      package var timeListening: Double
      package var currentTime: Double
      package var updatedAt: Double
    }
    /// By user, then by item, or by item and episode with a slash between them.
    package var progress: [String: [String: Progress]]
    package var bookmarks: [String: [Bookmark]]
    package var closed: [String: Session]
    package var open: [Session]
  }

  package func state() throws -> State {
    try JSONDecoder().decode(State.self, from: Data(server.exchange("GET", "/control/state", "")))
  }

  /// Gives an order, as JSON.
  package func control(_ order: String) throws {
    _ = try server.exchange("POST", "/control", order)
  }
}
