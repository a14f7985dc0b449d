import Screen

// Choosing a skin, with a preview of each one under the cursor.
extension App {
  mutating func receive(_ event: ThemeEvent) -> [Effect] {
    switch event {
    case .listed(let names):
      let wanted = skins.listed(names)
      refreshSkinPicker()
      return wanted.map { [.theme(.load($0, isPreview: false))] } ?? []
    case .loaded(let theme, let isPreview):
      skins.loaded(theme)
      if !isPreview { say("Skin: \(theme.name)") }
      return []
    }
  }

  mutating func performSkin(_ command: SkinCommand) -> [Effect] {
    switch command {
    case .next: return nextSkin()
    case .choose: return chooseSkin()
    case .use(let name):
      skins.forgetWish()
      return [.theme(.load(name, isPreview: false))]
    }
  }

  mutating func chooseSkin() -> [Effect] {
    var picker = Picker(
      .skin(previous: skins.theme.name), title: "Skin",
      choices: skins.names.map { .init($0, .skin($0)) })
    picker.cursor.select(skins.names.firstIndex(of: skins.theme.name) ?? 0)
    windows.open(.picker(picker))
    return [.theme(.list)]
  }

  mutating func refreshSkinPicker() {
    guard case .picker(var picker) = overlays.last, case .skin = picker.purpose else { return }
    let name: String? = if case .skin(let name) = picker.choice?.value { name } else { nil }
    picker.choices = skins.names.map { .init($0, .skin($0)) }
    picker.cursor.select(skins.names.firstIndex(of: name ?? skins.theme.name) ?? 0)
    windows.replaceTop(.picker(picker))
  }

  mutating func nextSkin() -> [Effect] {
    guard let name = skins.next() else { return [.theme(.list)] }
    return [.theme(.load(name, isPreview: false))]
  }
}
