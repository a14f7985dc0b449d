package import Screen

/// The user's skins for a light and for a dark background of the terminal.
package struct FollowedSkins: Equatable, Sendable {
  package var light: String?
  package var dark: String?
  /// Whether the skin follows the background. A skin that is chosen by hand ends it.
  package var isOn: Bool

  package init(light: String? = nil, dark: String? = nil, isOn: Bool = false) {
    self.light = light
    self.dark = dark
    self.isOn = isOn
  }

  package subscript(tone: BackgroundTone) -> String? {
    get {
      switch tone {
      case .light: light
      case .dark: dark
      }
    }
    set {
      switch tone {
      case .light: light = newValue
      case .dark: dark = newValue
      }
    }
  }
}
