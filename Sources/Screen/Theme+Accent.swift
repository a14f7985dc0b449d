extension Theme {
  /// The skin with another hue for its accent, and for each face of the same colour.
  ///
  /// The lightness is the nearest to the accent's own with which all of these faces have a contrast
  /// of 4.5 on each surface, or at least the one that they have; without one the skin stays.
  ///
  /// - Parameter hue: Degrees in CIELAB.
  package func accented(hue: Double, chroma: Double) -> Theme {
    let own = style(of: .accent).foreground
    let faces = Face.allCases.filter { style(of: $0).foreground == own }
    let grounds =
      Surface.allCases.map { style(of: $0) }.filter { $0.foreground == nil }.map(\.background)
      + faces.compactMap { style(of: $0).background }
    let floors = grounds.map { min(Theme.readable, own.contrast(with: $0)) }
    let lightness = LabColor(own).lightness
    let steps = (0...100).flatMap { [lightness + Double($0), lightness - Double($0)] }
    for lightness in steps where (0...100).contains(lightness) {
      let color = Color(LabColor(lightness: lightness, hue: hue, chroma: chroma).inGamut)
      guard zip(grounds, floors).allSatisfy({ color.contrast(with: $0) >= $1 }) else { continue }
      var theme = self
      for face in faces {
        var style = style(of: face)
        style.foreground = color
        theme.faces[face] = style
      }
      return theme
    }
    return self
  }
}
