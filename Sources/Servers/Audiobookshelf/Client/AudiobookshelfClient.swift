internal import FoundationEssentials
package import HTTP
internal import Music

/// The calls of an Audiobookshelf server for the signed-in user.
///
/// A token goes out in the header `Authorization` alone, and to the server's own origin alone.
package struct AudiobookshelfClient: Sendable {
  /// Also for the requests of files that this makes.
  package let http: HTTPClient
  package let root: HTTPURL
  private let session: AudiobookshelfSession
  let timing: AudiobookshelfTiming
  let clock = ServerClock()

  /// Of answers with whole items, or with all of a user's progress.
  static let largeBody: Int64 = 16 << 20
  private static let smallBody: Int64 = 4 << 20
  private static let time: Duration = .seconds(60)

  package init(
    _ http: HTTPClient, at root: HTTPURL, session: AudiobookshelfSession,
    timing: AudiobookshelfTiming = AudiobookshelfTiming()
  ) {
    self.http = http
    self.root = root
    self.session = session
    self.timing = timing
  }

  /// A call of the server.
  struct Call {
    var method = HTTPMethod.get
    var path: [String]
    var query: [HTTPURL.Item] = []
    var body: HTTPBody?
    /// What it is about, in messages.
    var what: String
    /// Whether it is made again after a fault that may pass.
    var isRepeated = true
    var bodyLimit = AudiobookshelfClient.smallBody

    mutating func add(_ name: String, _ value: some CustomStringConvertible) {
      query.append(HTTPURL.Item(name, String(describing: value)))
    }
  }

  func json<Answer: Decodable>(
    _ call: Call, _ type: Answer.Type = Answer.self
  ) async throws(ServerError) -> Answer {
    let response = try await response(to: call)
    do { return try response.json(type) } catch {
      throw ServerError(error, what: call.what, now: timing.seconds)
    }
  }

  @discardableResult
  func response(to call: Call) async throws(ServerError) -> HTTPResponse {
    var access = try await session.access()
    // Two where another process had stored a pair that has ended by now, too.
    var renewals = 0
    var tries = (call.isRepeated ? AudiobookshelfTiming.pauses : [])[...]
    while true {
      let response: HTTPResponse
      do throws(HTTPError) {
        response = try await http.response(to: request(call, access))
      } catch {
        let fault = ServerError(error, what: call.what, now: timing.seconds)
        guard fault.isTemporary, let pause = tries.popFirst() else { throw fault }
        try await timing.waitSpread(pause)
        continue
      }
      try response.head.requireOrigin(of: root)
      clock.learn(response.head, now: timing.now())
      if response.isSuccess { return response }
      let fault = ServerError(response, what: call.what, now: timing.seconds)
      if fault == .signInAgain {
        guard renewals < 2 else { throw fault }
        let renewal = try await session.renewal(inPlaceOf: access)
        renewals += renewal.isNew ? 2 : 1
        access = renewal.tokens.access
        continue
      }
      guard fault.isTemporary, let pause = tries.popFirst() else { throw fault }
      let asked = response.head.retryAfter() ?? .zero
      guard asked <= AudiobookshelfTiming.longestPause else { throw fault }
      if asked > pause { try await timing.wait(asked) } else { try await timing.waitSpread(pause) }
    }
  }

  private func request(_ call: Call, _ access: Secret) -> HTTPRequest {
    var request = HTTPRequest(
      call.method, url(call.path, call.query), headers: [.bearer(access)], body: call.body)
    request.bodyLimit = call.bodyLimit
    request.time = Self.time
    return request
  }

  private func url(_ path: [String], _ query: [HTTPURL.Item] = []) -> HTTPURL {
    path.reduce(root) { $0.appending($1) }.adding(query)
  }

  func body(_ value: some Encodable) throws(ServerError) -> HTTPBody {
    do { return try .json(value) } catch {
      throw ServerError(error, what: "the request", now: timing.seconds)
    }
  }

  /// Refuses an id that is none before it becomes part of a path.
  func valid(_ id: String, _ what: String) throws(ServerError) -> String {
    guard let id = AudiobookshelfID.valid(id) else { throw .notFound(what: what) }
    return id
  }

  // MARK: Files

  /// The request for a file, to which a caller adds its range.
  ///
  /// - Parameter track: an id as `ServerTrackAddress` holds it.
  package func fileRequest(
    _ track: String, isDownload: Bool = false
  ) async throws(ServerError) -> HTTPRequest {
    guard let ids = AudiobookshelfID.parts(ofTrack: track) else {
      throw .notFound(what: "the file")
    }
    var path = ["api", "items", ids.item, "file", ids.file]
    if isDownload { path.append("download") }
    return HTTPRequest(.get, url(path), headers: [.bearer(try await session.access())])
  }

  /// The same request with a new token, in place of one that was answered with 401.
  package func renewed(_ refused: HTTPRequest) async throws(ServerError) -> HTTPRequest {
    let prefix = "Bearer "
    let header = refused.headers.first { $0.name == "Authorization" }
    guard let header, header.value.hasPrefix(prefix), refused.url.origin == root.origin else {
      throw .signInAgain
    }
    let token = Secret(String(header.value.dropFirst(prefix.count)))
    let renewal = try await session.renewal(inPlaceOf: token)
    var request = refused
    request.headers.removeAll { $0.name == "Authorization" }
    request.headers.append(.bearer(renewal.tokens.access))
    return request
  }
}
