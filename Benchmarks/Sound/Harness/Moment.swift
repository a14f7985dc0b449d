import Glibc

/// A time of the clock that all processes of the machine share, in seconds.
struct Moment: Comparable {
  var seconds: Double

  static var now: Moment { Moment(nanoseconds: nowNanoseconds) }

  static var nowNanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  init(seconds: Double) { self.seconds = seconds }
  init(nanoseconds: UInt64) { seconds = Double(nanoseconds) / 1e9 }

  static func < (one: Moment, other: Moment) -> Bool { one.seconds < other.seconds }
  static func - (one: Moment, other: Moment) -> Double { one.seconds - other.seconds }
  static func + (moment: Moment, seconds: Double) -> Moment {
    Moment(seconds: moment.seconds + seconds)
  }
}
