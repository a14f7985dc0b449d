import Music

/// The speed of analysis over the last tracks, so that it follows the machine's load.
struct AnalysisSpeed: Sendable {
  private var ends: [(at: ContinuousClock.Instant, sound: Duration)] = []
  private var start: ContinuousClock.Instant

  private static let window: Duration = .seconds(30)
  private static let most = 400

  init(from start: ContinuousClock.Instant) { self.start = start }

  mutating func add(_ sound: Duration, at now: ContinuousClock.Instant) {
    ends.append((now, sound))
    while let first = ends.first, ends.count > 1,
      ends.count > AnalysisSpeed.most || first.at.duration(to: now) > AnalysisSpeed.window
    {
      start = first.at
      ends.removeFirst()
    }
  }

  /// Seconds of sound per second; nil before the first track.
  func value(at now: ContinuousClock.Instant) -> Double? {
    let time = start.duration(to: now).seconds
    guard let last = ends.last, time >= 0.5, last.at.duration(to: now) < .seconds(120) else {
      return nil
    }
    return ends.reduce(0) { $0 + $1.sound.seconds } / time
  }
}
