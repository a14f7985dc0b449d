/// Orders to the run loop, which owns the terminal.
package enum TerminalOrder: Equatable, Sendable {
  /// Keys that were typed behind one that could not be done are not done either.
  case forgetTypedAhead
  case redraw
  case quit
}
