/// The skins that there are, and the one that shows.
package enum ThemeOrder: Equatable, Sendable {
  case list
  case load(String, isPreview: Bool)
}
