/// The answer to a batch of listens.
package struct Submission: Equatable, Sendable {
  package enum Verdict: Equatable, Sendable {
    case accepted
    /// The service ignores it for good.
    case ignored(reason: String)
    /// The service takes it on another day.
    case later(reason: String)
  }

  /// One for each listen, in order.
  package var verdicts: [Verdict]
  /// The pause that the service wants before the next request.
  package var pause: Duration?

  package init(_ verdicts: [Verdict], pause: Duration? = nil) {
    self.verdicts = verdicts
    self.pause = pause
  }
}
