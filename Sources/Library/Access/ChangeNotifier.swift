import Dispatch
import Synchronization

/// Coalesces changes into at most ten notifications a second; the last is never lost.
final class ChangeNotifier: Sendable {
  let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let state = Mutex(State())

  private struct State {
    var last: DispatchTime?
    var isScheduled = false
  }

  private static let pause: UInt64 = 100_000_000

  init() {
    (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  deinit { continuation.finish() }

  /// Reports a visible change; returns at once, on any thread.
  func signal() {
    let now = DispatchTime.now()
    let due: DispatchTime? = state.withLock { state in
      guard !state.isScheduled else { return nil }
      guard let last = state.last,
        now.uptimeNanoseconds < last.uptimeNanoseconds + ChangeNotifier.pause
      else {
        state.last = now
        return now
      }
      state.isScheduled = true
      return DispatchTime(uptimeNanoseconds: last.uptimeNanoseconds + ChangeNotifier.pause)
    }
    guard let due else { return }
    if due <= now {
      continuation.yield()
    } else {
      DispatchQueue.global().asyncAfter(deadline: due) { [weak self] in self?.fire() }
    }
  }

  private func fire() {
    state.withLock {
      $0.isScheduled = false
      $0.last = .now()
    }
    continuation.yield()
  }
}
