import Music
import Synchronization

/// The passwords of streams that were given since the start. In memory only.
final class StreamPasswords: Sendable {
  private struct Known {
    var byAddress: [String: StreamCredentials] = [:]
    /// The last ones of each server, for its other addresses.
    var byOrigin: [String: StreamCredentials] = [:]
  }

  private let known = Mutex(Known())

  /// False where the address came without any.
  func remember(_ address: StreamAddress) -> Bool {
    guard let credentials = address.credentials else { return false }
    known.withLock {
      $0.byAddress[address.text] = credentials
      $0.byOrigin[address.origin] = credentials
    }
    return true
  }

  /// What the player opens where the library has an address.
  func completing(_ address: StreamAddress) -> StreamAddress {
    address.adding(
      known.withLock { $0.byAddress[address.text] ?? $0.byOrigin[address.origin] })
  }
}
