import Glibc

/// Whether file systems were mounted or unmounted.
final class MountChanges: Sendable {
  private let table = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)

  deinit { if table >= 0 { close(table) } }

  /// Whether any was since the last call; always where that is unknown.
  func haveChanged() -> Bool {
    guard table >= 0 else { return true }
    var descriptor = pollfd(fd: table, events: Int16(POLLPRI), revents: 0)
    guard poll(&descriptor, 1, 0) >= 0 else { return true }
    return descriptor.revents & Int16(POLLPRI | POLLERR) != 0
  }
}
