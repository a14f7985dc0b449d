internal import HTTP
internal import Music

/// Gets tokens for codes and for refresh tokens.
struct SpotifyTokenEndpoint: Sendable {
  private let client: HTTPClient
  private let url: HTTPURL
  private let clientID: SpotifyClientID
  let timing: SpotifyTiming

  private static let bodyLimit: Int64 = 64 << 10
  private static let time: Duration = .seconds(30)
  /// The longest pause asked for by Spotify that is waited for.
  private static let longestPause: Duration = .seconds(60)
  /// The lives of access tokens that are believed, in seconds.
  private static let lives: ClosedRange<Int64> = 1...86_400

  init(
    _ client: HTTPClient, at roots: SpotifyRoots, clientID: SpotifyClientID, timing: SpotifyTiming
  ) {
    self.client = client
    url = roots.accounts.appending("api", "token")
    self.clientID = clientID
    self.timing = timing
  }

  private struct Answer: Decodable {
    var access_token: String
    var refresh_token: String?
    var token_type: String?
    var scope: String?
    var expires_in: Double?
  }

  private struct Fault: Decodable {
    var error: String
    var error_description: String?
  }

  /// Exchanges the code of a redirect.
  func tokens(
    for code: Secret, verifier: Secret, redirect: String
  ) async throws(SpotifyError) -> SpotifyTokens {
    let form = [
      HTTPURL.Item("grant_type", "authorization_code"), HTTPURL.Item("code", code.text),
      HTTPURL.Item("redirect_uri", redirect), HTTPURL.Item("client_id", clientID.text),
      HTTPURL.Item("code_verifier", verifier.text),
    ]
    let begun = timing.now()
    let answer = try await answer(to: form, hiding: [code, verifier], isRepeatable: false) {
      .signInFailed(
        reason: "Spotify does not take the code of the sign-in\($0): sign in again")
    }
    guard let refresh = SpotifyText.token(answer.refresh_token) else { throw unusable }
    return try tokens(
      answer, refresh: refresh, scopes: SpotifyScope.allCases, begun: begun)
  }

  /// New tokens in place of ones that end.
  func renewed(_ tokens: SpotifyTokens) async throws(SpotifyError) -> SpotifyTokens {
    let form = [
      HTTPURL.Item("grant_type", "refresh_token"),
      HTTPURL.Item("refresh_token", tokens.refresh.text),
      HTTPURL.Item("client_id", clientID.text),
    ]
    let begun = timing.now()
    let hidden = [tokens.refresh, tokens.access]
    let answer = try await answer(to: form, hiding: hidden, isRepeatable: true) { _ in
      .signInAgain(
        reason: "the sign-in to Spotify is over, as it is after six months at the latest: sign in "
          + "again")
    }
    let refresh = SpotifyText.token(answer.refresh_token) ?? tokens.refresh
    return try self.tokens(answer, refresh: refresh, scopes: tokens.scopes, begun: begun)
  }

  private func tokens(
    _ answer: Answer, refresh: Secret, scopes: [SpotifyScope], begun: Int64
  ) throws(SpotifyError) -> SpotifyTokens {
    guard let access = SpotifyText.token(answer.access_token),
      answer.token_type.map({ $0.lowercased() == "bearer" }) ?? true
    else { throw unusable }
    let life = Int64(exactly: (answer.expires_in ?? 3600).rounded(.down)) ?? 3600
    return SpotifyTokens(
      access: access, refresh: refresh, scopes: answer.scope.map(SpotifyScope.granted) ?? scopes,
      ends: begun + min(max(life, Self.lives.lowerBound), Self.lives.upperBound))
  }

  private var unusable: SpotifyError { .badAnswer(reason: "\(url) gave no usable tokens") }

  /// - Parameter invalidGrant: the error where the grant does not count; its text has what Spotify
  ///   said.
  private func answer(
    to form: [HTTPURL.Item], hiding hidden: [Secret], isRepeatable: Bool,
    invalidGrant: (String) -> SpotifyError
  ) async throws(SpotifyError) -> Answer {
    var pauses = SpotifyTiming.pauses[...]
    while true {
      let response: HTTPResponse
      var request = HTTPRequest(.post, url, body: .form(form))
      request.bodyLimit = Self.bodyLimit
      request.time = Self.time
      do { response = try await client.response(to: request) } catch { throw SpotifyError(error) }
      guard response.head.url.origin == url.origin else { throw unusable }
      if response.isSuccess {
        do { return try response.json(Answer.self) } catch { throw SpotifyError(error) }
      }
      let isLimited = response.status == 429
      if isLimited || response.status >= 500 {
        let wanted = response.head.retryAfter()
        // A limit means that nothing was taken.
        if isLimited || isRepeatable, let pause = pauses.popFirst(),
          wanted ?? .zero <= Self.longestPause
        {
          try await timing.wait(max(wanted ?? pause, pause))
          continue
        }
        guard !isLimited else { throw .rateLimited(pause: wanted, isQuota: false) }
        throw .unavailable(
          reason: "\(url.origin) has a fault of its own (\(response.status)): try again later")
      }
      // Only for the message: the body of an error may be anything.
      let fault = try? response.json(Fault.self)
      let text = ServerText.cleaned(
        fault?.error_description ?? fault?.error ?? "", without: hidden)
      let said = text.isEmpty ? "" : " (“\(text)”)"
      switch fault?.error {
      case "invalid_grant": throw invalidGrant(said)
      case "invalid_client", "unauthorized_client":
        throw .invalidSettings(
          reason: "Spotify does not know the client id\(said): compare it with that of your app at "
            + "developer.spotify.com/dashboard")
      default:
        throw .signInFailed(reason: "Spotify refuses the sign-in (\(response.status))\(said)")
      }
    }
  }
}
