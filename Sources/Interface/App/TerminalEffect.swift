/// Orders to the run loop, which owns the terminal.
package enum TerminalEffect: Equatable, Sendable {
  /// Drops the keys that were typed ahead of a refused one.
  case forgetTypedAhead
  case redraw
  case quit
}
