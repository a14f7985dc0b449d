internal import Glibc

/// A time of the clock that all processes share and that nobody sets (CLOCK_MONOTONIC).
struct MonotonicTime: Equatable, Comparable, Sendable {
  var milliseconds: Double

  static var now: MonotonicTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(
      milliseconds: Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000)
  }

  static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.milliseconds < right.milliseconds
  }
}
