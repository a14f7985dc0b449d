import BenchHarness
import Glibc

/// The two ends of a pipe, which other programs do not inherit by themselves.
struct PipePair {
  let reading: Int32
  let writing: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw BenchFault.command("no pipe: \(errno)") }
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }
}
