package import HTTP
internal import Music

/// Spotify's Web API as it is since 2026, for the signed-in user.
///
/// Requests go one after the other, since Spotify's limit is one for all of an app's.
package actor SpotifyClient {
  /// The longest pause asked for by Spotify that is waited for.
  package static let longestPause: Duration = .seconds(15 * 60)

  private let client: HTTPClient
  private let root: HTTPURL
  private let session: SpotifySession
  let timing: SpotifyTiming
  private let waiting: @Sendable (Duration?) -> Void
  private let gate = RequestGate()
  private var cache = AnswerCache()

  private static let bodyLimit: Int64 = 4 << 20
  private static let time: Duration = .seconds(60)
  /// Pauses of one call that Spotify can ask for.
  private static let mostPauses = 5
  /// Where Spotify does not say how long.
  private static let unnamedPause: Duration = .seconds(10)

  /// - Parameter waiting: told of each pause that Spotify asks for, with its length, and of its end,
  ///   with nil; called on any thread.
  package init(
    _ client: HTTPClient, at roots: SpotifyRoots, session: SpotifySession,
    timing: SpotifyTiming = SpotifyTiming(),
    waiting: @escaping @Sendable (Duration?) -> Void = { _ in }
  ) {
    self.client = client
    root = roots.api
    self.session = session
    self.timing = timing
    self.waiting = waiting
  }

  /// A call of the API.
  struct Call {
    var method = HTTPMethod.get
    var path: [String]
    var query: [HTTPURL.Item] = []
    var body: HTTPBody?
    /// What it is about, in messages.
    var what: String
    /// Whether a second one after a fault does no harm.
    var isRepeatable = true
    /// Whether the answer holds for a while.
    var isCached = false

    mutating func add(_ name: String, _ value: some CustomStringConvertible) {
      query.append(HTTPURL.Item(name, String(describing: value)))
    }
  }

  func answer<Answer: Decodable>(
    to call: Call, _ type: Answer.Type = Answer.self
  ) async throws(SpotifyError) -> Answer {
    let response = try await response(to: call)
    do { return try response.json(type) } catch { throw SpotifyError(error) }
  }

  private func response(to call: Call) async throws(SpotifyError) -> HTTPResponse {
    var url = root
    for component in call.path { url = url.appending(component) }
    url = url.adding(call.query)
    if call.isCached, let response = cache.response(url) { return response }
    try await gate.enter()
    defer { gate.leave() }
    let response = try await send(call, to: url)
    if call.isCached { cache.insert(response, for: url) }
    return response
  }

  private func send(_ call: Call, to url: HTTPURL) async throws(SpotifyError) -> HTTPResponse {
    var token = try await session.access()
    var isRenewed = false
    var pauses = 0
    var tries = (call.isRepeatable ? SpotifyTiming.pauses : [])[...]
    while true {
      var request = HTTPRequest(call.method, url, headers: [.bearer(token)], body: call.body)
      request.bodyLimit = Self.bodyLimit
      request.time = Self.time
      let response: HTTPResponse
      do { response = try await client.response(to: request) } catch { throw SpotifyError(error) }
      guard response.head.url.origin == root.origin else {
        throw .badAnswer(
          reason: "\(root.origin) redirects to \(response.head.url.origin): check the address")
      }
      if response.isSuccess { return response }
      let fault = Fault(response, without: token)
      switch response.status {
      case 401 where !isRenewed:
        isRenewed = true
        token = try await session.access(inPlaceOf: token)
      case 429:
        let pause = response.head.retryAfter()
        guard pauses < Self.mostPauses, !fault.isQuota || pause != nil,
          pause ?? .zero <= Self.longestPause
        else { throw .rateLimited(pause: pause, isQuota: fault.isQuota) }
        pauses += 1
        try await wait(max(pause ?? Self.unnamedPause, .seconds(1)))
        // The pause may have been longer than the token's life.
        token = try await session.access()
      case 500...599:
        guard let pause = tries.popFirst() else {
          throw fault.error(call.what, root.origin)
        }
        let wanted = response.head.retryAfter() ?? pause
        guard wanted <= Self.longestPause else { throw fault.error(call.what, root.origin) }
        try await wait(max(wanted, pause))
      default: throw fault.error(call.what, root.origin)
      }
    }
  }

  private func wait(_ pause: Duration) async throws(SpotifyError) {
    waiting(pause)
    defer { waiting(nil) }
    try await timing.wait(pause)
  }

  /// A response that is no success.
  private struct Fault {
    let status: Int
    let said: String
    let isQuota: Bool

    init(_ response: HTTPResponse, without token: Secret) {
      status = response.status
      // Only for the message: the body of an error may be anything.
      let details = (try? response.json(SpotifyFault.self))?.error
      // A text that is cut here could end in a part of the token.
      let isText = response.head.contentType == "text/plain" && response.body.count <= 4096
      let text = details?.message ?? (isText ? response.text : "")
      said = SpotifyText.name(ServerText.cleaned(text, without: [token]))
      isQuota = details?.reason == "QUOTA_EXCEEDED"
    }

    func error(_ what: String, _ origin: HTTPURL.Origin) -> SpotifyError {
      switch status {
      case 401:
        .signInAgain(reason: "Spotify does not take the sign-in any longer: sign in again")
      case 403 where said.lowercased().contains("scope"): .scopeMissing(said: said)
      case 403: .notAvailable(what: what, said: said)
      case 404, 410: .gone(what: what)
      case 500...:
        .unavailable(
          reason: "\(origin) has a fault of its own (\(status)): try again later")
      default:
        .refused(
          reason: "\(what): Spotify refuses it (\(status))" + (said.isEmpty ? "" : ": “\(said)”"))
      }
    }
  }
}
