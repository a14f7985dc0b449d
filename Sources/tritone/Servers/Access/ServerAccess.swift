import FoundationEssentials
import HTTP
import Log
import Music
import Secrets
import Servers
import Synchronization

/// The client of a server.
enum ServerClient: Sendable {
  case subsonic(SubsonicClient)
  case audiobookshelf(AudiobookshelfClient)
  case coretet(CoretetClient)
}

/// Makes the clients of servers, one for each, with their credentials from the store of secrets. No
/// request is made before a call.
final class ServerAccess: Sendable {
  let secrets: ServerSecrets
  private let directories: Directories
  private let log: Log
  private let clients = Mutex<[String: Opened]>([:])
  private let http = Mutex<[Trust: HTTPClient]>([:])

  /// Which certificates requests trust; those that trust the same share their connections.
  private struct Trust: Hashable {
    var file: String?
    /// Another file at the same path has other certificates.
    var size: Int64?
    var modified: Int64?
    var fingerprint: String?

    init(_ options: ServerOptions) {
      (file, fingerprint) = (options.certificateFile, options.fingerprint)
      let stamp = file.flatMap { FilePath($0).fileStamp }
      (size, modified) = (stamp?.size, stamp?.modified)
    }

    /// Whether it has the file of another one as that was before.
    func isOutdated(by other: Trust) -> Bool {
      file == other.file && (size, modified) != (other.size, other.modified)
    }
  }

  private struct Opened {
    /// As the server was when the client was made; another one is made where that has changed.
    var server: Server
    var client: ServerClient
  }

  init(_ directories: Directories, log: Log, secrets: SecretStore? = nil) {
    self.directories = directories
    self.log = log
    self.secrets = ServerSecrets(
      store: secrets
        ?? SecretStore(directories, environment: ProcessInfo.processInfo.environment))
  }

  /// The client for requests to servers whose certificates are trusted as the options say.
  /// Credentials are in the requests alone.
  func http(_ options: ServerOptions) -> HTTPClient {
    let trust = Trust(options)
    return http.withLock { clients in
      if let client = clients[trust] { return client }
      // Whoever has one with the old certificates keeps it until it is forgotten.
      clients = clients.filter { !$0.key.isOutdated(by: trust) }
      var configuration = HTTPConfiguration(userAgent: Tritone.userAgent)
      configuration.furtherCertificates = trust.file.map { FilePath($0) }
      configuration.fingerprint = trust.fingerprint
      let log = log
      configuration.log = { log.transferred($0) }
      let client = HTTPClient(configuration)
      clients[trust] = client
      return client
    }
  }

  /// - Throws: `ServerError.signInAgain` where there is no password.
  func client(of server: Server, mayPrompt: Bool = false) async throws -> ServerClient {
    if let client = opened(server) { return client }
    return keep(try await newClient(of: server, mayPrompt: mayPrompt), server)
  }

  /// A client of its own, for a server as it is not stored.
  func newClient(of server: Server, mayPrompt: Bool = false) async throws -> ServerClient {
    let location = try ServerLocation(server.address)
    let http = http(server.options)
    switch server.kind {
    case .audiobookshelf:
      let session = AudiobookshelfSession(
        http, at: location.root,
        store: ServerTokenStore(
          secrets: secrets, uuid: server.uuid, folder: directories.serverFolder(server.uuid)))
      return .audiobookshelf(AudiobookshelfClient(http, at: location.root, session: session))
    case .coretet:
      guard
        case .coretet(let tokens)? = try await secrets.signIn(
          of: server.uuid, .coretet, mayPrompt: mayPrompt), tokens.identity != nil
      else { throw ServerError.signInAgain }
      let project = CoretetProject(
        root: location.root, key: tokens.key,
        names: try CoretetNames(changed: server.options.names ?? [:]))
      let session = CoretetSession(
        CoretetSignIn(http, project),
        store: ProjectTokenStore(
          secrets: secrets, uuid: server.uuid, folder: directories.serverFolder(server.uuid)))
      return .coretet(CoretetClient(http, project, session: session))
    case .subsonic:
      let credentials: SubsonicCredentials
      switch try await secrets.signIn(of: server.uuid, .subsonic, mayPrompt: mayPrompt) {
      case .password(let password)?: credentials = .password(user: server.user ?? "", password)
      case .apiKey(let key)?: credentials = .apiKey(key)
      case .tokens?, .coretet?, nil: throw ServerError.signInAgain
      }
      return .subsonic(
        SubsonicClient(http, at: location, credentials: credentials, options: server.options))
    }
  }

  private func opened(_ server: Server) -> ServerClient? {
    clients.withLock { clients in
      guard let opened = clients[server.uuid], Self.isSame(opened.server, server) else {
        return nil
      }
      return opened.client
    }
  }

  /// The client that others may have made meanwhile: two of them would renew tokens both.
  private func keep(_ client: ServerClient, _ server: Server) -> ServerClient {
    clients.withLock { clients in
      if let opened = clients[server.uuid], Self.isSame(opened.server, server) {
        return opened.client
      }
      clients[server.uuid] = Opened(server: server, client: client)
      return client
    }
  }

  private static func isSame(_ one: Server, _ other: Server) -> Bool {
    var (one, other) = (one, other)
    // Listings, names and what a client has found out itself make no other client.
    (one.lastListing, one.name, one.options.passwordForm) = (nil, "", nil)
    (other.lastListing, other.name, other.options.passwordForm) = (nil, "", nil)
    return one == other
  }

  /// Forgets the client of a server, which has been changed, removed or signed in to anew.
  func forget(_ uuid: String) {
    clients.withLock { _ = $0.removeValue(forKey: uuid) }
  }
}
