import Glibc

/// Wakes a thread that waits in poll(2); writing allocates nothing and never blocks.
final class WakePipe: Sendable {
  let reading: Int32
  let writing: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    // because a process that can open no file cannot play at all
    precondition(pipe(&ends) == 0)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    close(writing)
  }

  func wake() { wakePipe(writing) }

  /// Waits until the pipe is woken, and drains it.
  func wait() {
    var polled = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    poll(&polled, 1, -1)
    reset()
  }

  /// Drains the pipe.
  func reset() {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) {
      while read(reading, $0.baseAddress, 64) > 0 {}
    }
  }
}

/// Wakes the pipe from a real-time thread, which must not touch the object.
func wakePipe(_ descriptor: Int32) {
  var byte: UInt8 = 1
  _ = write(descriptor, &byte, 1)  // a full pipe is as good: its reader wakes
}
