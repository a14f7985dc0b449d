/// Whether a terminal's background is light or dark.
package enum BackgroundTone: String, Sendable, CaseIterable {
  case light, dark

  /// A background is light where black text reads better on it than white (WCAG 2.2).
  package init(_ color: Color) {
    self = color.contrast(with: .black) > color.contrast(with: .white) ? .light : .dark
  }
}
