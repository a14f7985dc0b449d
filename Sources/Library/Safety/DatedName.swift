import Glibc
internal import Music

/// A date in names of files, "2026-11-21-105539": in UTC, so that names sort by age whatever the
/// machine's time zone.
enum DatedName {
  /// `time` is Unix seconds.
  static func text(_ time: Int64) -> String {
    var seconds = time_t(time)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let day =
      "\(parts.tm_year + 1900)-\((parts.tm_mon + 1).zeroPadded())-\(parts.tm_mday.zeroPadded())"
    return
      "\(day)-\(parts.tm_hour.zeroPadded())\(parts.tm_min.zeroPadded())\(parts.tm_sec.zeroPadded())"
  }

  /// The Unix seconds that a text names; nil for any other text.
  static func time(_ text: some StringProtocol) -> Int64? {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.utf8.count) == [4, 2, 2, 6],
      text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) })
    else { return nil }
    let numbers = groups.compactMap { Int32($0) }
    guard numbers.count == 4 else { return nil }
    var parts = tm()
    parts.tm_year = numbers[0] - 1900
    parts.tm_mon = numbers[1] - 1
    parts.tm_mday = numbers[2]
    parts.tm_hour = numbers[3] / 10_000
    parts.tm_min = numbers[3] / 100 % 100
    parts.tm_sec = numbers[3] % 100
    let time = Int64(timegm(&parts))
    // A thirteenth month would have been parsed as January.
    return DatedName.text(time) == String(text) ? time : nil
  }
}
