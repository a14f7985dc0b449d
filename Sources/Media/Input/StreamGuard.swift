// Supervises redirections while a stream is open. Used on its stream's thread, also from FFmpeg's
// interrupt callback; only the cancellation is shared.
import CFFmpeg
import Glibc
internal import Music
import Synchronization
internal import Threads

/// Looks up the addresses of a host, as `HostReach.lookUp` does.
package typealias HostLookup = @Sendable (_ host: String) -> [HostReach]

/// Aborts a stream that is redirected to a forbidden host.
///
/// FFmpeg reconnects and seeks by requests of its own that follow every redirection. It calls the
/// interrupt callback between a redirection and the next request.
final class StreamGuard {
  let cancellation: Cancellation
  /// Whether a redirection was refused.
  private(set) var isRefused = false
  /// The stream's user name and password.
  var credentials: StreamCredentials?
  private let lookUp: HostLookup
  private var known: [String: [HostReach]] = [:]
  /// The connection that FFmpeg may reopen, and its last known address.
  private var reader: UnsafeMutablePointer<AVIOContext>?
  private var location: String?

  private static let maximumHosts = 64

  init(_ cancellation: Cancellation, lookUp: @escaping HostLookup) {
    self.cancellation = cancellation
    self.lookUp = lookUp
  }

  /// Watches a connection, which must be unwatched before it is closed.
  func watch(_ reader: UnsafeMutablePointer<AVIOContext>?) {
    self.reader = reader
    location = StreamOpening.option("location", of: reader)
  }

  func release() { reader = nil }

  /// Whether FFmpeg has to stop.
  var isOver: Bool {
    if isRefused || cancellation.isOver { return true }
    guard let reader, let location,
      let now = StreamOpening.option("location", of: reader), now != location
    else { return false }
    isRefused = !mayLead(from: location, to: now, keepsTLS: true)
    self.location = now
    return isRefused || cancellation.isOver
  }

  /// The address to request, with the credentials if they belong to it.
  func request(for address: String) -> String { credentials?.added(to: address) ?? address }

  func mayLead(from: String, to: String, keepsTLS: Bool) -> Bool {
    StreamOrigin.mayLead(from: from, to: to, keepsTLS: keepsTLS, lookUp: reaches)
  }

  /// The resolver's answer; nil after a timeout.
  func reaches(_ host: String) -> [HostReach]? {
    if let reaches = known[host] { return reaches }
    let answer = HostAnswer()
    // On a thread of its own, since a waiting resolver cannot be cancelled.
    OwnThread.start(named: "resolver") { [lookUp] in
      let reaches = lookUp(host)
      answer.reaches.withLock { $0 = reaches }
    }
    let found = cancellation.limited(to: MediaFile.openingTime) { () -> [HostReach]? in
      while !cancellation.isOver {
        if let reaches = answer.reaches.withLock({ $0 }) { return reaches }
        usleep(2000)
      }
      return nil
    }
    // Unknown names are not cached.
    if let found, !found.isEmpty {
      if known.count >= Self.maximumHosts { known.removeAll() }
      known[host] = found
    }
    return found
  }
}

private final class HostAnswer: Sendable {
  let reaches = Mutex<[HostReach]?>(nil)
}

/// FFmpeg's interrupt callback, whose argument is a `StreamGuard`: 1 aborts.
func isStreamInterrupted(_ owner: UnsafeMutableRawPointer?) -> Int32 {
  guard let owner else { return 0 }
  return Unmanaged<StreamGuard>.fromOpaque(owner).takeUnretainedValue().isOver ? 1 : 0
}
