import Music

/// A requested item until its first frame. Frames wait for the player's report and for the tracks, so
/// that a key has one frame rather than one for each. Most items are open a few milliseconds later:
/// their opening is told of only where it takes long.
struct UnshownItem: Equatable, Sendable {
  /// The request that shows as soon as all is there; nil once it is not waited for.
  private var requested: PlayID?
  private var isLoaded = false
  /// Whether a frame waits for the track of the next item.
  private(set) var awaitsNext = false
  /// The time since which an item is being opened; nil while none is.
  private var openingSince: ContinuousClock.Instant?

  /// The delay before an opening is told of.
  static let patience: Duration = .milliseconds(150)

  /// - Parameter isPaused: whether the item stays paused, as at a start: no frame waits for the next
  ///   item then, whose track may be gone.
  mutating func request(_ id: PlayID, isPaused: Bool) {
    (requested, isLoaded, awaitsNext) = (id, false, !isPaused)
  }

  /// The queue was edited, which may have changed the next item.
  mutating func edited() { awaitsNext = true }

  /// The track of the requested item came.
  mutating func loaded(_ id: PlayID?) { if id == requested { isLoaded = true } }

  /// Nothing is waited for any more.
  mutating func forget() { (requested, awaitsNext) = (nil, false) }

  mutating func follow(
    _ state: PlayerState, after before: PlayerState, at now: ContinuousClock.Instant
  ) {
    guard case .loading(let id) = state else {
      openingSince = nil
      return
    }
    if case .loading(id) = before, openingSince != nil { return }
    openingSince = now
  }

  /// Whether a frame waits for what it lacks of an item.
  ///
  /// - Parameter player: nil where its report is not waited for.
  func isAwaited(_ item: PlayID, by player: PlayerState?) -> Bool {
    requested == item && (!isLoaded || player.map { $0.item != item } ?? false)
  }

  /// How long until an opening is told of.
  func time(at now: ContinuousClock.Instant) -> Duration? {
    openingSince.map { now.duration(to: $0.advanced(by: UnshownItem.patience)) }
      .flatMap { $0 > .zero ? $0 : nil }
  }

  /// Whether an item is being opened for so long that it is told.
  func isOpening(at now: ContinuousClock.Instant) -> Bool {
    openingSince.map { $0.advanced(by: UnshownItem.patience) <= now } ?? false
  }
}
