import Glibc
import Music

/// A time in the user's time zone: the hour for today, the day for earlier ones.
enum LocalTime {
  /// - Parameters:
  ///   - seconds: since 1970.
  ///   - now: the same, of the moment from which it is looked at.
  static func text(
    _ seconds: Int64, now: Int64 = Int64(time(nil)), zone: LocalZone = .current
  ) -> String {
    let number = zone.day(of: seconds)
    // Of the first and the last second that can be counted, too.
    let minutes = Int(zone.localTime(at: seconds) &- Int64(number) &* 86_400) / 60
    let hour = "\((minutes / 60).zeroPadded()):\((minutes % 60).zeroPadded())"
    guard number != zone.day(of: now) else { return hour }
    let day = CalendarDay(daysSince1970: number)
    let date = "\(day.year.zeroPadded(to: 4))-\(day.month.zeroPadded())-\(day.day.zeroPadded())"
    return "\(date) \(hour)"
  }
}
