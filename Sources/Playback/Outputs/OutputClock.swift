import Music

/// Maps frames to instants. Audio time is counted by the clock that stands still while the machine
/// sleeps, as the sound does.
struct OutputClock: Equatable, Sendable {
  /// The serial of the clock's jump.
  var serial: UInt64
  /// Less than the jump's frame while nothing of it is audible yet.
  var heard: FrameNumber
  var at: SuspendingClock.Instant
  var isAdvancing: Bool
  /// Ring frames per frame heard.
  var speed = 1.0

  /// The frame heard at an instant if the output never ran dry.
  func extrapolated(to now: SuspendingClock.Instant, rate: Int) -> FrameNumber {
    guard isAdvancing else { return heard }
    return heard + FrameNumber(seconds: at.duration(to: now).seconds * speed, rate: rate)
  }

  /// The frame heard at an instant.
  ///
  /// - Parameter end: the first frame not handed to the output, where hearing stops.
  func heard(
    at now: SuspendingClock.Instant, rate: Int, before end: FrameNumber
  ) -> FrameNumber {
    max(heard, min(extrapolated(to: now, rate: rate), end))
  }

  /// The instant at which a frame is heard, if playing goes on.
  func instant(of frame: FrameNumber, rate: Int) -> SuspendingClock.Instant {
    at + .seconds(Double(frame - heard) / (Double(rate) * speed))
  }
}
