import Music
import Secrets
import Servers

/// The password, the key or the tokens for a server.
enum ServerSignIn: Equatable, Sendable {
  case password(Secret)
  case apiKey(Secret)
  case tokens(AudiobookshelfTokens)
  case coretet(CoretetTokens)
}

/// The secrets of servers that the user has added, by the servers' UUIDs.
struct ServerSecrets: Sendable {
  let store: SecretStore

  private static func name(_ uuid: String) -> SecretName { SecretName(.server, account: uuid) }

  private static let (password, apiKey) = ("password\n", "api-key\n")

  /// Nil where the user has never signed in, or has signed out.
  func signIn(
    of uuid: String, _ kind: ServerKind, mayPrompt: Bool = false
  ) async throws(SecretError) -> ServerSignIn? {
    guard let secret = try await store.secret(Self.name(uuid), mayPrompt: mayPrompt) else {
      return nil
    }
    switch kind {
    case .audiobookshelf: return AudiobookshelfTokens(stored: secret).map { .tokens($0) }
    case .coretet: return CoretetTokens(stored: secret).map { .coretet($0) }
    case .subsonic:
      // Another program may have written it: then there is none.
      for (prefix, isKey) in [(Self.password, false), (Self.apiKey, true)]
      where secret.text.hasPrefix(prefix) {
        let rest = Secret(String(secret.text.dropFirst(prefix.count)))
        return isKey ? .apiKey(rest) : .password(rest)
      }
      return nil
    }
  }

  func keep(
    _ signIn: ServerSignIn, of uuid: String, mayPrompt: Bool = false
  ) async throws(SecretError) {
    let secret =
      switch signIn {
      case .password(let password): Secret(Self.password + password.text)
      case .apiKey(let key): Secret(Self.apiKey + key.text)
      case .tokens(let tokens): tokens.stored
      case .coretet(let tokens): tokens.stored
      }
    try await store.keep(secret, as: Self.name(uuid), mayPrompt: mayPrompt)
  }

  /// - Returns: Why the keyring keeps it for now; nil where it does not.
  func remove(of uuid: String) async throws(SecretError) -> SecretObstacle? {
    try await store.remove(Self.name(uuid), mayPrompt: true)
  }
}
