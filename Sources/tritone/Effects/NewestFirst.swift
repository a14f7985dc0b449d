import Synchronization
import Threads

/// Work on files for the screen, the newest request first, on a thread of its own.
///
/// A slow disk thus delays this work alone.
final class NewestFirst: Sendable {
  /// Work to be done, or dropped behind newer work.
  typealias Request = @Sendable (_ isDropped: Bool) -> Void

  private struct State {
    var requests: [Request] = []
    /// Whether a thread works, or none may yet.
    var isRunning = true
  }

  private let state = Mutex(State())
  private let name: String
  /// More than a held key can leave behind; the newest come first, and the oldest are dropped.
  private static let maximumRequests = 64
  /// Sound and the interface come first.
  private static let niceness: Int32 = 10

  /// - Parameter name: that of the thread.
  init(named name: String) { self.name = name }

  /// Begins to work; requests wait until then.
  func begin() {
    let hasWork = state.withLock { state in
      state.isRunning = !state.requests.isEmpty
      return state.isRunning
    }
    if hasWork { work() }
  }

  private func work() {
    OwnThread.start(named: name) {
      ThreadPriority.lower(to: NewestFirst.niceness)
      while let request = self.next() { request(false) }
    }
  }

  func add(_ request: @escaping Request) {
    let (isFirst, dropped) = state.withLock { state in
      state.requests.append(request)
      let isFull = state.requests.count > NewestFirst.maximumRequests
      defer { state.isRunning = true }
      return (!state.isRunning, isFull ? state.requests.removeFirst() : nil)
    }
    dropped?(true)
    if isFirst { work() }
  }

  private func next() -> Request? {
    state.withLock { state in
      guard state.requests.isEmpty else { return state.requests.removeLast() }
      state.isRunning = false
      return nil
    }
  }
}
