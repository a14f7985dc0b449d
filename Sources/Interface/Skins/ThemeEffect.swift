package import Screen

/// Listing and loading of skins.
package enum ThemeEffect: Equatable, Sendable {
  case list
  case load(String, isPreview: Bool)
  /// Loads a skin for all terminals, as a choice of the user.
  case loadEverywhere(String)
  /// Loads the skin for the terminal's background.
  case loadFor(BackgroundTone, String)
  /// Loads a skin for such backgrounds, which the skin follows from then on.
  case storeFor(BackgroundTone, String)
  /// Saves a skin as the user's own; it may replace the file of the skin that it was made from.
  case save(Theme, over: String)
}
