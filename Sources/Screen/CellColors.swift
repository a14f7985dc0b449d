/// The colours of a cell that shows a part of a picture.
package struct CellColors: Hashable, Sendable {
  package var foreground: Color
  package var background: Color

  package init(foreground: Color, background: Color) {
    self.foreground = foreground
    self.background = background
  }
}
