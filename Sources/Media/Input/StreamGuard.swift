// Watches where a server leads FFmpeg while a stream is open. Used on its stream's thread, from
// FFmpeg's interrupt callback, too; only the cancellation is touched by others.
import CFFmpeg
import Glibc
internal import Music
import Synchronization
internal import Threads

/// Looks up the addresses of a host, as `HostReach.lookUp` does.
package typealias HostLookup = @Sendable (_ host: String) -> [HostReach]

/// Ends a stream whose server sends us to a place that it may not send to.
///
/// FFmpeg takes a lost connection up again, and seeks, by requests of its own that follow every
/// redirection. It asks the interrupt callback between a redirection and the request that follows.
final class StreamGuard {
  let cancellation: Cancellation
  /// Whether the server has sent us to such a place.
  private(set) var isRefused = false
  /// The name and password that the stream was given with.
  var credentials: StreamCredentials?
  private let lookUp: HostLookup
  private var known: [String: [HostReach]] = [:]
  /// The connection that FFmpeg makes anew by itself, and the address it had last.
  private var reader: UnsafeMutablePointer<AVIOContext>?
  private var location: String?

  private static let maximumHosts = 64

  init(_ cancellation: Cancellation, lookUp: @escaping HostLookup) {
    self.cancellation = cancellation
    self.lookUp = lookUp
  }

  /// Follows a connection, which must be let go before it is closed.
  func watch(_ reader: UnsafeMutablePointer<AVIOContext>?) {
    self.reader = reader
    location = StreamOpening.option("location", of: reader)
  }

  func release() { reader = nil }

  /// Whether FFmpeg has to stop what it is doing.
  var isOver: Bool {
    if isRefused || cancellation.isOver { return true }
    guard let reader, let location,
      let now = StreamOpening.option("location", of: reader), now != location
    else { return false }
    isRefused = !mayLead(from: location, to: now, keepsTLS: true)
    self.location = now
    return isRefused || cancellation.isOver
  }

  /// What a server is asked for an address: with the name and password, where they are for it.
  func request(for address: String) -> String { credentials?.added(to: address) ?? address }

  func mayLead(from: String, to: String, keepsTLS: Bool) -> Bool {
    StreamOrigin.mayLead(from: from, to: to, keepsTLS: keepsTLS, lookUp: reaches)
  }

  /// The answer of the resolver; nil where it does not come in time.
  func reaches(_ host: String) -> [HostReach]? {
    if let reaches = known[host] { return reaches }
    let answer = HostAnswer()
    // On a thread of its own, since nothing ends a resolver that waits.
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
    // An unknown name can be known the next time.
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

/// FFmpeg's interrupt callback, whose argument is a `StreamGuard`: 1 stops it.
func isStreamInterrupted(_ owner: UnsafeMutableRawPointer?) -> Int32 {
  guard let owner else { return 0 }
  return Unmanaged<StreamGuard>.fromOpaque(owner).takeUnretainedValue().isOver ? 1 : 0
}
