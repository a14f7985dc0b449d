/// How far the analysis of the library has come.
package struct AnalysisProgress: Equatable, Sendable {
  package enum Pause: String, Sendable {
    /// By the user; it stays so after a restart.
    case user
    case battery
    /// It does not begin by itself at all.
    case off
  }

  /// Tracks analysed since it began, failed ones included.
  package var done: Int
  /// Tracks still waiting.
  package var waiting: Int
  package var failed: Int
  package var pause: Pause?
  /// Seconds of sound analysed in a second, of late; nil at first.
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
