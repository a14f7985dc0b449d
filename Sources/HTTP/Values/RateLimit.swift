/// The requests that a server lets through (X-RateLimit-… and RateLimit-…).
package struct RateLimit: Equatable, Sendable {
  package let limit: Int?
  package let remaining: Int?
  /// The time until `remaining` is `limit` again.
  package let reset: Duration?

  package init(limit: Int?, remaining: Int?, reset: Duration?) {
    self.limit = limit
    self.remaining = remaining
    self.reset = reset
  }
}

extension HTTPHead {
  /// The longest pause that a server can ask for.
  package static let longestPause: Duration = .seconds(24 * 3600)

  /// The pause that the server asks for (Retry-After), from 0 to a day.
  ///
  /// - Parameter now: in seconds since 1970, for the form with a date.
  package func retryAfter(now: Int64? = nil) -> Duration? {
    guard let text = value(of: "Retry-After").map({ ASCII.trimmed($0) }) else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy(ASCII.isDigit) {
      return Self.pause(ASCII.number(text) ?? .max)
    }
    return HTTPDate.seconds(text).map { Self.pause($0 - (now ?? HTTPDate.now)) }
  }

  /// The rate limit, where the headers name one.
  package func rateLimit(now: Int64? = nil) -> RateLimit? {
    func number(_ name: String) -> Int64? {
      let text = value(of: "X-RateLimit-\(name)") ?? value(of: "RateLimit-\(name)")
      return text.flatMap { ASCII.number(ASCII.trimmed($0)) }
    }
    let limit = number("Limit")
    let remaining = number("Remaining")
    var reset = number("Reset-In")
    if reset == nil, let time = number("Reset") {
      // Some servers give a time since 1970, some a span.
      reset = time >= 1_000_000_000 ? time - (now ?? HTTPDate.now) : time
    }
    guard limit != nil || remaining != nil || reset != nil else { return nil }
    return RateLimit(
      limit: limit.map { Int($0) }, remaining: remaining.map { Int($0) },
      reset: reset.map(Self.pause))
  }

  private static func pause(_ seconds: Int64) -> Duration {
    min(.seconds(max(0, min(seconds, 1_000_000))), longestPause)
  }
}
