internal import Glibc

/// A time of the clock that all processes of the machine share, in seconds.
package struct Moment: Comparable {
  package var seconds: Double

  package static var now: Moment { Moment(nanoseconds: nowNanoseconds) }

  package static var nowNanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  package init(seconds: Double) { self.seconds = seconds }
  package init(nanoseconds: UInt64) { seconds = Double(nanoseconds) / 1e9 }

  package static func < (one: Moment, other: Moment) -> Bool { one.seconds < other.seconds }
  package static func - (one: Moment, other: Moment) -> Double { one.seconds - other.seconds }
  package static func + (moment: Moment, seconds: Double) -> Moment {
    Moment(seconds: moment.seconds + seconds)
  }
}
