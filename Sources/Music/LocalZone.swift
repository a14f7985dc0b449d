import Glibc

/// A time zone: how far local time is ahead of UTC, by moment.
package struct LocalZone: Sendable {
  private let offset: @Sendable (Int64) -> Int64

  /// - Parameter offset: Seconds ahead of UTC at a moment in Unix seconds.
  package init(offset: @escaping @Sendable (Int64) -> Int64) { self.offset = offset }

  /// The time zone of the system, or of `TZ`.
  package static let current = LocalZone { moment in
    var (seconds, parts) = (time_t(moment), tm())
    return localtime_r(&seconds, &parts) == nil ? 0 : Int64(parts.tm_gmtoff)
  }

  package func offset(at moment: Int64) -> Int64 { offset(moment) }

  /// Local time, in seconds since 1970 began there.
  package func localTime(at moment: Int64) -> Int64 {
    let (local, isBeyond) = moment.addingReportingOverflow(offset(moment))
    return isBeyond ? moment : local
  }

  /// The day in which a moment lies, counted from 1970.
  package func day(of moment: Int64) -> Int {
    let local = localTime(at: moment)
    return Int(local / 86_400) - (local % 86_400 < 0 ? 1 : 0)
  }

  /// The day in which a moment lies, as "2026-11-23".
  package func date(of moment: Int64) -> String {
    let day = CalendarDay(daysSince1970: day(of: moment))
    return "\(day.year)-\(day.month.zeroPadded())-\(day.day.zeroPadded())"
  }

  /// The first moment of a day, or of the next day where the zone leaves that day out.
  package func start(ofDay day: Int) -> Int64 {
    let midnight = Int64(day) * 86_400
    let (before, after) = (offset(midnight - 86_400), offset(midnight + 86_400))
    guard before != after else { return midnight - before }
    // The offset changes between these two.
    var (last, first) = (midnight - 86_400, midnight + 86_400)
    while first - last > 1 {
      let middle = last + (first - last) / 2
      if offset(middle) == before { last = middle } else { first = middle }
    }
    if midnight - before < first { return midnight - before }
    return max(first, midnight - after)
  }
}
