package import Music

/// Effects on the player, in sequence.
package enum PlayerEffect: Equatable, Sendable {
  case play(PlayRequest, from: Duration, isPaused: Bool)
  /// Prepares the item after the current one; ignored when that no longer plays.
  case prepareNext(PlayRequest?, after: PlayID)
  /// Prepares the item after a prepared one, whose analysis is not urgent.
  case prepareLater(PlayRequest?, after: PlayID)
  /// Applies the current item's changed playback settings.
  case adjust(PlayRequest)
  case pause, resume, stop
  case seek(Duration)
  case setVolume(Double)
  case setMuted(Bool)
  /// The speed to store for the next start is that of music, also while a book plays.
  case setSound(SoundSettings, keptSpeed: Double)
  /// A sink by its name; nil follows the default.
  case chooseDevice(String?)
  case setUnplugging(Unplugging)
  case sleep(SleepTimer?)
}
