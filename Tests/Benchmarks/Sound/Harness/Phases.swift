import BenchHarness

/// Spreads commands evenly over the sink's period: where in it a command comes decides most of the
/// time it takes, and by chance alone a median would be off by a third of the period.
struct Phases {
  let count: Int

  /// Waits until the clock is at the part of the period that is an index's own.
  func wait(for index: Int) {
    // Neighbours are far apart, as they would be by chance.
    let own = Double(index * 7 % count) / Double(count) * SoundServer.period
    let now = Moment.now.seconds
    let phase = now.truncatingRemainder(dividingBy: SoundServer.period)
    letPass(own > phase ? own - phase : own - phase + SoundServer.period)
  }
}
