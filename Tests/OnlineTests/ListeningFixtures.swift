import HTTP
import Music
import Online
import Testing

/// What tests of services of listens share.
enum Listening {
  static func client() -> HTTPClient {
    var configuration = HTTPConfiguration(userAgent: "tritone/test")
    configuration.usesProxies = false
    configuration.limits.stallTime = .seconds(5)
    return HTTPClient(configuration)
  }

  static func listen(_ title: String, start: Int64 = 1_700_000_000) throws -> Listen {
    let track = try #require(
      ListenedTrack(
        title: title, artist: "Ola & Co", album: "Pier", albumArtist: "Various", number: 7,
        duration: .milliseconds(183_500)))
    return Listen(track, start: start)
  }

  /// The fault of some work; nil where it succeeds.
  static func fault(_ work: () async throws -> Void) async -> ScrobbleError? {
    do { try await work() } catch { return error as? ScrobbleError }
    return nil
  }

  /// Bodies that a server should not send.
  static let hostileBodies: [[UInt8]] = [
    [], Array("<html>".utf8), Array("[]".utf8), Array(#"{"status": 7}"#.utf8), [0xFF, 0xFE, 0x00],
    Array(#"{"status": "no"}"#.utf8), Array(repeating: UInt8(ascii: "["), count: 5_000),
    Array(repeating: UInt8(ascii: "a"), count: 2_000_000),
  ]
}

extension ScrobbleError {
  var isUnavailable: Bool { if case .unavailable = self { true } else { false } }
  var isRefused: Bool { if case .refused = self { true } else { false } }
  var isNotSignedIn: Bool { if case .notSignedIn = self { true } else { false } }
}
