internal import FoundationEssentials
package import HTTP
internal import JSON
package import Music

/// Gets tokens from a project, and ends them.
package struct CoretetSignIn: Sendable {
  let http: HTTPClient
  package let project: CoretetProject
  let timing: ServerTiming

  private static let time: Duration = .seconds(30)
  private static let bodyLimit: Int64 = 1 << 20
  /// Seconds of an access token where the project does not say.
  private static let lifetime: Int64 = 3_600
  private static let longestLifetime: Int64 = 7 * 86_400
  /// Seconds of a collaborator's token.
  private static let collaboratorsLifetime: Int64 = 7 * 86_400
  /// The pause before each further try to renew tokens: within ten seconds a project gives those of
  /// an answer that was lost once more.
  private static let pauses: [Duration] = [.seconds(1), .seconds(3)]

  package init(
    _ http: HTTPClient, _ project: CoretetProject, timing: ServerTiming = ServerTiming()
  ) {
    self.http = http
    self.project = project
    self.timing = timing
  }

  // MARK: Users

  /// Signs in as a user of the project.
  ///
  /// - Throws: `.wrongKey`, `.emailNotConfirmed`, `.server(.wrongPassword)`, among others.
  package func signIn(
    email: CoretetEmail, password: Secret
  ) async throws(CoretetError) -> CoretetTokens.User {
    try await grant("password", ["email": email.text, "password": password.text], "signing in")
  }

  /// The tokens in place of those whose access token has ended.
  ///
  /// - Throws: `.server(.signInAgain)` where the refresh token does not count, as when it was used.
  func renewed(_ refresh: Secret) async throws(CoretetError) -> CoretetTokens.User {
    var pauses = Self.pauses[...]
    while true {
      do {
        return try await grant("refresh_token", ["refresh_token": refresh.text], "the sign-in")
      } catch {
        guard error.isTemporary, let pause = pauses.popFirst() else { throw error }
        try await wait(timing.jittered(pause))
      }
    }
  }

  private func grant(
    _ type: String, _ body: [String: String], _ what: String
  ) async throws(CoretetError) -> CoretetTokens.User {
    let url = project.root.appending("auth", "v1", "token")
      .adding([HTTPURL.Item("grant_type", type)])
    let response = try await response(to: try post(url, body), what)
    let node = try answer(response, what)
    guard let access = ServerText.token(node["access_token"]?.text),
      let refresh = ServerText.token(node["refresh_token"]?.text),
      let id = CoretetID.valid(node["user"]?["id"].id)
    else { throw .server(.badAnswer(reason: "a sign-in without tokens")) }
    let lifetime = node["expires_in"].whole.flatMap {
      (1...Self.longestLifetime).contains($0) ? $0 : nil
    }
    return CoretetTokens.User(
      access: access, refresh: refresh, ends: timing.now() + (lifetime ?? Self.lifetime), id: id,
      email: node["user"]?["email"].name(longest: 320)?.lowercased() ?? "")
  }

  /// Ends the sign-in at the project, here alone or on all machines.
  package func signOut(
    _ user: CoretetTokens.User, everywhere: Bool
  ) async throws(CoretetError) {
    let url = project.root.appending("auth", "v1", "logout")
      .adding([HTTPURL.Item("scope", everywhere ? "global" : "local")])
    var request = try post(url, [:])
    request.headers.append(.bearer(user.access))
    let response = try await response(to: request, "signing out")
    guard !response.isSuccess else { return }
    let fault = CoretetError(response, what: "signing out", now: timing.now())
    // A sign-in that has ended is what was wanted.
    guard fault != .signInAgain else { return }
    throw fault
  }

  // MARK: Collaborators

  /// Signs in as a collaborator.
  package func signIn(
    collaborator email: CoretetEmail, password: Secret
  ) async throws(CoretetError) -> CoretetTokens.Collaborator {
    try await collaborator(
      ["action": "login", "email": email.text, "password": password.text])
  }

  /// What the link of a share says.
  ///
  /// - Parameter link: the link, or its token alone.
  package func invitation(_ link: String) async throws(CoretetError) -> CoretetInvitation {
    let token = try Self.token(ofLink: link)
    let name = project.names[.invitation]
    let url = project.root.appending("rest", "v1", "rpc", name)
    let response = try await response(to: try post(url, ["p_token": token.text]), "the invitation")
    guard response.isSuccess else {
      throw CoretetError(response, what: "the invitation", now: timing.now())
    }
    guard let found = try response.rows(project.names, .shares).lazy.compactMap(\.invitation).first,
      found.status != .revoked
    else { throw .wrongInvitation }
    return found
  }

  /// Becomes a collaborator by the link of a share.
  package func join(
    _ link: String, email: CoretetEmail, password: Secret, name: String
  ) async throws(CoretetError) -> CoretetTokens.Collaborator {
    try await collaborator([
      "action": "signup", "email": email.text, "password": password.text,
      "name": ServerText.line(name, longest: 100), "shareToken": try Self.token(ofLink: link).text,
    ])
  }

  private func collaborator(
    _ body: [String: String]
  ) async throws(CoretetError) -> CoretetTokens.Collaborator {
    let node = try await function(body)
    let found = node["collaborator"]
    guard let token = ServerText.token(node["token"]?.text),
      let id = CoretetID.valid(found?["id"].id)
    else { throw .server(.badAnswer(reason: "a sign-in without a token")) }
    return CoretetTokens.Collaborator(
      token: token, ends: timing.now() + Self.collaboratorsLifetime, id: id,
      email: found?["email"].name(longest: 320)?.lowercased() ?? "",
      name: found?["name"].name(longest: 100) ?? "")
  }

  /// Whether the project still takes a collaborator's token.
  package func isValid(_ found: CoretetTokens.Collaborator) async throws(CoretetError) -> Bool {
    do throws(CoretetError) {
      _ = try await function(["action": "validate", "token": found.token.text])
      return true
    } catch {
      guard error == .server(.wrongPassword) else { throw error }
      return false
    }
  }

  package func signOut(_ found: CoretetTokens.Collaborator) async throws(CoretetError) {
    _ = try await function(["action": "logout", "token": found.token.text])
  }

  private func function(_ body: [String: String]) async throws(CoretetError) -> JSONNode {
    let name = project.names[.signIn]
    let what = "signing in"
    let response = try await response(
      to: try post(project.root.appending("functions", "v1", name), body), what)
    if response.isSuccess { return try answer(response, what) }
    let node = try? response.json()
    switch response.status {
    case 401 where node?["error"] != nil: throw .server(.wrongPassword)
    case 400 where node?["error"]?.text?.contains("invitation") == true: throw .wrongInvitation
    case 400 where node?["error"]?.text?.contains("exists") == true:
      throw .taken(what: "an account with this address")
    case 404: throw .notThere("function \(name)")
    default: throw CoretetError(response, what: what, now: timing.now())
    }
  }

  /// The token at the end of a link, or that stands alone.
  static func token(ofLink link: String) throws(CoretetError) -> Secret {
    let text = link.trimmed()
    let end = text.lastIndex(where: { "=/".contains($0) }).map { text.index(after: $0) }
    guard let token = CoretetID.valid(String(text[(end ?? text.startIndex)...])) else {
      throw .wrongInvitation
    }
    return Secret(token)
  }

  // MARK: Requests

  private func post(
    _ url: HTTPURL, _ body: [String: String]
  ) throws(CoretetError) -> HTTPRequest {
    var request = HTTPRequest(.post, url, headers: [project.keyHeader])
    do { request.body = try .json(body) } catch {
      throw CoretetError(error, what: "signing in", now: timing.now())
    }
    return request
  }

  private func response(
    to request: HTTPRequest, _ what: String
  ) async throws(CoretetError) -> HTTPResponse {
    var request = request
    request.bodyLimit = Self.bodyLimit
    request.time = Self.time
    let response: HTTPResponse
    do { response = try await http.response(to: request) } catch {
      throw CoretetError(error, what: what, now: timing.now())
    }
    do { try response.head.requireOrigin(of: project.root) } catch { throw .server(error) }
    return response
  }

  private func answer(_ response: HTTPResponse, _ what: String) throws(CoretetError) -> JSONNode {
    guard response.isSuccess else {
      let fault = CoretetError(response, what: what, now: timing.now())
      // Nothing of a project answers with a page, or not at all, where one signs in.
      if case .server(.notFound) = fault {
        throw .server(.notThisServer(found: "status \(response.status)"))
      }
      throw fault
    }
    return try response.json()
  }

  private func wait(_ pause: Duration) async throws(CoretetError) {
    do { try await timing.wait(pause) } catch { throw .server(error) }
  }
}
