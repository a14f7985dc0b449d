import BenchHarness

/// Spreads commands evenly over the sink's period: the phase of a command decides most of its
/// latency, and random phases would move a median by a third of the period.
struct Phases {
  let count: Int

  /// Waits for the phase of the period that belongs to an index.
  func wait(for index: Int) {
    // Successive phases are far apart, as at random.
    let own = Double(index * 7 % count) / Double(count) * SoundServer.period
    let now = Moment.now.seconds
    let phase = now.truncatingRemainder(dividingBy: SoundServer.period)
    letPass(own > phase ? own - phase : own - phase + SoundServer.period)
  }
}
