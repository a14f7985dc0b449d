internal import Glibc

/// Lets time pass; the benchmark has nothing else to do.
package func letPass(_ seconds: Double) {
  let end = Moment.now + seconds
  while true {
    let rest = end - .now
    guard rest > 0 else { return }
    usleep(UInt32(min(rest, 0.5) * 1e6))
  }
}

/// Polls until a condition holds.
package func wait(_ what: String, within limit: Double = 10, until holds: () -> Bool) throws {
  let end = Moment.now + limit
  while !holds() {
    guard Moment.now < end else { throw BenchFault.timeout(what) }
    usleep(5000)
  }
}
