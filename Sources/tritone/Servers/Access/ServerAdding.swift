import HTTP
import Library
import Log
import Music
import Secrets
import Servers

/// A server that the user wants to add.
struct NewServer: Sendable {
  var kind: ServerKind
  var location: ServerLocation
  /// Nil for one after the host.
  var name: String?
  var signIn: SignIn
  var options = ServerOptions()

  enum SignIn: Sendable {
    case password(user: String, Secret)
    case apiKey(Secret)
    case project(ProjectSignIn)

    /// The name of the user; nil with a key.
    var user: String? {
      switch self {
      case .password(let user, _): user
      case .apiKey: nil
      case .project(let signIn): signIn.email
      }
    }
  }
}

/// Adds servers, signs in to them anew, and removes them.
struct ServerAdding: Sendable {
  let library: Library
  let access: ServerAccess
  let directories: Directories
  let log: Log

  /// What became of a server that was to be added.
  enum Found: Sendable {
    case added(Server, ServerAnswer)
    /// The project was in the library already.
    case signedIn(Server)
    /// The password would cross a public network in the clear.
    case plainAsked
    /// Nobody vouches for the certificate; the text says why.
    case certificateAsked(HTTPCertificate, reason: String)
  }

  private static let longestName = 100

  /// Signs in, and keeps the server with its credentials.
  ///
  /// - Parameter allowsPlain: whether http:// to a public host is wanted.
  func add(_ new: NewServer, allowsPlain: Bool) async throws -> Found {
    if new.location.isPlainInPublic, !allowsPlain { return .plainAsked }
    let known = try await library.servers()
    if let same = known.first(where: {
      $0.address == new.location.text && $0.user == new.signIn.user
    }) {
      if case .project = new.signIn {
        return .signedIn(try await signIn(same, new.signIn))
      }
      throw Failure(
        reason: "\(same.name) is that server already: tritone server sync lists it again, and "
          + "tritone server add after tritone server remove signs in anew")
    }
    let name = try name(of: new, known)
    let signedIn: SignedIn
    do {
      signedIn = try await signIn(new.kind, new.location, new.signIn, new.options)
    } catch {
      guard let fault = ServerError(found: error),
        let asked = await question(fault, new.location, new.options)
      else { throw error }
      return .certificateAsked(asked.certificate, reason: asked.reason)
    }
    // A key of Audiobookshelf names its user, too: what comes back is that user's alone.
    let server = try await library.addServer(
      kind: new.kind, name: name, address: new.location.text,
      user: new.signIn.user ?? signedIn.user, options: signedIn.options)
    do {
      try await access.secrets.keep(signedIn.secret, of: server.uuid, mayPrompt: true)
    } catch {
      // Without its secret it would only ask to sign in.
      _ = try await library.removeServer(server.id)
      throw error
    }
    log.info(.library, "added a server", [LogField("kind", server.kind.rawValue)])
    return .added(server, signedIn.answer)
  }

  /// A server whose certificate nobody vouches for is asked for it.
  func question(
    _ error: ServerError, _ location: ServerLocation, _ options: ServerOptions
  ) async -> (certificate: HTTPCertificate, reason: String)? {
    guard case .tls(let reason) = error, options.fingerprint == nil else { return nil }
    // Without an answer the first fault says all.
    guard let certificate = try? await access.http(ServerOptions()).certificate(of: location.root)
    else { return nil }
    return (certificate, reason)
  }

  /// The certificate that a known server shows now.
  func certificate(of server: Server) async throws -> HTTPCertificate {
    try await access.http(ServerOptions()).certificate(of: ServerLocation(server.address).root)
  }

  private func name(of new: NewServer, _ known: [Server]) throws -> String {
    let taken = Set(known.map { SortKey.folded($0.name) })
    guard let typed = new.name else {
      let host = new.location.root.origin.host
      let name = host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
      let numbered = (2...1000).lazy.map { "\(name) \($0)" }
      return ([name] + numbered).first { !taken.contains(SortKey.folded($0)) } ?? name
    }
    let name = try validName(typed)
    guard !taken.contains(SortKey.folded(name)) else {
      throw Failure(reason: "there is a server “\(name)” already: choose another name")
    }
    return name
  }

  func validName(_ typed: String) throws -> String {
    let name = TrackText.clean(typed).trimmed()
    guard !name.isEmpty, name.count <= Self.longestName else {
      throw Failure(reason: "a server's name is from 1 to \(Self.longestName) characters")
    }
    return name
  }

  // MARK: Signing in

  private struct SignedIn {
    var secret: ServerSignIn
    var options: ServerOptions
    var answer: ServerAnswer
    /// The user's name as the server has it, where it says that.
    var user: String?
  }

