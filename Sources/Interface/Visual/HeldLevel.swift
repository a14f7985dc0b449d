import Music

/// A level that rises at once and falls slowly, with its peak held for a while. In dBFS.
struct HeldLevel: Equatable, Sendable {
  private(set) var level: Float
  private(set) var peak: Float
  private var peakTime: ContinuousClock.Instant

  /// How fast the level and the peak fall, in dB a second, and how long the peak stays.
  struct Ballistics {
    var fall: Float
    var peakFall: Float
    var hold: Duration

    static let bar = Ballistics(fall: 60, peakFall: 40, hold: .milliseconds(700))
    /// A peak meter falls by 20 dB in 1.7 s (IEC 60268-10, type I).
    static let meter = Ballistics(fall: 11.8, peakFall: 20, hold: .milliseconds(1_500))
  }

  init(_ level: Float, at now: ContinuousClock.Instant) {
    (self.level, peak, peakTime) = (level, level, now)
  }

  mutating func follow(
    _ new: Float, at now: ContinuousClock.Instant, after time: Duration, _ ballistics: Ballistics
  ) {
    let seconds = Float(time.seconds)
    level = max(new, level - ballistics.fall * seconds)
    if now - peakTime > ballistics.hold { peak -= ballistics.peakFall * seconds }
    if level >= peak { (peak, peakTime) = (level, now) }
  }
}
