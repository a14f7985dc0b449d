import Foundation
import Synchronization

/// Spotify's accounts service and its Web API for one user and one app, as they are since 2026
/// (developer.spotify.com), strict about parameters, limits, scopes and tokens.
package final class FakeSpotify: Sendable {
  package struct Artist: Sendable {
    package var id: String
    package var name: String

    package init(id: String, name: String) { (self.id, self.name) = (id, name) }
  }

  package struct Track: Sendable {
    package var id: String
    package var name: String
    /// Ids of artists.
    package var artists: [String]
    package var album: String
    package var milliseconds = 201_000

    package init(id: String, name: String, artists: [String], album: String) {
      (self.id, self.name, self.artists, self.album) = (id, name, artists, album)
    }
  }

  package struct Playlist: Sendable {
    package var id: String
    package var name: String
    package var owner: String
    package var description: String
    package var isPublic: Bool
    /// `spotify:track:…`, `spotify:episode:…`, `spotify:local:…`, or "null".
    package var uris: [String]
    package var version = 1

    package init(
      id: String, name: String, owner: String, description: String = "", isPublic: Bool = false,
      uris: [String] = []
    ) {
      (self.id, self.name, self.owner) = (id, name, owner)
      (self.description, self.isPublic, self.uris) = (description, isPublic, uris)
    }

    package var snapshot: String { "snapshot-\(id.suffix(6))-\(version)" }
  }

  /// A fault of one request.
  package struct Fault: Sendable {
    var method: String
    /// A part of the path.
    var path: String
    /// Requests that it leaves alone before.
    var skipping: Int
    var fault: ServiceFault

    package init(_ method: String, _ path: String, skipping: Int = 0, _ fault: ServiceFault) {
      self.method = method
      self.path = path
      self.skipping = skipping
      self.fault = fault
    }
  }

  struct Code: Sendable {
    var challenge: String
    var redirect: String
    var scopes: [String]
  }

  struct Access: Sendable {
    var scopes: [String]
    var ends: Int64
  }

  package struct State: Sendable {
    package var clientID = "0123456789abcdef0123456789abcdef"
    /// As registered: one without a port allows any.
    package var redirects = ["http://127.0.0.1/callback", "http://127.0.0.1:8765/callback"]
    package var user = "ola"
    package var displayName: String? = "Ola Nordmann"
    /// In Unix seconds; moves by hand.
    package var now: Int64 = 1_700_000_000
    /// Whether the user agrees on the page.
    package var agrees = true
    /// Scopes that the user unticks.
    package var withheld: Set<String> = []
    package var tokenLife: Int64 = 3600
    /// Whether each refresh gives a new refresh token, and ends the one before.
    package var rotates = true
    /// `track` and `tracks` in place of `item` and `items`.
    package var usesOldNames = false
    /// Whether the app may read and write playlists.
    package var allowsPlaylists = true
    package var deletesAfterReplace = false
    package var artists: [Artist] = []
    package var tracks: [Track] = []
    package var followed: [String] = []
    /// By time_range.
    package var top: [String: [String]] = [:]
    package var playlists: [Playlist] = []
    package var faults: [Fault] = []
    package var refreshes = 0
    /// The last tokens that were given out.
    package internal(set) var accessToken = ""
    package internal(set) var refreshToken = ""
    var codes: [String: Code] = [:]
    var access: [String: Access] = [:]
    var refresh: [String: [String]] = [:]
    var given = 0

    package func playlist(_ id: String) -> Playlist? { playlists.first { $0.id == id } }

    /// Ends all refresh tokens, as six months do.
    package mutating func endSignIn() { refresh = [:] }

    /// Ends all access tokens.
    package mutating func endAccess() { access = [:] }
  }

  final class StateBox: Sendable {
    let value = Mutex(State())
  }

  private let state: StateBox
  package let server: LoopbackServer

  package init() throws {
    let state = StateBox()
    self.state = state
    server = try LoopbackServer { FakeSpotify.answer($0, state) }
  }

  package var accounts: String { "http://127.0.0.1:\(server.port)" }
  package var api: String { "\(accounts)/v1" }

  package func with<Value>(_ body: (inout sending State) -> sending Value) -> sending Value {
    state.value.withLock(body)
  }

  /// The requests of the API so far, as `GET /me?…`.
  package var calls: [String] {
    server.requests.filter { $0.target.hasPrefix("/v1/") }
      .map { "\($0.method) \($0.target.dropFirst(3))" }
  }

  /// An id of 22 characters.
  package static func id(_ kind: String, _ number: Int) -> String {
    let digits = String(number)
    return kind + String(repeating: "0", count: 22 - kind.count - digits.count) + digits
  }

  private static func answer(_ exchange: Exchange, _ box: StateBox) -> Bool {
    guard let request = FakeSpotifyRequest(exchange.request) else { return exchange.answer(400) }
    let fault: ServiceFault? = box.value.withLock { state in
      for index in state.faults.indices
      where state.faults[index].method == request.method
        && request.path.contains(state.faults[index].path)
      {
        if state.faults[index].skipping > 0 {
          state.faults[index].skipping -= 1
          continue
        }
        return state.faults.remove(at: index).fault
      }
      return nil
    }
    if let fault, fault != .cutAfter { return exchange.answer(fault) }
    let reply = box.value.withLock { state in
      request.path.hasPrefix("/v1/") ? state.api(request) : state.accounts(request)
    }
    if fault == .cutAfter { return exchange.cutAnswer() }
    return exchange.answer(reply.status, reply.headers, reply.body)
  }
}

/// A request with its parameters decoded.
struct FakeSpotifyRequest: Sendable {
  var method: String
  var path: String
  var query: [String: String]
  var contentType: String
  var authorization: String?
  var body: [UInt8]

  /// Nil for a parameter that comes twice.
  init?(_ request: ReceivedRequest) {
    method = request.method
    let parts = request.target.split(separator: "?", maxSplits: 1)
    path = parts.first.map(String.init) ?? "/"
    guard let query = Self.items(parts.count > 1 ? String(parts[1]) : "") else { return nil }
    self.query = query
    contentType = request.value(of: "Content-Type") ?? ""
    authorization = request.value(of: "Authorization")
    body = request.body
  }

  static func items(_ text: String) -> [String: String]? {
    var items: [String: String] = [:]
    for part in text.split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.replacing("+", with: " ").removingPercentEncoding ?? "" }
      guard pair.count == 2, items.updateValue(pair[1], forKey: pair[0]) == nil else { return nil }
    }
    return items
  }

  var json: [String: Any] {
    guard contentType.hasPrefix("application/json") else { return [:] }
    return (try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) ?? [:]
  }
}

struct FakeSpotifyReply {
  var status = 200
  var headers: [String] = []
  var body: [UInt8] = []

  static func json(_ object: Any, _ status: Int = 200) -> FakeSpotifyReply {
    let data = (try? JSONSerialization.data(withJSONObject: object)) ?? Data()
    return FakeSpotifyReply(
      status: status, headers: ["Content-Type: application/json"], body: Array(data))
  }

  /// An error of the Web API.
  static func fault(_ status: Int, _ message: String) -> FakeSpotifyReply {
    json(["error": ["status": status, "message": message] as [String: Any]], status)
  }

  /// An error of the accounts service.
  static func fault(_ error: String, _ description: String) -> FakeSpotifyReply {
    json(["error": error, "error_description": description], 400)
  }
}
