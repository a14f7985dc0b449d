/// A colour as terminals address it.
package enum TerminalColor: Hashable, Sendable {
  /// The terminal's own default colour.
  case `default`
  /// Index 0...255 in xterm's palette.
  case indexed(Int)
  case rgb(Color)

  /// A colour, or the nearest one that a terminal has.
  package init(_ color: Color, depth: ColorDepth) {
    switch depth {
    case .none: self = .default
    case .direct: self = .rgb(color)
    case .indexed: self = .indexed(ColorPalette.fixed.nearest(to: color).index)
    case .sixteen:
      self = .indexed(
        WheelColor.basicIndices[color] ?? ColorPalette.sixteen.nearest(to: color).index)
    case .eight: self = .indexed(ColorPalette.eight.nearest(to: color).index)
    }
  }
}

/// The style of one cell on one kind of terminal.
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
