package import Screen

/// The skin that shows, and those that there are.
package struct Skins: Equatable, Sendable {
  package private(set) var theme: Theme
  package private(set) var names: [String] = []
  /// The skin that was asked for last; one with a mistake must not be asked for for ever.
  private var tried: String?

  init(_ theme: Theme) { self.theme = theme }

  mutating func listed(_ names: [String]) { self.names = names }

  mutating func loaded(_ theme: Theme) {
    self.theme = theme
    tried = nil
  }

  /// The name of the one behind the one that shows or was asked for; nil before they were listed.
  mutating func next() -> String? {
    guard !names.isEmpty else { return nil }
    let index = names.firstIndex(of: tried ?? theme.name).map { $0 + 1 } ?? 0
    tried = names[index % names.count]
    return tried
  }
}
