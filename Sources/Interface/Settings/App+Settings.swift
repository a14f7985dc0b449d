import Music

// The settings of config.toml: read from the file at any time, and stored whenever a command has
// changed one.
extension App {
  mutating func receive(_ event: SettingsEvent) -> [Effect] {
    switch event {
    case .started(let file, let fixed):
      stored.fix(fixed)
      let effects = take(file)
      sayMistakes(since: [])
      return effects
    case .read(let file, let serial):
      // Another change is on its way into the file, which is read again after it.
      guard serial == stored.serial else { return [] }
      let mistakes = stored.mistakes
      let effects = take(file)
      sayMistakes(since: mistakes)
      return effects
    case .unreadable(let reason):
      say(reason, .bad)
      return []
    case .notStored(let reason):
      say("Settings hold until you leave: \(reason)", .bad)
      return []
    case .prepared(let path): return [.terminal(.editSettings(path))]
    case .edited(.notStarted(let reason)):
      say(reason, .bad)
      return []
    case .edited(.ended(let status)):
      if status != 0 { say("The editor ended with status \(status)", .bad) }
      // Folders that cannot be watched are not told about.
      return [.settings(.read)]
    }
  }

  private mutating func take(_ file: SettingsFile) -> [Effect] {
    var effects: [Effect] = []
    let changes = stored.take(file)
    // The player hears of the sound as a whole.
    var newSound = audio.music
    for (setting, new) in changes where currentValue(of: setting) != new {
      if newSound.value(of: setting) == nil {
        effects += apply(new, to: setting)
      } else {
        newSound.set(setting, to: new)
      }
    }
    effects += audio.setMusic(newSound)
    stored.settle(changes.map(\.0), settingValues)
    return effects
  }

  private mutating func sayMistakes(since old: [String]) {
    guard stored.mistakes != old else { return }
    guard let first = stored.mistakes.first else {
      return say("config.toml has no mistake any more")
    }
    let others = stored.mistakes.count - 1
    say(first + (others > 0 ? ", and \(others) more" : ""), .bad)
  }

  var settingValues: [SettingValue] { Setting.allCases.map { currentValue(of: $0) } }

  /// The effects that store what has changed. A window that shows its changes while they are made
  /// stores them when it closes.
  mutating func missingStores() -> [Effect] {
    guard stored.isStarted else { return [] }
    switch overlays.last {
    case .columns, .equalizer: return []
    case .picker, .prompt, .template, .form, .report, .cues, .checklist, .tap, .lyricsTap, .fits,
      .arrangement, .addTracks, .menu, .join, .skin, .settings, .build, .buildResult, .devices,
      .deviceForm, .syncPlan, .servers, .serverForm, .chapters, .bookmarks,
      .sharedComments, .sharedChanges, nil:
      return unstoredSettings()
    }
  }

  /// The same at the end, whatever window is open.
  package mutating func unstoredSettings() -> [Effect] {
    stored.takeChanges(settingValues).map { [.settings($0)] } ?? []
  }

  /// Sets a setting by the user's word.
  mutating func set(_ setting: Setting, to new: SettingValue) -> [Effect] {
    let old = value(of: setting)
    let effects = use(new, for: setting)
    sayChange(of: setting, from: old)
    return effects
  }

  /// Makes a value hold in place of the last one, and of an option of the command line.
  private mutating func use(_ new: SettingValue, for setting: Setting) -> [Effect] {
    // The value of an option may differ from the state.
    let isFixed = isDecidedByOption(setting)
    dropOption(for: setting)
    return isFixed || currentValue(of: setting) != new ? apply(new, to: setting) : []
  }

  /// The user's word ends an option of the command line, as the commands of the setting do.
  private mutating func dropOption(for setting: Setting) {
    stored.free([setting])
    if setting == .screenArt { covers.option = nil }
    if setting == .screenBidi { bidi.option = nil }
    if setting == .screenReader { useScreenReader(byOption: false) }
    if setting == .themeName || setting == .themeFollow { skins.dropOption() }
    if setting == .themeShape { skins.dropShapeOption() }
  }

  /// Takes a setting out of the file.
  mutating func reset(_ setting: Setting) -> [Effect] {
    let old = value(of: setting)
    let standard = SettingsTable.entry(setting).standard
    let effects = use(standard, for: setting)
    sayChange(of: setting, from: old)
    return effects + [.settings(stored.unset(setting, value(of: setting)))]
  }

  /// Whether an option of the command line decides a setting this time.
  func isDecidedByOption(_ setting: Setting) -> Bool {
    stored.fixed.contains(setting)
      || (setting == .screenArt && covers.option != nil)
      || (setting == .screenBidi && bidi.option != nil)
      || (setting == .screenReader && terminal.screenReader.isOption)
      || ([.themeName, .themeFollow].contains(setting) && skins.option != nil)
      || (setting == .themeShape && skins.shapeOption != nil)
  }

  private mutating func sayChange(of setting: Setting, from old: SettingValue) {
    let new = value(of: setting)
    let moment = SettingsTable.entry(setting).moment
    let holds = moment == .atOnce ? "" : ", \(moment.rawValue)"
    say(
      old == new
        ? "\(setting.name) is \(new.toml)" : "\(setting.name): \(old.toml) → \(new.toml)\(holds)")
  }
}
