package import Screen

/// Skins.
package enum ThemeEvent: Equatable, Sendable {
  case listed([String])
  case loaded(Theme, isPreview: Bool)
}
