import Music

/// Times in the notation of audio editors: `1:44:53.111`, `9:39.590`, `12.5`.
enum MarkerTime {
  /// `M:SS.mmm`, and `H:MM:SS.mmm` from an hour on.
  static func clock(milliseconds: Int64) -> String {
    let seconds = milliseconds / 1000
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let ending = (seconds % 60).zeroPadded() + "." + (milliseconds % 1000).zeroPadded(to: 3)
    return hours > 0 ? "\(hours):\(minutes.zeroPadded()):\(ending)" : "\(minutes):\(ending)"
  }

  /// Seconds with six decimals.
  static func seconds(microseconds: Int64) -> String {
    "\(microseconds / 1_000_000).\((microseconds % 1_000_000).zeroPadded(to: 6))"
  }

  /// A time of up to three fields, the last of which may have a fraction; nil for anything else,
  /// and for times later than the end of any file.
  static func time(_ text: some StringProtocol) -> Duration? {
    let fields = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard (1...3).contains(fields.count), let last = fields.last else { return nil }
    let parts = last.split(
      omittingEmptySubsequences: false,
      whereSeparator: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") })
    guard let whole = parts.first, parts.count <= 2,
      let fraction = parts.count == 2 ? attoseconds(parts[1]) : 0
    else { return nil }
    var seconds: Int64 = 0
    for (offset, field) in (fields.dropLast() + [whole]).enumerated() {
      guard let value = number(field), offset == 0 || value < 60 else { return nil }
      seconds = seconds * 60 + value
    }
    let time = Duration(secondsComponent: seconds, attosecondsComponent: fraction)
    return time <= EntryPlayback.latest ? time : nil
  }

  /// A whole number of at most nine digits.
  static func number(_ digits: some Collection<UInt8>) -> Int64? {
    guard (1...9).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int64($1 - 48) }
  }

  private static func attoseconds(_ digits: some Collection<UInt8>) -> Int64? {
    guard (1...18).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    let value = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 48) }
    return (digits.count..<18).reduce(value) { value, _ in value * 10 }
  }
}

extension Duration {
  /// Rounded to the nearest; at least zero.
  var wholeMilliseconds: Int64 { (nearestMicroseconds + 500) / 1000 }

  /// Rounded to the nearest; at least zero, and clamped below the maximum.
  var nearestMicroseconds: Int64 {
    let (seconds, attoseconds) = min(.seconds(9_000_000_000_000), max(.zero, self)).components
    return seconds * 1_000_000 + (attoseconds + 500_000_000_000) / 1_000_000_000_000
  }
}
