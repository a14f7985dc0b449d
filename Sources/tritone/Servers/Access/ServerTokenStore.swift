import Music
import Secrets
import Servers

/// Tokens of a server's user among the secrets. Processes that renew them take turns by a lock on a
/// file, since the store of secrets has no exchange of one value for another.
struct ServerTokenStore: TokenStore {
  let secrets: ServerSecrets
  let uuid: String
  /// Where the lock is.
  let folder: FilePath

  func tokens() async throws(ServerError) -> AudiobookshelfTokens? {
    do throws(SecretError) {
      guard case .tokens(let tokens) = try await secrets.signIn(of: uuid, .audiobookshelf) else {
        return nil
      }
      return tokens
    } catch { throw .unreachable(reason: error.message) }
  }

  func replace(
    _ old: AudiobookshelfTokens, with new: AudiobookshelfTokens
  ) async throws(ServerError) -> Bool {
    try await ServerTokenLock.held(in: folder) { () throws(ServerError) in
      guard try await tokens() == old else { return false }
      do throws(SecretError) { try await secrets.keep(.tokens(new), of: uuid) } catch {
        throw .unreachable(reason: error.message)
      }
      return true
    }
  }
}
