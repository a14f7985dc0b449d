import Glibc

/// A mutex with its condition variable, on the monotonic clock.
package final class Condition: @unchecked Sendable {
  // because a POSIX mutex and condition variable are shared between threads by design, and these
  // keep their addresses until deinit
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Wakes all waiting threads.
  package func broadcast() { pthread_cond_broadcast(condition) }

  /// Releases the mutex until a broadcast; spurious wake-ups happen.
  package func wait() { pthread_cond_wait(condition, mutex) }

  /// Waits at most until a deadline; false once the deadline has passed.
  package func wait(until deadline: ContinuousClock.Instant) -> Bool {
    let left = max(0, ContinuousClock.now.duration(to: deadline) / .nanoseconds(1))
    var limit = timespec()
    clock_gettime(CLOCK_MONOTONIC, &limit)
    let nanoseconds = Int64(limit.tv_nsec) + Int64(min(left, 1e17))
    limit.tv_sec += Int(nanoseconds / 1_000_000_000)
    limit.tv_nsec = Int(nanoseconds % 1_000_000_000)
    return pthread_cond_timedwait(condition, mutex, &limit) != ETIMEDOUT
  }
}
