package import Music

/// Orders to the player, carried out in the order in which they were given.
package enum PlayerOrder: Equatable, Sendable {
  case play(PlayRequest, from: Duration, isPaused: Bool)
  /// Names what follows the current item; nothing happens where that does not play any more.
  case prepareNext(PlayRequest?, after: PlayID)
  /// The same behind an item that was named itself, for which the analysis has no hurry.
  case prepareLater(PlayRequest?, after: PlayID)
  /// The current item is to be played as its entry says now.
  case adjust(PlayRequest)
  case pause, resume, stop
  case seek(Duration)
  case setVolume(Double)
  case setMuted(Bool)
  case setSound(SoundSettings)
  /// A sink by its name; nil follows the default.
  case chooseDevice(String?)
  case sleep(SleepTimer?)
}
