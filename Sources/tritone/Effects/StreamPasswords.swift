import Music
import Synchronization

/// The passwords of streams that were given since the start. In memory only.
final class StreamPasswords: Sendable {
  private struct Known {
    var byAddress: [FilePath: StreamCredentials] = [:]
    /// The last ones of each server, for its other addresses.
    var byOrigin: [String: StreamCredentials] = [:]
  }

  private let known = Mutex(Known())

  /// False where the address came without any.
  func remember(_ address: StreamAddress) -> Bool {
    guard let credentials = address.credentials else { return false }
    known.withLock {
      $0.byAddress[address.path] = credentials
      $0.byOrigin[address.origin] = credentials
    }
    return true
  }

  /// What the player opens where the library has a path.
  func completing(_ path: FilePath) -> FilePath {
    guard let address = StreamAddress(path.text) else { return path }
    let credentials = known.withLock { $0.byAddress[address.path] ?? $0.byOrigin[address.origin] }
    return credentials?.added(to: path) ?? path
  }
}
