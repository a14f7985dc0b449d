package import Screen

/// Listed and loaded skins.
package enum ThemeEvent: Equatable, Sendable {
  case listed([String])
  case loaded(Theme, isPreview: Bool)
  /// A skin is that of such backgrounds from now on.
  case storedFor(BackgroundTone, String)
  /// The edited skin was saved.
  case written(Theme)
  /// The file of the current skin was saved.
  case saved(Theme)
  /// The file of the current skin was saved with a mistake, which the text names.
  case faulty(String)
}
