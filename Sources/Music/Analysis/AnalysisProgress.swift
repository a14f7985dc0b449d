/// Progress of the library's analysis.
package struct AnalysisProgress: Equatable, Sendable {
  package enum Pause: String, Sendable {
    /// By the user; persists across a restart.
    case user
    case battery
    /// Background analysis is off.
    case off
  }

  /// Tracks analysed since the start, failed ones included.
  package var done: Int
  /// Pending tracks.
  package var waiting: Int
  package var failed: Int
  package var pause: Pause?
  /// Seconds of audio analysed per second, recently; nil at first.
  package var speed: Double?

  package init(
    done: Int = 0, waiting: Int = 0, failed: Int = 0, pause: Pause? = nil, speed: Double? = nil
  ) {
    self.done = done
    self.waiting = waiting
    self.failed = failed
    self.pause = pause
    self.speed = speed
  }
}
