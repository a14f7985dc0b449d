/// When the place is saved: while it changes, and the moment it stops changing.
struct Saving: Equatable, Sendable {
  private var last: ContinuousClock.Instant
  private var isNeeded = false
  /// When the volume was changed first since it was saved.
  private var volumeChanged: ContinuousClock.Instant?

  /// Seconds between savings of the place; five is what a crash may cost.
  private static let interval: Duration = .seconds(4)
  /// A volume is kept soon after it was set, once for a key that is held.
  private static let volumeDelay: Duration = .milliseconds(800)

  init(at now: ContinuousClock.Instant) { last = now }

  mutating func need() { isNeeded = true }

  mutating func volumeChanged(at now: ContinuousClock.Instant) {
    isNeeded = true
    if volumeChanged == nil { volumeChanged = now }
  }

  func isDue(at now: ContinuousClock.Instant) -> Bool {
    let isVolumeDue = volumeChanged.map { now - $0 >= Saving.volumeDelay } ?? false
    return isNeeded && (isVolumeDue || now - last >= Saving.interval)
  }

  /// - Parameter isPlaying: Then the place goes on changing.
  mutating func saved(at now: ContinuousClock.Instant, isPlaying: Bool) {
    last = now
    volumeChanged = nil
    isNeeded = isPlaying
  }

  /// How long until it is due.
  func times(at now: ContinuousClock.Instant) -> [Duration] {
    var times: [Duration] = []
    if let volumeChanged { times.append(volumeChanged.advanced(by: Saving.volumeDelay) - now) }
    if isNeeded { times.append(last.advanced(by: Saving.interval) - now) }
    return times
  }
}
