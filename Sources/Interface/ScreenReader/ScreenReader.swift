import Music

/// Whether a screen reader reads the terminal, and what it was told last.
package struct ScreenReader: Equatable, Sendable {
  /// A change of playback, which no clock on the screen tells.
  enum Announced: Equatable, Sendable {
    case nothing
    case playing(PlayID, title: String)
    case paused(PlayID)
  }

  /// By the command, which config.toml keeps.
  var isChosen = false
  /// By the option of the command line, for this time.
  var isOption = false
  var announced = Announced.nothing

  var isOn: Bool { isChosen || isOption }
}
