import Interface

/// Decides when a change of the library is told to the interface, which then reads its lists again.
///
/// While keys that only look at lists follow each other, that waits, since it would hold them up;
/// the rows that they bring onto the screen are read anyway. Contains no clock: callers pass the
/// time.
struct ChangePacer {
  typealias Instant = ContinuousClock.Instant

  /// How long after a key a change waits.
  static var pause: Duration { .milliseconds(60) }
  /// How long a change waits at most.
  static var patience: Duration { .milliseconds(500) }

  /// The time of the last input; nil where the library may change by what that one asked for.
  private var lastInput: Instant?
  /// When the change came that waits; nil where none does.
  private var heldSince: Instant?

  /// - Parameter effects: What the input asked for.
  mutating func pressed(at now: Instant, _ effects: [Effect]) {
    lastInput = effects.allSatisfy(\.onlyReads) ? now : nil
  }

  /// The interface reads its lists again.
  mutating func told() { heldSince = nil }

  /// Whether a change that comes now waits.
  mutating func holds(at now: Instant) -> Bool {
    guard let lastInput, now < lastInput.advanced(by: Self.pause) else { return false }
    heldSince = heldSince ?? now
    return true
  }

  /// When the change that waits is to be told; nil where none waits.
  var end: Instant? {
    guard let heldSince else { return nil }
    guard let lastInput else { return heldSince }
    return min(lastInput.advanced(by: Self.pause), heldSince.advanced(by: Self.patience))
  }

  /// Whether a change that has waited is to be told now.
  mutating func takeDue(at now: Instant) -> Bool {
    guard let end, end <= now else { return false }
    told()
    return true
  }
}

extension Effect {
  /// Whether no change of the library that shows follows from it.
  fileprivate var onlyReads: Bool {
    switch self {
    case .find(.stream), .find(.path): false  // they add tracks
    case .terminal, .list, .load, .find, .monitor, .session, .library(.pollExternalChanges): true
    case .player, .edit, .history, .replacedQueues, .settings, .library, .analysis, .lyrics,
      .arrangement, .exchange, .theme, .build, .device, .books, .servers, .control:
      false
    }
  }
}
