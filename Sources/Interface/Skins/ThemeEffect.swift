/// Listing and loading of skins.
package enum ThemeEffect: Equatable, Sendable {
  case list
  case load(String, isPreview: Bool)
}
