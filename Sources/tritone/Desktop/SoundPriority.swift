import Desktop
import Log
import Synchronization
import Threads

/// The priority of the thread that plays: where the user's limits do not allow real-time scheduling,
/// RealtimeKit is asked for it.
final class SoundPriority: Sendable {
  private struct State: Sendable {
    /// The thread that got no real-time priority.
    var thread: Int32?
    var service: RealtimeKit?
  }

  private let log: Log
  private let state = Mutex(State())

  init(_ log: Log) { self.log = log }

  /// Called on the thread of the output as it begins.
  func note(_ priority: ThreadPriority, _ thread: Int32) {
    if case .realTime = priority { return }
    state.withLock { $0.thread = thread }
    ask()
  }

  /// The service may be asked from now on.
  func begin(_ service: RealtimeKit) {
    state.withLock { $0.service = service }
    ask()
  }

  private func ask() {
    let (thread, service) = state.withLock { ($0.thread, $0.service) }
    guard let thread, let service else { return }
    let log = log
    Task.detached {
      let grant = await service.raise(
        thread: thread, priority: Int(ThreadPriority.wantedRank),
        niceness: Int(ThreadPriority.wantedNiceness),
        limitTime: { ThreadPriority.limitRealTime(to: $0) })
      let text =
        switch grant {
        case .realTime(let rank)?: "real-time \(rank)"
        case .nice(let niceness)?: "nice \(niceness)"
        case nil: "none"
        }
      log.info(.sound, "RealtimeKit was asked", [LogField("granted", text)])
    }
  }
}
