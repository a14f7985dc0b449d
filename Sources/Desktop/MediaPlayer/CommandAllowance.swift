/// Bounds the commands of a program that sends them without end.
struct CommandAllowance: Sendable {
  private static let burst = 200.0
  private static let perSecond = 100.0
  private var left = burst
  private var last: ContinuousClock.Instant?

  mutating func takes(at now: ContinuousClock.Instant) -> Bool {
    if let last {
      left = min(Self.burst, left + last.duration(to: now) / .seconds(1) * Self.perSecond)
    }
    last = now
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}
