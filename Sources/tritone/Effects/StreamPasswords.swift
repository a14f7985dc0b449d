import Music
import Synchronization

/// The stream passwords entered since the start. In memory only.
final class StreamPasswords: Sendable {
  private struct Known {
    var byAddress: [String: StreamCredentials] = [:]
    /// The last credentials of each server, for its other addresses.
    var byOrigin: [String: StreamCredentials] = [:]
  }

  private let known = Mutex(Known())

  /// False if the address has no credentials.
  func remember(_ address: StreamAddress) -> Bool {
    guard let credentials = address.credentials else { return false }
    known.withLock {
      $0.byAddress[address.text] = credentials
      $0.byOrigin[address.origin] = credentials
    }
    return true
  }

  /// The address with the stored credentials, for the player.
  func completing(_ address: StreamAddress) -> StreamAddress {
    address.adding(
      known.withLock { $0.byAddress[address.text] ?? $0.byOrigin[address.origin] })
  }
}
