/// When changes of other processes are looked for: while someone is at the keys or music plays. An
/// idle player asks for nothing.
struct Polling: Equatable, Sendable {
  private var last: ContinuousClock.Instant
  /// A key was pressed since: there is one more look, and then none until the next key.
  private var hasInput = false

  private static let interval: Duration = .seconds(2)

  init(at now: ContinuousClock.Instant) { last = now }

  mutating func inputCame() { hasInput = true }

  /// - Returns: Whether to look now.
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
