import Music

/// Which frame is heard when. Audio time is counted by the clock that stands still while the machine
/// sleeps, as the sound does.
struct OutputClock: Equatable, Sendable {
  /// The jump it belongs to.
  var serial: UInt64
  /// Before the jump's frame while nothing of it is audible yet.
  var heard: FrameNumber
  var at: SuspendingClock.Instant
  var isAdvancing: Bool
  /// Frames of the ring that go by with each one that is heard.
  var speed = 1.0

  /// The frame that would be heard at an instant if the output had always been given more.
  func extrapolated(to now: SuspendingClock.Instant, rate: Int) -> FrameNumber {
    guard isAdvancing else { return heard }
    return heard + FrameNumber(seconds: at.duration(to: now).seconds * speed, rate: rate)
  }

  /// The frame that is heard at an instant.
  ///
  /// - Parameter end: the first frame that the output was not given, beyond which nothing is heard.
  func heard(
    at now: SuspendingClock.Instant, rate: Int, before end: FrameNumber
  ) -> FrameNumber {
    max(heard, min(extrapolated(to: now, rate: rate), end))
  }

  /// When a frame is heard, if it goes on like this.
  func instant(of frame: FrameNumber, rate: Int) -> SuspendingClock.Instant {
    at + .seconds(Double(frame - heard) / (Double(rate) * speed))
  }
}
