/// When playback is to stop by itself.
package enum SleepTimer: Equatable, Sendable {
  case after(Duration)
  /// At the end of the track audible by then.
  case endOfTrack
  /// At a position in a track, as clocks report it: in the one that plays, or in a later one.
  ///
  /// A track that is shorter stops at its end. A seek past the position leaves the timer waiting.
  case at(TrackID, Duration)
}

/// A running sleep timer.
package enum SleepState: Equatable, Sendable {
  case off
  case until(ContinuousClock.Instant)
  case endOfTrack
  case at(TrackID, Duration)
  /// The timer has run out and paused playback.
  case slept
}
