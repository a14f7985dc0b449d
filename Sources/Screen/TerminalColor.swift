/// A colour as a terminal is told it.
package enum TerminalColor: Hashable, Sendable {
  /// Whatever the terminal has when nothing is said.
  case `default`
  /// Number 0...255 of xterm's palette.
  case indexed(Int)
  case rgb(Color)
}

/// How one cell shows on one kind of terminal.
package struct ResolvedStyle: Hashable, Sendable {
  package var foreground: TerminalColor
  package var background: TerminalColor
  package var attributes: Theme.Attributes

  package init(
    foreground: TerminalColor = .default, background: TerminalColor = .default,
    attributes: Theme.Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }
}
