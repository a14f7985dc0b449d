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
      guard replaceEdited(with: theme) else { return [] }
      show(theme)
      guard !isPreview else { return [] }
      let isFollowing = skins.followed.isOn
      // The skin that is chosen by hand ends --theme and following.
      stored.free([.themeName, .themeFollow])
      say(
        "Skin: \(theme.name)" + (isFollowing ? "; :theme auto follows the terminal again" : ""),
        .plain, of: .skin)
      skins.chose(theme.name)
      return []
    case .storedFor(let tone, let name):
      var followed = skins.followed
      followed[tone] = name
      followed.isOn = true
      stored.free([.themeFollow])
      skins.follow(followed)
      say("Skin on a \(tone) background: \(name)" + unknownBackground, .plain, of: .skin)
      return []
    case .written(let theme): return receiveWritten(theme)
    case .saved(let theme): return takeSaved(theme)
    case .faulty(let reason):
      say(reason, .bad, of: .skin)
      return []
    }
  }

  /// Restores the skins for backgrounds, and the one that was chosen by hand.
  package mutating func follow(_ followed: FollowedSkins, chosen: String?) {
    skins.follow(followed, chosen: chosen)
  }

  /// Requests the skin for the terminal's background, unless one is being chosen.
  mutating func missingSkin() -> [Effect] {
    let isChoosing = overlays.contains { overlay in
      if case .picker(let picker) = overlay, case .skin = picker.purpose { return true }
      if case .skin = overlay { return true }
      return false
    }
    guard !isChoosing, let tone = terminal.background, let name = skins.takeWanted(for: tone)
    else { return [] }
    return [.theme(.loadFor(tone, name))]
  }

  private mutating func followBackground() -> [Effect] {
    var followed = skins.followed
    guard followed.light != nil || followed.dark != nil else {
      say("Name a skin first, as in :theme light Tidal or :theme dark Vinyl")
      return []
    }
    followed.isOn = true
    stored.free([.themeFollow])
    skins.follow(followed)
    say("The skin follows the terminal's background" + unknownBackground, .plain, of: .skin)
    return []
  }

  private var unknownBackground: String {
    terminal.background == nil ? "; this terminal does not tell its own" : ""
  }

  mutating func show(_ theme: Theme) {
    skins.loaded(theme)
    browsing.use(skins.shape)
  }

  private mutating func takeSaved(_ theme: Theme) -> [Effect] {
    let old = skins.own
    if old == theme, message?.kind != .bad || message?.topic != .skin { return [] }
    guard replaceEdited(with: theme) else {
      say("The file of the skin has changed; saving replaces that", .plain, of: .skin)
      return []
    }
    show(theme)
    say("Skin: \(theme.name), as saved", .plain, of: .skin)
    guard old.name != theme.name, overlays.isEmpty, !skins.followed.isOn else { return [] }
    // The stored choice would name a skin that is gone.
    return [.theme(.list), .theme(.load(theme.name, isPreview: false))]
  }

  mutating func performSkin(_ command: SkinCommand) -> [Effect] {
    switch command {
    case .next: return nextSkin()
    case .choose: return chooseSkin()
    case .edit:
      editSkin()
      return []
    case .use(let name):
      skins.forgetWish()
      return [.theme(.load(name, isPreview: false))]
    case .useFor(let tone, let name): return [.theme(.storeFor(tone, name))]
    case .follow: return followBackground()
    case .shape(let choice):
      stored.free([.themeShape])
      choose(choice)
      switch choice {
      case .skin: say("The skin's own geometry")
      case .plain: say("The geometry of Obsidian for every skin")
      case .ascii: say("Lines and signs in plain characters")
      }
      return []
    case .accent(let choice):
      choose(choice)
      return []
    case .motion(let isOn):
      setMotion(isOn)
      return []
    case .art(let choice):
      choose(choice)
      return []
    case .bidi(let choice):
      choose(choice)
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
