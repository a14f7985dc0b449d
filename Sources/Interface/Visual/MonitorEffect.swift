package import Music

/// Readings of the sound that is heard.
package enum MonitorEffect: Equatable, Sendable {
  /// Keeps rendered sound for readings, or no longer.
  case listen(Bool)
  /// Answered at once with `Event.heard`.
  case measure(HeardRequest)
}
