import Glibc
import Music
import Secrets
import Servers

/// Tokens of whoever is signed in at a Coretet project among the secrets.
struct ProjectTokenStore: CoretetTokenStore {
  let secrets: ServerSecrets
  let uuid: String
  /// Where the locks are.
  let folder: FilePath
  /// The time for which another process may renew tokens before an attempt is given up.
  var patience = Duration.seconds(30)

  func tokens() async throws(ServerError) -> CoretetTokens? {
    do throws(SecretError) {
      guard case .coretet(let tokens) = try await secrets.signIn(of: uuid, .coretet) else {
        return nil
      }
      return tokens
    } catch { throw .unreachable(reason: error.message) }
  }

  func replace(
    _ old: CoretetTokens, with new: CoretetTokens
  ) async throws(ServerError) -> Bool {
    try await ServerTokenLock.held(in: folder) { () throws(ServerError) in
      guard try await tokens() == old else { return false }
      do throws(SecretError) { try await secrets.keep(.coretet(new), of: uuid) } catch {
        throw .unreachable(reason: error.message)
      }
      return true
    }
  }

  func turn() async throws(ServerError) -> any Sendable {
    switch await FileTurn.attempt(folder.appending("renewal.lock"), patience: patience) {
    case .taken(let turn): return turn
    // Without the lock two processes might use one refresh token, which ends the sign-in of both.
    case .busy: throw .unreachable(reason: "another process is renewing the sign-in: try again")
    case .impossible(let code):
      throw .unreachable(
        reason: "the sign-in cannot be renewed without a lock: \(folder.text): "
          + String(cString: strerror(code)).lowercased())
    }
  }
}

/// The lock under which tokens are exchanged for others.
enum ServerTokenLock {
  static func held(
    in folder: FilePath, _ body: () async throws(ServerError) -> Bool
  ) async throws(ServerError) -> Bool {
    let attempt = await FileTurn.attempt(folder.appending("tokens.lock"))
    defer { withExtendedLifetime(attempt) {} }
    // Somebody else is storing theirs; ours count as long as this process lives. Where there can be
    // no lock at all they are stored all the same, since the sign-in would be lost with them.
    if case .busy = attempt {
      throw .unreachable(reason: "another process holds the lock on the tokens")
    }
    return try await body()
  }
}
