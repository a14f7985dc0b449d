/// Colours of a cell's own, in place of those of its face and surface: of a part of a picture, of a
/// key, of a line.
package struct CellColors: Hashable, Sendable {
  package var foreground: Color
  /// Nil for the background of the cell's surface.
  package var background: Color?
  package var attributes: Theme.Attributes
  /// Whether the cell shows a line or block, which needs no text contrast.
  package var isDecoration: Bool

  package init(
    foreground: Color, background: Color? = nil, attributes: Theme.Attributes = [],
    isDecoration: Bool = false
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
    self.isDecoration = isDecoration
  }
}
