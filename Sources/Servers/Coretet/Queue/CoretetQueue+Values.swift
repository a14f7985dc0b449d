// What a queue of changes holds.
extension CoretetQueue {
  package struct Waiting: Equatable, Sendable, Codable, Identifiable {
    package var change: CoretetChange
    /// Whether it was handed out: the project may have it.
    package var isAttempted = false
    /// Attempts in a row that ended in a fault of the project's own, or in an answer that says
    /// nothing.
    package var faults = 0
    /// Unix time in milliseconds of the server's clock of this person's last change of the same,
    /// which this one follows; 0 for none.
    package var follows: Int64 = 0
    /// Why it was set aside; nil for one that was not.
    package var hold: Hold?

    package init(
      change: CoretetChange, isAttempted: Bool = false, faults: Int = 0, follows: Int64 = 0,
      hold: Hold? = nil
    ) {
      self.change = change
      self.isAttempted = isAttempted
      self.faults = faults
      self.follows = follows
      self.hold = hold
    }

    package var id: String { change.id }

    /// Whether the project cannot have it.
    var isFree: Bool { !isAttempted }

    /// The time of its next attempt: `now` or later.
    func time(_ now: Int64) -> Int64 {
      hold.map { CoretetQueue.future($0.until, now, longest: CoretetQueue.longestHold) } ?? now
    }
  }

  /// That a change is not tried for a while.
  package struct Hold: Equatable, Sendable, Codable {
    /// The line for the user.
    package var reason: String
    /// Unix time in milliseconds.
    package var until: Int64

    package init(reason: String, until: Int64) {
      self.reason = reason
      self.until = until
    }
  }

  package struct Refused: Equatable, Sendable, Codable, Identifiable {
    package var change: CoretetChange
    /// The line for the user.
    package var reason: String

    package init(change: CoretetChange, reason: String) {
      self.change = change
      self.reason = reason
    }

    package var id: String { change.id }
  }

  /// Times before which nothing is sent; Unix times in milliseconds, 0 for none.
  package struct Pause: Equatable, Sendable {
    /// Attempts in a row without an answer that says anything.
    package var failures: Int
    /// Ours, which ends when the person wants something to be sent.
    package var until: Int64
    /// The project's own wish, which holds whoever asks.
    package var asked: Int64

    package init(failures: Int = 0, until: Int64 = 0, asked: Int64 = 0) {
      self.failures = failures
      self.until = until
      self.asked = asked
    }
  }
}
