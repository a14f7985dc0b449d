import Screen

// Skins that have come.
extension App {
  mutating func receive(_ event: ThemeEvent) -> [Effect] {
    switch event {
    case .listed(let names):
      themeNames = names
      refreshSkinPicker()
      return []
    case .loaded(let theme, let isPreview):
      self.theme = theme
      triedTheme = nil
      if !isPreview { say("Skin: \(theme.name)") }
      return []
    }
  }

  mutating func performSkin(_ command: SkinCommand) -> [Effect] {
    switch command {
    case .next: return nextSkin()
    case .choose: return chooseSkin()
    case .use(let name): return [.theme(.load(name, isPreview: false))]
    }
  }
}
