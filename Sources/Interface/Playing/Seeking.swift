import Music

/// Seeks in the current item. The display follows the keys at once; the player gets a limited rate
/// of seeks, and always the last one.
struct Seeking: Equatable, Sendable {
  /// The target of a seek; shown until the player confirms it.
  private struct Target: Equatable, Sendable {
    var position: Duration
    var until: ContinuousClock.Instant
  }

  private var target: Target?
  /// The time of the last seek sent to the player.
  private var last: ContinuousClock.Instant?
  /// The next seek to send: a held key produces more than an ear can follow.
  private var pending: Duration?

  /// The minimum interval between two seeks sent.
  static let interval: Duration = .milliseconds(80)
  /// How long an unconfirmed target shows.
  private static let patience: Duration = .milliseconds(500)

  var isPending: Bool { pending != nil }

  mutating func seek(to position: Duration, at now: ContinuousClock.Instant) {
    target = Target(position: position, until: now.advanced(by: Seeking.patience))
    pending = position
  }

  /// When the pending seek is to be sent.
  func due(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    pending == nil ? nil : last.map { $0.advanced(by: Seeking.interval) } ?? now
  }

  /// - Returns: The target to send now, if one is due.
  mutating func takeDue(at now: ContinuousClock.Instant) -> Duration? {
    guard let position = pending, let due = due(at: now), due <= now else { return nil }
    seek(to: position, at: now)
    pending = nil
    last = now
    return position
  }

  mutating func forget() {
    target = nil
    pending = nil
  }

  /// - Returns: whether a target was given up.
  mutating func expire(at now: ContinuousClock.Instant) -> Bool {
    guard let target, target.until <= now else { return false }
    self.target = nil
    return true
  }

  /// Compares a reported position with the target; one from before the seek is ignored.
  mutating func compare(
    from before: PlayerState, to player: PlayerState, at now: ContinuousClock.Instant
  ) {
    guard let item = player.item, item == before.item else { return forget() }
    guard let target, target.until > now, let clock = player.clock else {
      if pending == nil, player.clock != nil { target = nil }
      return
    }
    let distance = clock.position(at: now) - target.position
    if pending == nil, distance > .seconds(-1), distance < .seconds(1) { self.target = nil }
  }

  /// The target of a seek, while it shows.
  func position(at now: ContinuousClock.Instant) -> Duration? {
    target.flatMap { $0.until > now ? $0.position : nil }
  }

  /// The target of a seek, while it shows, and when it became that.
  func target(
    at now: ContinuousClock.Instant
  ) -> (position: Duration, at: ContinuousClock.Instant)? {
    target.flatMap { target in
      target.until > now ? (target.position, target.until - Seeking.patience) : nil
    }
  }

  /// How long until a seek is sent or its target expires.
  func times(at now: ContinuousClock.Instant) -> [Duration] {
    [due(at: now), target?.until].compactMap { $0.map { now.duration(to: $0) } }
  }
}
