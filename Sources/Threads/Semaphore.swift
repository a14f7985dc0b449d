package import CLinux
import Glibc

/// A binary POSIX semaphore; posting neither allocates nor blocks.
package final class Semaphore: @unchecked Sendable {
  // because a sem_t is shared between threads by design, and this one keeps its address until deinit
  package let handle: UnsafeMutablePointer<sem_t>

  package init() {
    handle = .allocate(capacity: 1)
    sem_init(handle, 0, 0)
  }

  deinit {
    sem_destroy(handle)
    handle.deallocate()
  }

  package func post() { sem_post(handle) }

  /// Waits for a post; several posts before it returns count as one.
  package func wait() {
    while sem_wait(handle) != 0 {}
    while sem_trywait(handle) == 0 {}
  }

  /// Waits for a post, with a timeout.
  package func wait(for time: Duration) {
    var limit = timespec()
    clock_gettime(CLOCK_MONOTONIC, &limit)
    let nanoseconds = Int64(limit.tv_nsec) + Int64(max(0, time / .nanoseconds(1)))
    limit.tv_sec += Int(nanoseconds / 1_000_000_000)
    limit.tv_nsec = Int(nanoseconds % 1_000_000_000)
    while tritone_wait_until(handle, &limit) == EINTR {}
    while sem_trywait(handle) == 0 {}
  }
}
