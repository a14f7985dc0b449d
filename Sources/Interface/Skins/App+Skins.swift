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
      let isFollowing = skins.follows
      say(
        "Skin: \(theme.name)" + (isFollowing ? "; :theme auto follows the terminal again" : ""),
        .plain, of: .skin)
      choseSkin(theme.name)
      return []
    case .storedFor(let tone, let name):
      skinSettings.followed[tone] = name
      skinSettings.followed.isOn = true
      skins.follow()
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
    skinSettings.followed = followed
    if let chosen { skinSettings.name = chosen }
    skins.begin(with: skinSettings, isLoaded: true)
  }

  /// Uses the skin and the geometry that a command line names, in this terminal alone.
  ///
  /// - Parameter isLoaded: whether the skin shows already.
  package mutating func useSkin(
    option name: String?, shape: ShapeChoice?, isLoaded: Bool = false
  ) {
    if let name { skins.use(option: name, isLoaded: isLoaded) }
    if let shape { skins.use(option: shape) }
    browsing.use(skins.shape)
  }

  /// A skin was chosen by hand, which ends following: here, and in terminals to come.
  mutating func choseSkin(_ name: String) {
    skins.chose(name)
    skinSettings.name = name
    skinSettings.followed.isOn = false
  }

  /// Requests the skin that the terminal should show, unless one is being chosen.
  mutating func missingSkin() -> [Effect] {
    let isChoosing = overlays.contains { overlay in
      if case .picker(let picker) = overlay, case .skin = picker.purpose { return true }
      if case .skin = overlay { return true }
      return false
    }
    guard !isChoosing else { return [] }
    return skins.takeWanted(on: terminal.background, skinSettings.followed).map { [.theme($0)] }
      ?? []
  }

  private mutating func followBackground() -> [Effect] {
    guard skinSettings.followed.light != nil || skinSettings.followed.dark != nil else {
      say("Name a skin first, as in :theme light Tidal or :theme dark Vinyl")
      return []
    }
    skinSettings.followed.isOn = true
    skins.follow()
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
    guard old.name != theme.name, overlays.isEmpty, !skins.follows else { return [] }
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
    skinSettings.shape = choice
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
    picker.choices = PickerChoices(skins.names.map { .init($0, .skin($0)) })
    picker.cursor.select(skins.names.firstIndex(of: name ?? skins.theme.name) ?? 0)
    windows.replaceTop(.picker(picker))
  }

  mutating func nextSkin() -> [Effect] {
    guard let name = skins.next() else { return [.theme(.list)] }
    return [.theme(.load(name, isPreview: false))]
  }
}

extension App.Execution {
  /// The same for all terminals where a skin is chosen.
  var inAllTerminals: Self {
    var execution = self
    execution.effects = effects.map { effect in
      guard case .theme(.load(let name, isPreview: false)) = effect else { return effect }
      return .theme(.loadEverywhere(name))
    }
    return execution
  }
}
