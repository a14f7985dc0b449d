import HTTP
import Library
import Music
import Secrets
import Servers

/// How somebody signs in at a Coretet project.
struct ProjectSignIn: Sendable {
  enum Account: Equatable, Sendable {
    case user
    /// Somebody with whom playlists are shared, and who is no user.
    case collaborator
    /// Somebody who becomes a collaborator by the link of a share.
    case invited(link: Secret, name: String)
  }

  var key: Secret
  /// In lower case.
  var email: String
  var password: Secret
  var account = Account.user

  func tokens(
    _ http: HTTPClient, _ location: ServerLocation, _ options: ServerOptions
  ) async throws -> CoretetTokens {
    let project = CoretetProject(
      root: location.root, key: key, names: try CoretetNames(changed: options.names ?? [:]))
    let signing = CoretetSignIn(http, project)
    let email = try CoretetEmail(email)
    var tokens = CoretetTokens(key: key)
    switch account {
    case .user: tokens.user = try await signing.signIn(email: email, password: password)
    case .collaborator:
      tokens.collaborator = try await signing.signIn(collaborator: email, password: password)
    case .invited(let link, let name):
      tokens.collaborator = try await signing.join(
        link.text, email: email, password: password, name: name)
    }
    return tokens
  }
}

extension ServerAdding {
  /// A sign-in by name and password at a known project has the key that is kept.
  func completed(
    _ new: NewServer.SignIn, at server: Server
  ) async throws -> NewServer.SignIn {
    guard server.kind == .coretet, case .password(let email, let password) = new else {
      return new
    }
    guard let key = try await kept(server)?.key else {
      throw Failure(
        reason: "the key of \(server.name) is not kept any more: tritone server add coretet "
          + "\(server.address) --anon-key KEY signs in anew")
    }
    return .project(
      ProjectSignIn(
        key: key, email: email.lowercased(), password: password,
        account: server.options.person?.isCollaborator == true ? .collaborator : .user))
  }

  /// New tokens with those of the other kind of account that are kept.
  func joined(_ new: CoretetTokens, at server: Server) async throws -> CoretetTokens {
    guard let kept = try await kept(server) else { return new }
    var tokens = new
    tokens.user = new.user ?? kept.user
    tokens.collaborator = new.collaborator ?? kept.collaborator
    return tokens
  }

  /// Takes in reactions of the library as whoever was signed in at a project, before somebody else
  /// is: they are not the other one's.
  func keepReactions(of server: Server, before person: SharedPerson?) async throws {
    guard let old = server.options.person, old.id != person?.id else { return }
    try await SharedExchange(
      library: library, server: server, directories: directories, log: log
    ).add()
  }

  private func kept(_ server: Server) async throws -> CoretetTokens? {
    let signIn = try await access.secrets.signIn(of: server.uuid, .coretet, mayPrompt: true)
    guard case .coretet(let tokens)? = signIn else { return nil }
    return tokens
  }

  /// Asks a project whether the sign-in counts.
  func check(_ client: CoretetClient, _ server: Server) async throws -> ServerAnswer {
    if let tokens = try await kept(server), tokens.user == nil,
      let collaborator = tokens.collaborator
    {
      let signing = CoretetSignIn(client.http, client.project)
      guard try await signing.isValid(collaborator) else { throw ServerError.signInAgain }
    } else {
      _ = try await client.ownPlaylists()
    }
    return ServerAnswer(server.options.person)
  }

  private static let patience = Duration.seconds(5)

  /// Ends the sign-in at a project.
  ///
  /// - Parameter everywhere: ends it on all machines, or throws; else a project that is not there is
  ///   no reason to stay.
  func signOut(ofProject server: Server, everywhere: Bool) async throws {
    do {
      guard case .coretet(let client) = try await access.client(of: server, mayPrompt: everywhere)
      else { return }
      guard !everywhere else { return try await client.session.signOut(everywhere: true) }
      await withTaskGroup { group in
        group.addTask { try? await client.session.signOut(everywhere: false) }
        group.addTask { try? await Task.sleep(for: Self.patience) }
        await group.next()
        group.cancelAll()
      }
    } catch {
      guard everywhere else { return }
      throw error
    }
  }
}
