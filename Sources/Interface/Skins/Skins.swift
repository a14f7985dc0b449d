package import Screen

/// The current skin, and the names of all.
package struct Skins: Equatable, Sendable {
  /// The skin as the screen shows it.
  package private(set) var theme: Theme
  /// The skin with its own accent.
  private(set) var own: Theme
  package private(set) var accent = AccentChoice.auto
  /// The hue of the accent; nil for the skin's own.
  private var hue: CoverHue?
  package private(set) var choice = ShapeChoice.skin
  /// The geometry of the skin, or Obsidian's.
  package private(set) var shape: Shape
  package private(set) var names: [String] = []
  /// The last requested skin, so that one with a mistake is not requested forever.
  private var tried: String?
  private(set) var followed = FollowedSkins()
  /// The skin that was chosen by hand, for backgrounds without one of their own.
  private(set) var chosen: String
  /// The background whose skin was requested last.
  private var requestedTone: BackgroundTone?
  /// Steps to the next skin requested before the names were known.
  private var stepsWanted = 0

  init(_ theme: Theme) {
    (self.theme, own, shape, chosen) = (theme, theme, theme.shape, theme.name)
  }

  // MARK: Following the background

  /// - Parameter chosen: the skin for backgrounds without one of their own.
  mutating func follow(_ followed: FollowedSkins, chosen: String? = nil) {
    self.followed = followed
    if let chosen { self.chosen = chosen }
    requestedTone = nil
  }

  /// A skin was chosen by hand.
  mutating func chose(_ name: String) {
    chosen = name
    followed.isOn = false
  }

  /// The settings name another skin as the one for backgrounds without one of their own.
  mutating func name(_ name: String) {
    chosen = name
    requestedTone = nil
  }

  /// Takes the skin to request for a background; nil where it was requested already.
  mutating func takeWanted(for tone: BackgroundTone) -> String? {
    guard followed.isOn, requestedTone != tone else { return nil }
    requestedTone = tone
    return followed[tone] ?? chosen
  }

  // MARK: Choosing

  mutating func choose(_ choice: ShapeChoice) {
    self.choice = choice
    shape = choice == .plain ? Shape() : own.shape
  }

  mutating func choose(_ accent: AccentChoice) { self.accent = accent }

  /// Whether the accent is that of the cover.
  var takesAccentFromCover: Bool {
    switch accent {
    case .auto: own.shape.accentFrom == .cover
    case .skin: false
    case .cover: true
    }
  }

  /// - Parameter hue: Nil for the skin's own accent.
  mutating func color(by hue: CoverHue?) {
    guard hue != self.hue else { return }
    self.hue = hue
    color()
  }

  private mutating func color() {
    theme = hue.map { own.accented(hue: $0.degrees, chroma: $0.accentChroma) } ?? own
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
    own = theme
    color()
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
