package import HTTP
package import Music

/// Finds out about a server, and gets tokens from it.
package struct AudiobookshelfSignIn: Sendable {
  private let http: HTTPClient
  package let root: HTTPURL
  let timing: AudiobookshelfTiming

  private static let time: Duration = .seconds(30)
  /// A sign-in answers with all of the user's progress.
  private static let bodyLimit: Int64 = 16 << 20

  package init(
    _ http: HTTPClient, at root: HTTPURL, timing: AudiobookshelfTiming = AudiobookshelfTiming()
  ) {
    self.http = http
    self.root = root
    self.timing = timing
  }

  /// A user who has signed in.
  package struct SignedIn: Equatable, Sendable {
    package var tokens: AudiobookshelfTokens
    package var account: AudiobookshelfAccount
    package var version: AudiobookshelfVersion?
  }

  /// What answers at the address.
  ///
  /// - Throws: `.notThisServer`, `.tooOld`, `.unsupported` for a server without any user yet.
  package func status() async throws(ServerError) -> AudiobookshelfStatus {
    var request = HTTPRequest(root.appending("status"))
    request.bodyLimit = 64 << 10
    let response: HTTPResponse
    do { response = try await self.response(to: request, "the server") } catch {
      // A body that is not short is none of this server's.
      guard error == .tooLarge else { throw error }
      throw .notThisServer(found: "a service with other answers")
    }
    guard response.isSuccess else { throw Self.notFound(response) }
    let answer: StatusAnswer
    do { answer = try response.json(StatusAnswer.self) } catch {
      throw .notThisServer(found: Self.kind(of: response))
    }
    if let app = answer.app?.value, app.lowercased() != "audiobookshelf" {
      throw .notThisServer(found: ServerWords.name(answer.app, longest: 60) ?? "no name")
    }
    guard answer.app != nil || answer.isInit != nil else {
      throw .notThisServer(found: Self.kind(of: response))
    }
    let version = try Self.version(answer.serverVersion)
    guard answer.isInit?.value != false else {
      throw .unsupported(what: "signing in before the server has its first user")
    }
    let methods = answer.authMethods?.values.compactMap(\.value) ?? []
    return AudiobookshelfStatus(
      version: version, takesPasswords: methods.isEmpty || methods.contains("local"))
  }

  private static func notFound(_ response: HTTPResponse) -> ServerError {
    switch response.status {
    case 500...599:
      .unreachable(reason: ServerError.ownFault(response))
    case 429: .rateLimited(until: nil)
    case 401, 403: .notThisServer(found: "a service that wants a sign-in of its own")
    default: .notThisServer(found: kind(of: response))
    }
  }

  private static func kind(of response: HTTPResponse) -> String {
    switch response.head.contentType {
    case "text/html": "a web page, status \(response.status)"
    case "application/json": "a service with other answers"
    case .none, .some: "status \(response.status)"
    }
  }

  /// - Throws: `.tooOld`; a version that cannot be read is taken for none.
  private static func version(_ text: LooseText?) throws(ServerError) -> AudiobookshelfVersion? {
    guard let version = text?.value.flatMap({ AudiobookshelfVersion($0) }) else { return nil }
    guard version >= .oldest else { throw .tooOld(version: version.description) }
    return version
  }

  // MARK: Tokens

  private struct Login: Encodable {
    var username: String
    var password: String
  }

  /// Signs in with name and password.
  ///
  /// - Throws: `.wrongPassword`, among others.
  package func signIn(
    user: String, password: Secret
  ) async throws(ServerError) -> SignedIn {
    var request = HTTPRequest(
      .post, root.appending("login"), headers: [HTTPHeader("x-return-tokens", "true")])
    do { request.body = try .json(Login(username: user, password: password.text)) } catch {
      throw ServerError(error, what: "signing in", now: timing.seconds)
    }
    let response = try await self.response(to: request, "signing in")
    guard response.isSuccess else {
      guard response.status != 401 else { throw .wrongPassword }
      throw fault(response, "signing in")
    }
    let answer: LoginAnswer = try json(response, "signing in")
    let version = try Self.version(answer.serverSettings?.version)
    guard let tokens = tokens(of: answer.user) else {
      throw .badAnswer(reason: "a sign-in without tokens")
    }
    return SignedIn(
      tokens: tokens, account: answer.user.account(clock: ServerClock()), version: version)
  }

  private func tokens(of user: UserAnswer) -> AudiobookshelfTokens? {
    if let access = ServerText.token(user.accessToken?.value),
      let refresh = ServerText.token(user.refreshToken?.value)
    {
      return .pair(access: access, refresh: refresh)
    }
    return ServerText.token(user.token?.value).map { .unending($0) }
  }

  /// The pair in place of one whose access token has ended.
  ///
  /// - Throws: `.signInAgain` where the refresh token does not count.
  func renewed(_ refresh: Secret) async throws(ServerError) -> AudiobookshelfTokens {
    let request = HTTPRequest(
      .post, root.appending("auth", "refresh"), headers: [HTTPHeader("x-refresh-token", refresh)])
    var pauses = AudiobookshelfTiming.pauses[...]
    while true {
      let response: HTTPResponse
      do { response = try await self.response(to: request, "the sign-in") } catch {
        // A token whose answer was lost counts for some minutes more.
        guard error.isTemporary, let pause = pauses.popFirst() else { throw error }
        try await timing.waitSpread(pause)
        continue
      }
      if response.status >= 500, let pause = pauses.popFirst() {
        try await timing.waitSpread(pause)
        continue
      }
      guard response.isSuccess else {
        guard ![400, 401, 403].contains(response.status) else { throw .signInAgain }
        throw fault(response, "the sign-in")
      }
      let answer: LoginAnswer = try json(response, "the sign-in")
      guard case .pair(let access, let refresh)? = tokens(of: answer.user) else {
        throw .badAnswer(reason: "a renewal without tokens")
      }
      return .pair(access: access, refresh: refresh)
    }
  }

  /// Ends the tokens at the server; an API key is its owner's to end.
  package func signOut(_ tokens: AudiobookshelfTokens) async throws(ServerError) {
    guard case .pair(_, let refresh) = tokens else { return }
    let request = HTTPRequest(
      .post, root.appending("logout"), headers: [HTTPHeader("x-refresh-token", refresh)])
    let response = try await self.response(to: request, "signing out")
    guard response.isSuccess || response.status == 401 else {
      throw fault(response, "signing out")
    }
  }

  // MARK: Requests

  private func response(
    to request: HTTPRequest, _ what: String
  ) async throws(ServerError) -> HTTPResponse {
    var request = request
    request.bodyLimit = request.bodyLimit ?? Self.bodyLimit
    request.time = Self.time
    let response: HTTPResponse
    do { response = try await http.response(to: request) } catch {
      throw ServerError(error, what: what, now: timing.seconds)
    }
    try response.head.requireOrigin(of: root)
    return response
  }

  private func json<Answer: Decodable>(
    _ response: HTTPResponse, _ what: String
  ) throws(ServerError) -> Answer {
    do { return try response.json(Answer.self) } catch {
      throw ServerError(error, what: what, now: timing.seconds)
    }
  }

  private func fault(_ response: HTTPResponse, _ what: String) -> ServerError {
    ServerError(response, what: what, now: timing.seconds)
  }
}
