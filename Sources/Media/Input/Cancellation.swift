import Synchronization

/// Aborts blocking file access from another thread, by request or timeout.
package final class Cancellation: Sendable {
  private let requested = Atomic<Bool>(false)
  /// Seconds of the monotonic clock, as bits; 0 is none.
  private let deadline = Atomic<UInt64>(0)

  package init() {}

  package func cancel() { requested.store(true, ordering: .relaxed) }

  package var isCancelled: Bool { requested.load(ordering: .relaxed) }

  /// Whether the work has to stop.
  package var isOver: Bool { isCancelled || isLate }

  package var isLate: Bool {
    let limit = deadline.load(ordering: .relaxed)
    return limit != 0 && Self.nanoseconds() > limit
  }

  /// Runs `body` with a timeout, at most the rest of an earlier one, which then continues.
  package func limited<Value, Failure: Error>(
    to time: Duration, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let before = deadline.load(ordering: .relaxed)
    let limit = Self.nanoseconds() &+ UInt64(max(0, time / .nanoseconds(1)))
    deadline.store(before == 0 ? limit : min(before, limit), ordering: .relaxed)
    defer { deadline.store(before, ordering: .relaxed) }
    return try body()
  }

  private static func nanoseconds() -> UInt64 {
    let parts = SuspendingClock.Instant.now.duration(to: Self.origin)
    return UInt64(max(0, -(parts / .nanoseconds(1))))
  }

  private static let origin = SuspendingClock.now - .seconds(1)
}
