import Dispatch
import Synchronization

/// Coalesces changes into at most ten notifications a second; the last is never lost.
final class ChangeNotifier: Sendable {
  let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "library.changes")

  private struct State {
    var count = 0
    var last: SuspendingClock.Instant?
    var isScheduled = false
  }

  private static let pause = Duration.milliseconds(100)

  init() {
    (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  deinit { continuation.finish() }

  /// The number of changes so far: what is read from now on shows them.
  var count: Int { state.withLock(\.count) }

  /// Reports a visible change; returns at once, on any thread.
  func signal() {
    let now = SuspendingClock.now
    let due: SuspendingClock.Instant? = state.withLock { state in
      state.count += 1
      guard !state.isScheduled else { return nil }
      guard let last = state.last, now < last + ChangeNotifier.pause else {
        state.last = now
        return now
      }
      state.isScheduled = true
      return last + ChangeNotifier.pause
    }
    guard let due else { return }
    if due <= now {
      continuation.yield()
    } else {
      queue.async(after: due - now) { [weak self] in self?.fire() }
    }
  }

  private func fire() {
    state.withLock {
      $0.isScheduled = false
      $0.last = .now
    }
    continuation.yield()
  }
}
