import Screen

// Choosing a skin, with each tried on on the way.
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

  mutating func chooseSkin() -> [Effect] {
    var picker = Picker(
      .skin(previous: theme.name), title: "Skin", choices: themeNames.map { .init($0, .skin($0)) })
    picker.cursor.select(themeNames.firstIndex(of: theme.name) ?? 0)
    overlays.append(.picker(picker))
    return [.theme(.list)]
  }

  mutating func refreshSkinPicker() {
    guard case .picker(var picker) = overlays.last, case .skin = picker.purpose else { return }
    let name: String? = if case .skin(let name) = picker.choice?.value { name } else { nil }
    picker.choices = themeNames.map { .init($0, .skin($0)) }
    picker.cursor.select(themeNames.firstIndex(of: name ?? theme.name) ?? 0)
    replaceTop(.picker(picker))
  }

  mutating func nextSkin() -> [Effect] {
    guard !themeNames.isEmpty else { return [.theme(.list)] }
    let index = themeNames.firstIndex(of: triedTheme ?? theme.name).map { $0 + 1 } ?? 0
    let name = themeNames[index % themeNames.count]
    triedTheme = name
    return [.theme(.load(name, isPreview: false))]
  }
}
