import Music

/// Going to other places in what plays. What shows follows the keys at once; the player is told at
/// most every so often, and always the last place.
struct Seeking: Equatable, Sendable {
  /// Where a seek asked the player to go; shown until the player reports.
  private struct Target: Equatable, Sendable {
    var position: Duration
    var until: ContinuousClock.Instant
  }

  private var target: Target?
  /// When the player was last told where to go.
  private var last: ContinuousClock.Instant?
  /// Where it is to be told to go next: a key that is held sends more than an ear can follow.
  private var pending: Duration?

  /// The least time between two seeks that the player is told.
  static let interval: Duration = .milliseconds(80)
  /// How long a place shows that the player has not confirmed.
  private static let patience: Duration = .milliseconds(500)

  var isPending: Bool { pending != nil }

  mutating func seek(to position: Duration, at now: ContinuousClock.Instant) {
    target = Target(position: position, until: now.advanced(by: Seeking.patience))
    pending = position
  }

  /// When the player is to be told of the last place.
  func due(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    pending == nil ? nil : last.map { $0.advanced(by: Seeking.interval) } ?? now
  }

  /// - Returns: Where the player is to go now, if it is time for that.
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

  mutating func expire(at now: ContinuousClock.Instant) {
    if let target, target.until <= now { self.target = nil }
  }

  /// The player has said where it is: that is believed unless it is of a place before the last.
  mutating func settle(
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

  /// Where a seek is going, as long as that shows.
  func position(at now: ContinuousClock.Instant) -> Duration? {
    target.flatMap { $0.until > now ? $0.position : nil }
  }

  /// How long until something changes by itself.
  func times(at now: ContinuousClock.Instant) -> [Duration] {
    [due(at: now), target?.until].compactMap { $0.map { now.duration(to: $0) } }
  }
}
