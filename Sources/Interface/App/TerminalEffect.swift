package import Music

/// Effects on the terminal, which the run loop owns.
package enum TerminalEffect: Equatable, Sendable {
  /// Drops the keys that were typed ahead of a refused one.
  case forgetTypedAhead
  case redraw
  /// Gives the terminal to the user's editor until it ends.
  case edit(LyricsDraft)
  /// The same for config.toml.
  case editSettings(FilePath)
  /// Puts a text into the clipboard, where the terminal lets programs do that (OSC 52).
  case copy(String)
  /// Gives this terminal back; the player plays on.
  case leave
  case quit
}
