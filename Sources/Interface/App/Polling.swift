/// Timing of the polls for changes of other processes: only while keys are pressed or music plays.
struct Polling: Equatable, Sendable {
  private var last: ContinuousClock.Instant
  /// Whether a key was pressed since the last poll: one more poll is due.
  private var hasInput = false

  private static let interval: Duration = .seconds(2)

  init(at now: ContinuousClock.Instant) { last = now }

  mutating func inputCame() { hasInput = true }

  /// - Returns: Whether to poll now.
  mutating func takeDue(at now: ContinuousClock.Instant) -> Bool {
    guard now - last >= Polling.interval else { return false }
    last = now
    hasInput = false
    return true
  }

  func time(at now: ContinuousClock.Instant) -> Duration? {
    hasInput ? last.advanced(by: Polling.interval) - now : nil
  }
}
