/// What the player and streams were told.
package enum PlayingOutcome: Equatable, Sendable {
  /// The current item goes on as it is.
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
