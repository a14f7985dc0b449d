import Glibc

/// Wakes a thread that sleeps in poll.
final class WakePipe: Sendable {
  let readable: Int32
  private let writable: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    // because a process without two free descriptors cannot open its library either
    precondition(pipe(&ends) == 0, "no pipe: error \(errno)")
    (readable, writable) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(readable)
    close(writable)
  }

  func wake() {
    var byte: UInt8 = 1
    // A full pipe wakes, too.
    _ = write(writable, &byte, 1)
  }

  func clear() {
    var bytes = [UInt8](repeating: 0, count: 256)
    while read(readable, &bytes, bytes.count) > 0 {}
  }
}
