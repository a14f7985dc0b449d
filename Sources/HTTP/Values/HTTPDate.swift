internal import Glibc
internal import Music

/// Dates of HTTP headers (RFC 9110, section 5.6.7), in seconds since 1970.
enum HTTPDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  static var now: Int64 { Int64(time(nil)) }

  /// The three forms: IMF-fixdate, RFC 850 with two digits of the year, asctime.
  static func seconds(_ text: String) -> Int64? {
    guard text.utf8.count <= 64 else { return nil }
    var words = text.lowercased().split { " ,-".contains($0) }.map(String.init)
    guard words.count >= 5 else { return nil }
    words.removeFirst()
    // asctime: month, day, time, year.
    if months.contains(words[0]) { words = [words[1], words[0], words[3], words[2]] }
    let clock = words[3].split(separator: ":", omittingEmptySubsequences: false)
    guard let day = ASCII.number(words[0], digits: 2), (1...31).contains(day),
      let month = months.firstIndex(of: words[1]),
      var year = ASCII.number(words[2], digits: 4), clock.count == 3,
      let hour = ASCII.number(clock[0], digits: 2), hour < 24,
      let minute = ASCII.number(clock[1], digits: 2), minute < 60,
      let second = ASCII.number(clock[2], digits: 2), second <= 60
    else { return nil }
    if words[2].count == 2 { year += year < 70 ? 2000 : 1900 }
    guard (1970...9999).contains(year) else { return nil }
    let date = CalendarDay(year: Int(year), month: month + 1, day: Int(day))
    return Int64(date.daysSince1970) * 86400 + hour * 3600 + minute * 60 + second
  }
}
