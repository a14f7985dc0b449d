package import Screen

/// The skin that shows, and those that there are.
package struct Skins: Equatable, Sendable {
  package private(set) var theme: Theme
  package private(set) var names: [String] = []
  /// The skin that was asked for last; one with a mistake must not be asked for for ever.
  private var tried: String?
  /// How often the next one was asked for before they were listed.
  private var stepsWanted = 0

  init(_ theme: Theme) { self.theme = theme }

  /// Takes the names; returns the skin that was asked for before there were any.
  mutating func listed(_ names: [String]) -> String? {
    self.names = names
    guard !names.isEmpty, stepsWanted > 0 else { return nil }
    defer { stepsWanted = 0 }
    for _ in 1..<stepsWanted { _ = next() }
    return next()
  }

  /// Another one was asked for by its name.
  mutating func forgetWish() { stepsWanted = 0 }

  mutating func loaded(_ theme: Theme) {
    self.theme = theme
    tried = nil
  }

  /// The name of the one behind the one that shows or was asked for; nil before they were listed,
  /// which then gives it.
  mutating func next() -> String? {
    guard !names.isEmpty else {
      stepsWanted += 1
      return nil
    }
    let index = names.firstIndex(of: tried ?? theme.name).map { $0 + 1 } ?? 0
    tried = names[index % names.count]
    return tried
  }
}
