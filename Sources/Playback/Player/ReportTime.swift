import Music

/// One moment on two clocks: on the one by which sound is counted, which stands still while the
/// machine sleeps, and on the one that reports are in, which goes on.
struct ReportTime: Sendable {
  /// What the two may be apart and still be of one moment: a thread may be held up between them.
  private static let tolerance = Duration.milliseconds(10)

  let heard: SuspendingClock.Instant
  let reported: ContinuousClock.Instant

  /// The present; of a few readings the quickest, between which least can have passed.
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

  /// The instant of a report for one of the sound.
  func instant(_ other: SuspendingClock.Instant) -> ContinuousClock.Instant {
    reported + heard.duration(to: other)
  }

  /// Whether the machine has slept between this moment and a later one.
  func hasSlept(until later: ReportTime) -> Bool {
    later.reported - instant(later.heard) > Self.tolerance
  }
}
