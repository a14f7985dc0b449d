/// Results of effects on the player and on streams.
package enum PlayingOutcome: Equatable, Sendable {
  /// New settings wait for the next time the item plays.
  case adjustedLater
  case passwordNotStored

  var notice: Notice {
    switch self {
    case .adjustedLater: "It takes effect the next time that this is played"
    case .passwordNotStored:
      "The password of that address is not stored; give it again after a restart"
    }
  }
}
