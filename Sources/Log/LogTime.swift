internal import Glibc

/// Times of the log: ISO 8601 in UTC, with milliseconds.
enum LogTime {
  static func text(_ time: timespec) -> String {
    var (seconds, parts) = (time.tv_sec, tm())
    gmtime_r(&seconds, &parts)
    let (year, month) = (digits(Int(parts.tm_year) + 1900, 4), digits(Int(parts.tm_mon) + 1, 2))
    let (day, hour) = (digits(Int(parts.tm_mday), 2), digits(Int(parts.tm_hour), 2))
    let (minute, second) = (digits(Int(parts.tm_min), 2), digits(Int(parts.tm_sec), 2))
    let thousandths = digits(time.tv_nsec / 1_000_000, 3)
    return "\(year)-\(month)-\(day)T\(hour):\(minute):\(second).\(thousandths)Z"
  }

  /// Milliseconds since 1970; nil for any other text.
  static func milliseconds(_ text: Substring) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count == 24, bytes[10] == UInt8(ascii: "T"), bytes[23] == UInt8(ascii: "Z")
    else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      var sum = 0
      for byte in bytes[range] {
        guard (0x30...0x39).contains(byte) else { return nil }
        sum = sum * 10 + Int(byte - 0x30)
      }
      return sum
    }
    var parts = tm()
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
      let thousandths = number(20..<23)
    else { return nil }
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (
      Int32(year - 1900), Int32(month - 1), Int32(day)
    )
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (Int32(hour), Int32(minute), Int32(second))
    return Int64(timegm(&parts)) * 1000 + Int64(thousandths)
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
