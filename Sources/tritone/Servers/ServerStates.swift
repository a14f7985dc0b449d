import Interface
import Music
import Servers
import Synchronization

/// Whether servers answer and how far their listings are, for the list of servers.
final class ServerStates: Sendable {
  private struct State: Sendable {
    var signIns: Set<ServerID> = []
    var offline: [ServerID: Silence] = [:]
    var progress: [ServerID: ServerListingProgress] = [:]
  }

  private struct Silence: Sendable {
    var reason: String
    var at: ContinuousClock.Instant
  }

  private let state = Mutex(State())
  /// A value for changes that nobody has looked at yet.
  let changes: AsyncStream<Void>
  private let changed: AsyncStream<Void>.Continuation

  init() {
    (changes, changed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func answered(_ server: Server) {
    let isOther = state.withLock { state in
      let wasAway = state.offline.removeValue(forKey: server.id) != nil
      return state.signIns.remove(server.id) != nil || wasAway
    }
    if isOther { changed.yield() }
  }

  /// - Returns: Whether it is the first time that the user has to sign in.
  @discardableResult
  func note(_ error: ServerError, of server: Server) -> Bool {
    guard error != .cancelled else { return false }
    if error.needsSignIn { return refused(server) }
    let silence = Silence(reason: error.message, at: .now)
    let before = state.withLock { $0.offline.updateValue(silence, forKey: server.id) }
    if before?.reason != silence.reason { changed.yield() }
    return false
  }

  /// The server does not take the sign-in.
  ///
  /// - Returns: Whether that is new.
  @discardableResult
  func refused(_ server: Server) -> Bool {
    guard state.withLock({ $0.signIns.insert(server.id).inserted }) else { return false }
    changed.yield()
    return true
  }

  /// A server was removed.
  func forget(_ server: Server) {
    state.withLock { state in
      state.signIns.remove(server.id)
      state.offline[server.id] = nil
      state.progress[server.id] = nil
    }
  }

  func set(_ progress: ServerListingProgress?, of server: Server) {
    state.withLock { $0.progress[server.id] = progress }
  }

  func state(of server: Server) -> ServerListItem.State {
    state.withLock { state in
      if let progress = state.progress[server.id] { return .listing(progress) }
      if state.signIns.contains(server.id) { return .signInNeeded }
      return state.offline[server.id].map { .offline($0.reason) } ?? .fine
    }
  }

  func needsSignIn(_ server: Server) -> Bool { state.withLock { $0.signIns.contains(server.id) } }

  /// Whether a server did not answer a moment ago.
  func isAway(_ server: Server, within time: Duration) -> Bool {
    state.withLock { state in
      state.signIns.contains(server.id)
        || state.offline[server.id].map { $0.at + time > .now } ?? false
    }
  }

  func finish() { changed.finish() }
}
