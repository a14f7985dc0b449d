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
      show(theme)
      if !isPreview { say("Skin: \(theme.name)", .plain, of: .skin) }
      return []
    case .saved(let theme): return takeSaved(theme)
    case .faulty(let reason):
      say(reason, .bad, of: .skin)
      return []
    }
  }

  mutating func show(_ theme: Theme) {
    skins.loaded(theme)
    browsing.use(skins.shape)
  }

  private mutating func takeSaved(_ theme: Theme) -> [Effect] {
    let old = skins.theme
    if old == theme, message?.topic != .skin { return [] }
    show(theme)
    say("Skin: \(theme.name), as saved", .plain, of: .skin)
    guard old.name != theme.name, overlays.isEmpty else { return [] }
    // The stored choice would name a skin that is gone.
    return [.theme(.list), .theme(.load(theme.name, isPreview: false))]
  }

  mutating func performSkin(_ command: SkinCommand) -> [Effect] {
    switch command {
    case .next: return nextSkin()
    case .choose: return chooseSkin()
    case .use(let name):
      skins.forgetWish()
      return [.theme(.load(name, isPreview: false))]
    case .shape(let choice):
      choose(choice)
      saving.need()
      switch choice {
      case .skin: say("The skin's own geometry")
      case .plain: say("The geometry of Obsidian for every skin")
      case .ascii: say("Lines and signs in plain characters")
      }
      return []
    }
  }

  package mutating func choose(_ choice: ShapeChoice) {
    skins.choose(choice)
    browsing.use(skins.shape)
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
