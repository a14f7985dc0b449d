import Music

/// One moment on two clocks: the audio clock, which stands still while the machine sleeps, and the
/// report clock, which runs on.
struct ReportTime: Sendable {
  /// The tolerance between two readings of one moment: a thread may be preempted between them.
  private static let tolerance = Duration.milliseconds(10)

  let heard: SuspendingClock.Instant
  let reported: ContinuousClock.Instant

  /// The present; of a few readings the quickest.
  static var now: ReportTime {
    var best: (time: ReportTime, length: Duration)?
    for _ in 0..<3 {
      let start = ContinuousClock.now
      let time = ReportTime(heard: .now, reported: start)
      let length = start.duration(to: .now)
      if best.map({ length < $0.length }) ?? true { best = (time, length) }
    }
    return best?.time ?? ReportTime(heard: .now, reported: .now)
  }

  /// The report instant of an audio instant.
  func instant(_ other: SuspendingClock.Instant) -> ContinuousClock.Instant {
    reported + heard.duration(to: other)
  }

  /// Whether the machine slept between this moment and a later one.
  func hasSlept(until later: ReportTime) -> Bool {
    later.reported - instant(later.heard) > Self.tolerance
  }
}
