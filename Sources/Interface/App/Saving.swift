/// Timing of saves: the position while it changes, and when it stops changing.
struct Saving: Equatable, Sendable {
  private var last: ContinuousClock.Instant
  private var isNeeded = false
  /// The first change of the volume since the last save.
  private var volumeChanged: ContinuousClock.Instant?

  /// The part of a track between saves of the position; a crash may cost five seconds of it.
  private static let interval: Duration = .seconds(4)
  /// The delay before a volume is saved, so that a held key saves once.
  private static let volumeDelay: Duration = .milliseconds(800)

  init(at now: ContinuousClock.Instant) { last = now }

  mutating func need() { isNeeded = true }

  mutating func volumeChanged(at now: ContinuousClock.Instant) {
    isNeeded = true
    if volumeChanged == nil { volumeChanged = now }
  }

  /// - Parameter speed: That of the position.
  func isDue(at now: ContinuousClock.Instant, speed: Double) -> Bool {
    let isVolumeDue = volumeChanged.map { now - $0 >= Saving.volumeDelay } ?? false
    return isNeeded && (isVolumeDue || now - last >= Saving.interval(at: speed))
  }

  private static func interval(at speed: Double) -> Duration { interval / max(1, speed) }

  /// - Parameter isPlaying: Whether the position goes on changing.
  mutating func saved(at now: ContinuousClock.Instant, isPlaying: Bool) {
    last = now
    volumeChanged = nil
    isNeeded = isPlaying
  }

  /// How long until the next saves.
  ///
  /// - Parameter speed: That of the position.
  func times(at now: ContinuousClock.Instant, speed: Double) -> [Duration] {
    var times: [Duration] = []
    if let volumeChanged { times.append(volumeChanged.advanced(by: Saving.volumeDelay) - now) }
    if isNeeded { times.append(last.advanced(by: Saving.interval(at: speed)) - now) }
    return times
  }
}
