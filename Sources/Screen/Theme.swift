/// A skin: the style of each face on each surface, and the geometry.
package struct Theme: Equatable, Sendable {
  package struct FaceStyle: Equatable, Sendable {
    package var foreground: Color
    /// Nil keeps the surface's background.
    package var background: Color?
    package var attributes: Attributes

    package init(foreground: Color, background: Color? = nil, attributes: Attributes = []) {
      self.foreground = foreground
      self.background = background
      self.attributes = attributes
    }
  }

  package struct SurfaceStyle: Equatable, Sendable {
    package var background: Color
    /// The colour of all text on the surface where the faces' own colours are unreadable.
    package var foreground: Color?

    package init(background: Color, foreground: Color? = nil) {
      self.background = background
      self.foreground = foreground
    }
  }

  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let bold = Attributes(rawValue: 1)
    package static let dim = Attributes(rawValue: 2)
    package static let italic = Attributes(rawValue: 4)
    package static let underline = Attributes(rawValue: 8)
    package static let reverse = Attributes(rawValue: 16)
  }

  package var name: String
  package var faces: [Face: FaceStyle]
  package var grounds: [Surface: SurfaceStyle]
  package var shape: Shape
  /// The names that the skin has for colours.
  package var palette: [String: Color]

  package init(
    name: String, faces: [Face: FaceStyle], grounds: [Surface: SurfaceStyle],
    shape: Shape = Shape(), palette: [String: Color] = [:]
  ) {
    self.name = name
    self.faces = faces
    self.grounds = grounds
    self.shape = shape
    self.palette = palette
  }
}
