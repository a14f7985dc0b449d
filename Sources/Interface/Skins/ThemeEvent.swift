package import Screen

/// Listed and loaded skins.
package enum ThemeEvent: Equatable, Sendable {
  case listed([String])
  case loaded(Theme, isPreview: Bool)
}
