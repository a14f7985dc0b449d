import CLinux
import Glibc
import Synchronization
import Threads

/// Tells when file systems are mounted or unmounted, by poll(2) on the table of mounts: no
/// wake-ups otherwise.
final class MountWatch: Sendable {
  private let bell = Mutex<Int32>(-1)

  /// Begins, where it has not begun yet.
  ///
  /// - Parameter changed: called on a thread of its own, some time after a change.
  func begin(_ changed: @escaping @Sendable () -> Void) {
    let stop = bell.withLock { bell -> Int32? in
      guard bell < 0 else { return nil }
      bell = tritone_eventfd()
      return bell < 0 ? nil : bell
    }
    guard let stop else { return }
    OwnThread.start(named: "mounts") { [self] in
      MountWatch.run(stop, changed)
      bell.withLock { bell in
        if bell == stop { bell = -1 }
        close(stop)
      }
    }
  }

  func stop() {
    bell.withLock { bell in
      guard bell >= 0 else { return }
      var one: UInt64 = 1
      _ = write(bell, &one, MemoryLayout.size(ofValue: one))
    }
  }

  /// Several mounts of one plug come together.
  private static let patience: Int32 = 500

  private nonisolated static func run(_ stop: Int32, _ changed: @Sendable () -> Void) {
    let table = open("/proc/self/mounts", O_RDONLY | O_CLOEXEC)
    guard table >= 0 else { return }
    defer { close(table) }
    while true {
      var polled = [
        pollfd(fd: table, events: Int16(POLLPRI), revents: 0),
        pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&polled, 2, -1) > 0 else {
        if errno == EINTR { continue }
        return
      }
      if polled[1].revents != 0 { return }
      // A file system that is mounted now may be made usable a moment later.
      if poll(&polled[1], 1, patience) > 0 { return }
      changed()
    }
  }
}
