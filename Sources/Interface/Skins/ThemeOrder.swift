/// Listing and loading of skins.
package enum ThemeOrder: Equatable, Sendable {
  case list
  case load(String, isPreview: Bool)
}
