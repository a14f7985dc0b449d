package import Screen

/// The skin of a terminal, and the names of all.
package struct Skins: Equatable, Sendable {
  /// The skin as the screen shows it.
  package private(set) var theme: Theme
  /// The skin with its own accent.
  private(set) var own: Theme
  package private(set) var accent = AccentChoice.auto
  /// The hue of the accent; nil for the skin's own.
  private var hue: CoverHue?
  private var chosenShape = ShapeChoice.skin
  /// The geometry that the command line names, until another one is chosen.
  private(set) var shapeOption: ShapeChoice?
  /// The geometry of the skin, or Obsidian's.
  package private(set) var shape: Shape
  package private(set) var names: [String] = []
  /// The last requested skin, so that one with a mistake is not requested forever.
  private var tried: String?
  /// The skin that was chosen by hand, for backgrounds without one of their own.
  private(set) var chosen: String
  /// The skin that the command line names, until another one is chosen.
  private(set) var option: String?
  /// Whether the skin is that of the terminal's background.
  private(set) var follows = false
  /// The skin that was requested last for a background.
  private var requested: Request?
  /// Whether the skin has to be loaded, though none was chosen here.
  private var isDue = false
  /// Steps to the next skin requested before the names were known.
  private var stepsWanted = 0

  private struct Request: Equatable {
    var tone: BackgroundTone
    var name: String
  }

  init(_ theme: Theme) {
    (self.theme, own, shape, chosen) = (theme, theme, theme.shape, theme.name)
  }

  package var choice: ShapeChoice { shapeOption ?? chosenShape }

  /// Takes over what is stored, in place of what was chosen in another terminal.
  ///
  /// - Parameter isLoaded: whether the skin that shows is that which is stored.
  mutating func begin(with settings: SkinSettings, isLoaded: Bool) {
    (option, shapeOption) = (nil, nil)
    (chosen, follows) = (settings.name, settings.followed.isOn)
    (tried, requested, stepsWanted) = (nil, nil, 0)
    isDue = !isLoaded
    choose(settings.shape)
  }

  // MARK: Options of the command line

  /// - Parameter isLoaded: whether it shows already.
  mutating func use(option name: String, isLoaded: Bool) {
    option = name
    isDue = !isLoaded
  }

  mutating func use(option shape: ShapeChoice) {
    shapeOption = shape
    updateShape()
  }

  mutating func dropOption() { option = nil }

  mutating func dropShapeOption() {
    shapeOption = nil
    updateShape()
  }

  // MARK: Following the background

  /// The background decides from now on.
  mutating func follow() {
    // The skin that was requested last does not show then.
    if !follows || option != nil { requested = nil }
    (follows, option) = (true, nil)
  }

  /// A skin was chosen by hand.
  mutating func chose(_ name: String) {
    chosen = name
    (follows, option, requested) = (false, nil, nil)
  }

  /// The settings name another skin as the one for backgrounds without one of their own.
  mutating func name(_ name: String) { chosen = name }

  /// The settings say whether the background decides.
  mutating func follow(_ isOn: Bool) {
    follows = isOn
    requested = nil
  }

  /// Takes the request of the skin that the terminal should show; nil where it was requested.
  mutating func takeWanted(
    on tone: BackgroundTone?, _ followed: FollowedSkins
  ) -> ThemeEffect? {
    if follows, option == nil, let tone {
      isDue = false
      let wanted = Request(tone: tone, name: followed[tone] ?? chosen)
      guard wanted != requested else { return nil }
      requested = wanted
      return .loadFor(tone, wanted.name)
    }
    guard isDue else { return nil }
    isDue = false
    // Until the terminal has told its background, the last one counts.
    return .load(option ?? (follows ? own.name : chosen), isPreview: true)
  }

  // MARK: Choosing

  mutating func choose(_ choice: ShapeChoice) {
    (chosenShape, shapeOption) = (choice, nil)
    updateShape()
  }

  /// The settings have another geometry.
  mutating func store(_ choice: ShapeChoice) {
    chosenShape = choice
    updateShape()
  }

  private mutating func updateShape() { shape = choice == .plain ? Shape() : own.shape }

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
    updateShape()
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
