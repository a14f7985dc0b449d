internal import CLinux
internal import Glibc

/// Waits for the end of another process, also of one that nobody has buried.
package final class ProcessEnd {
  /// Below 0 where the process is gone already, and on systems that do not tell.
  private let descriptor: Int32

  package init(of process: Int32) { descriptor = tritone_open_process(process) }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// - Returns: whether it has ended in time.
  package func wait(_ time: Duration) -> Bool {
    guard descriptor >= 0 else { return true }
    let deadline = ContinuousClock.now + time
    while true {
      let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&polled, 1, Int32(max(0, min(left.rounded(.up), 1e9))))
      if ready > 0 { return true }
      guard ready < 0, errno == EINTR else { return false }
    }
  }
}
