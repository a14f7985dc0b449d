package import Screen

/// The current skin, and the names of all.
package struct Skins: Equatable, Sendable {
  package private(set) var theme: Theme
  package private(set) var choice = ShapeChoice.skin
  /// The geometry of the skin, or Obsidian's.
  package private(set) var shape: Shape
  package private(set) var names: [String] = []
  /// The last requested skin, so that one with a mistake is not requested forever.
  private var tried: String?
  /// Steps to the next skin requested before the names were known.
  private var stepsWanted = 0

  init(_ theme: Theme) { (self.theme, shape) = (theme, theme.shape) }

  mutating func choose(_ choice: ShapeChoice) {
    self.choice = choice
    shape = choice == .plain ? Shape() : theme.shape
  }

  /// Stores the names; returns the skin for the steps requested before.
  mutating func listed(_ names: [String]) -> String? {
    self.names = names
    guard !names.isEmpty, stepsWanted > 0 else { return nil }
    defer { stepsWanted = 0 }
    for _ in 1..<stepsWanted { _ = next() }
    return next()
  }

  /// A skin was chosen by its name.
  mutating func forgetWish() { stepsWanted = 0 }

  mutating func loaded(_ theme: Theme) {
    self.theme = theme
    choose(choice)
    tried = nil
  }

  /// The name after the current or requested skin; nil before the names are known, whose arrival
  /// catches up.
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
