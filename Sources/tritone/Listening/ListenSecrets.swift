import FoundationEssentials
import HTTP
import Music
import Online
import Secrets

/// The secrets of services that take listens, each a secret of its own in the store.
struct ListenSecrets: Sendable {
  let store: SecretStore

  enum Credentials: Sendable {
    case token(Secret)
    case session(LastFMKeys, session: Secret)
  }

  init(store: SecretStore) { self.store = store }

  /// The secrets of the user, in the session of the process.
  init(_ directories: Directories) {
    store = SecretStore(directories, environment: ProcessInfo.processInfo.environment)
  }

  static func name(_ kind: ListenServiceKind, root: String, user: String) -> SecretName {
    let service: SecretService =
      switch kind {
      case .listenBrainz: .listenBrainz
      case .lastFM: .lastFM
      }
    return SecretName(service, account: "\(user) \(root)")
  }

  /// Nil where there is none.
  func credentials(of service: ListenService) async throws(SecretError) -> Credentials? {
    let name = Self.name(service.kind, root: service.root, user: service.user)
    guard let secret = try await store.secret(name) else { return nil }
    switch service.kind {
    case .listenBrainz: return .token(secret)
    case .lastFM:
      // Key, shared secret and session, a line each.
      let lines = secret.text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { Secret(String($0)) }
      guard lines.count == 3 else { return nil }
      return .session(LastFMKeys(key: lines[0], secret: lines[1]), session: lines[2])
    }
  }

  func keep(
    _ credentials: Credentials, _ kind: ListenServiceKind, root: String, user: String
  ) async throws(SecretError) {
    let secret: Secret =
      switch credentials {
      case .token(let token): token
      case .session(let keys, let session):
        Secret([keys.key.text, keys.secret.text, session.text].joined(separator: "\n"))
      }
    try await store.keep(
      secret, as: Self.name(kind, root: root, user: user), mayPrompt: true)
  }

  func remove(of service: ListenService) async throws(SecretError) -> SecretObstacle? {
    try await store.remove(
      Self.name(service.kind, root: service.root, user: service.user), mayPrompt: true)
  }
}

extension ListenClient {
  init(
    _ client: HTTPClient, at root: ServiceRoot, _ credentials: ListenSecrets.Credentials
  ) {
    switch credentials {
    case .token(let token):
      self = .listenBrainz(ListenBrainzClient(client, at: root, token: token))
    case .session(let keys, let session):
      self = .lastFM(LastFMClient(client, at: root, keys: keys, session: session))
    }
  }
}
