import Foundation

/// A time in the user's time zone: the hour for today, the day for earlier ones.
enum LocalTime {
  /// - Parameter seconds: since 1970.
  static func text(_ seconds: Int64, now: Date = Date()) -> String {
    let date = Date(timeIntervalSince1970: Double(seconds))
    let isToday = Calendar.current.isDate(date, inSameDayAs: now)
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = isToday ? "HH:mm" : "yyyy-MM-dd HH:mm"
    return formatter.string(from: date)
  }
}
