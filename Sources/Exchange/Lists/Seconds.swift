/// Times as decimal seconds: `215`, `30.5`.
enum Seconds {
  private static let maximumDigits = 18

  /// Exact, with as many decimals as needed.
  static func text(_ time: Duration) -> String {
    let (seconds, rest) = time.components
    guard rest != 0 else { return "\(seconds)" }
    let digits = String(abs(rest))
    let fraction = String(repeating: "0", count: maximumDigits - digits.count) + digits
    let end = fraction.lastIndex { $0 != "0" } ?? fraction.startIndex
    return "\(rest < 0 && seconds == 0 ? "-" : "")\(seconds).\(fraction[...end])"
  }

  /// Nil for an invalid number of seconds, one below zero, or one longer than thirty years.
  static func duration(_ text: some StringProtocol) -> Duration? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2, !first.isEmpty, first.utf8.count <= 9,
      isDigits(first), let seconds = Int64(first)
    else { return nil }
    guard parts.count == 2 else { return .seconds(seconds) }
    let fraction = parts[1].prefix(maximumDigits)
    guard isDigits(parts[1]) else { return nil }
    let padding = String(repeating: "0", count: maximumDigits - fraction.utf8.count)
    return Int64(fraction + padding).map {
      Duration(secondsComponent: seconds, attosecondsComponent: $0)
    }
  }

  private static func isDigits(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy { (48...57).contains($0) }
  }
}