  private func signIn(
    _ kind: ServerKind, _ location: ServerLocation, _ signIn: NewServer.SignIn,
    _ options: ServerOptions
  ) async throws -> SignedIn {
    let http = access.http(options)
    switch kind {
    case .subsonic:
      let credentials: SubsonicCredentials
      let secret: ServerSignIn
      switch signIn {
      case .password(let user, let password):
        (credentials, secret) = (.password(user: user, password), .password(password))
      case .apiKey(let key): (credentials, secret) = (.apiKey(key), .apiKey(key))
      case .project: throw Failure(reason: "the sign-in is that of a project")
      }
      let client = SubsonicClient(http, at: location, credentials: credentials, options: options)
      let answer = try await client.ping()
      var options = options
      if case .password = signIn { options.passwordForm = client.passwordForm }
      return SignedIn(secret: secret, options: options, answer: ServerAnswer(answer))
    case .coretet:
      guard case .project(let wanted) = signIn else {
        throw Failure(reason: "a project needs its key: --anon-key")
      }
      let tokens = try await wanted.tokens(http, location, options)
      var options = options
      options.person = tokens.identity.map { SharedPerson($0) }
      return SignedIn(
        secret: .coretet(tokens), options: options, answer: ServerAnswer(options.person),
        user: wanted.email)
    case .audiobookshelf:
      let signing = AudiobookshelfSignIn(http, at: location.root)
      let status = try await signing.status()
      switch signIn {
      case .password(let user, let password):
        guard status.takesPasswords else {
          throw Failure(
            reason: "the server signs users in by another service: make an API key there, and use "
              + "--api-key")
        }
        let found = try await signing.signIn(user: user, password: password)
        return SignedIn(
          secret: .tokens(found.tokens), options: options,
          answer: ServerAnswer(found.account, found.version ?? status.version),
          user: found.account.name)
      case .apiKey(let key):
        let tokens = AudiobookshelfTokens.apiKey(key)
        let client = AudiobookshelfClient(
          http, at: location.root,
          session: AudiobookshelfSession(http, at: location.root, store: FixedTokens(key: tokens)))
        let account = try await client.account()
        return SignedIn(
          secret: .tokens(tokens), options: options,
          answer: ServerAnswer(account, status.version), user: account.name)
      case .project: throw Failure(reason: "the sign-in is that of a project")
      }
    }
  }

  /// Signs in anew at a known server, as the same user: marks, places and playlists of the library
  /// are compared with what that user had there.
  func signIn(_ server: Server, _ new: NewServer.SignIn) async throws -> Server {
    try refuse(new.user, at: server)
    let location = try ServerLocation(server.address)
    let new = try await completed(new, at: server)
    var signedIn = try await signIn(server.kind, location, new, server.options)
    try refuse(signedIn.user, at: server)
    if case .coretet(let tokens) = signedIn.secret {
      let all = try await joined(tokens, at: server)
      signedIn.secret = .coretet(all)
      signedIn.options.person = all.identity.map { SharedPerson($0) }
      try await keepReactions(of: server, before: signedIn.options.person)
    }
    try await access.secrets.keep(signedIn.secret, of: server.uuid, mayPrompt: true)
    let user = signedIn.user
    let (old, form) = (server.options.passwordForm, signedIn.options.passwordForm)
    let person = signedIn.options.person
    let changed = try await library.changeServer(server.id) { now in
      // With a key the name that is known stays.
      now.user = new.user ?? now.user ?? user
      if form != old { now.options.passwordForm = form }
      now.options.person = person
    }
    access.forget(server.uuid)
    return changed
  }

  private func refuse(_ user: String?, at server: Server) throws {
    guard let known = server.user, let user, user.lowercased() != known.lowercased() else { return }
    throw Failure(
      reason: "\(server.name) is that of \(known): add the server once more for \(user)")
  }

  /// Asks a server what it is, and whether the sign-in still counts.
  func check(_ server: Server) async throws -> ServerAnswer {
    switch try await access.client(of: server, mayPrompt: true) {
    case .subsonic(let client): return ServerAnswer(try await client.ping())
    case .audiobookshelf(let client):
      let status = try await AudiobookshelfSignIn(
        access.http(server.options), at: client.root
      ).status()
      return ServerAnswer(try await client.account(), status.version)
    case .coretet(let client): return try await check(client, server)
    }
  }
}

/// What a server says of itself and of the account.
struct ServerAnswer: Equatable, Sendable {
  /// "navidrome 0.53.3", as the server names itself.
  var version: String
  var mayDownload = true

  init(_ server: SubsonicServer) {
    let product = server.product.map { [$0, server.productVersion ?? ""] } ?? []
    let name = product.filter { !$0.isEmpty }.joined(separator: " ")
    version = name.isEmpty ? "Subsonic API \(server.version)" : name
  }

  init(_ account: AudiobookshelfAccount, _ version: AudiobookshelfVersion?) {
    self.version = "Audiobookshelf" + (version.map { " \($0)" } ?? "")
    mayDownload = account.mayDownload
  }

  /// - Parameter person: whoever is signed in at a project.
  init(_ person: SharedPerson?) {
    version = person?.isCollaborator == true ? "Coretet, as a collaborator" : "Coretet"
  }
}

/// An API key, which nothing replaces.
private struct FixedTokens: TokenStore {
  let key: AudiobookshelfTokens

  func tokens() async throws(ServerError) -> AudiobookshelfTokens? { key }

  func replace(
    _ old: AudiobookshelfTokens, with new: AudiobookshelfTokens
  ) async throws(ServerError) -> Bool { false }
}
