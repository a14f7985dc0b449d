package import Music

/// Commands to the player.
package enum PlayingCommand: Hashable, Sendable {
  /// Goes on with what played before an audition.
  case endAudition
  case playPause, stop, nextTrack, previousTrack
  /// Seconds, negative for back.
  case seek(Int)
  case seekTo(Duration)
  /// Percent points.
  case changeVolume(Int)
  case setVolume(Int)
  /// Says the position and what plays.
  case sayPosition
  case mute, shuffle, cycleRepeat
  case openStream(StreamAddress)
  case openPath(String)
}
