extension Theme {
  /// The part of the ground in the colours of the screen behind a window.
  private static let recession = 0.55

  /// The skin of the screen behind a window: all colours are nearer to the ground.
  package var receding: Theme {
    let ground = style(of: .base).background
    func receding(_ color: Color) -> Color { color.mixed(with: ground, part: Theme.recession) }
    var theme = self
    for face in Face.allCases {
      var style = style(of: face)
      style.foreground = receding(style.foreground)
      style.background = style.background.map(receding)
      theme.faces[face] = style
    }
    for surface in Surface.allCases {
      var style = style(of: surface)
      style.background = receding(style.background)
      style.foreground = style.foreground.map(receding)
      theme.grounds[surface] = style
    }
    return theme
  }

  /// The colours of a face on a ground, nearer to the ground by a part of 0 to 1.
  package func fading(_ face: Face, on ground: Surface, part: Double) -> CellColors {
    let own = colors(face, on: ground)
    return CellColors(
      foreground: own.foreground.mixed(with: own.background, part: part),
      background: own.background, attributes: own.attributes, isDecoration: true)
  }

  /// Colours of a cell's own behind a window.
  package func receding(_ colors: CellColors) -> CellColors {
    let ground = style(of: .base).background
    var colors = colors
    colors.foreground = colors.foreground.mixed(with: ground, part: Theme.recession)
    colors.background = colors.background?.mixed(with: ground, part: Theme.recession)
    return colors
  }
}
