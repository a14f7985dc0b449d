internal import CLinux
internal import Glibc

/// Wakes the thread of a server out of its poll; any thread may ring.
final class WakeUp: Sendable {
  /// Readable after a ring.
  let descriptor = tritone_eventfd()

  deinit { if descriptor >= 0 { close(descriptor) } }

  func ring() { eventfd_write(descriptor, 1) }

  func clear() {
    var count: eventfd_t = 0
    eventfd_read(descriptor, &count)
  }
}
