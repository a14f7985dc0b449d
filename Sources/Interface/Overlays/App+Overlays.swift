import Music
import Screen

// The windows above the panes: opening them, and what their keys do.
extension App {
  mutating func takeInOverlay(_ input: Input) -> [Effect] {
    guard let overlay = overlays.last else { return [] }
    switch overlay {
    case .prompt(let prompt): return take(input, in: prompt)
    case .picker(let picker): return take(input, in: picker)
    case .equalizer(let panel): return take(input, in: panel)
    case .template(let editor): return take(input, in: editor)
    case .form(let form): return take(input, in: form)
    case .report(let report): return take(input, in: report)
    case .cues(let list): return take(input, in: list)
    case .checklist(let list): return take(input, in: list)
    case .tap(let panel): return take(input, in: panel)
    case .fits(let panel): return take(input, in: panel)
    case .arrangement(let panel): return take(input, in: panel)
    }
  }

  mutating func replaceTop(_ overlay: Overlay) {
    overlays[overlays.count - 1] = overlay
  }

  // MARK: Prompts

  private mutating func take(_ input: Input, in prompt: Prompt) -> [Effect] {
    var prompt = prompt
    if case .mouse(let mouse) = input {
      guard mouse.action == .press, prompt.isInline else { return [] }
      overlays.removeLast()
      return []
    }
    if case .key(let key) = input {
      switch (key.code, key.modifiers) {
      case (.enter, _):
        let effects = finish(prompt)
        if !prompt.isInline { submit(effects, from: .prompt(prompt)) }
        return effects
      case (.escape, _), (.character("c"), .control), (.character("g"), .control):
        overlays.removeLast()
        if prompt.purpose == .filter { setFilter("") }
        if needsFirstRun { reopenFirstRun() }
        return []
      case (.tab, _) where prompt.purpose == .command && completesWords(prompt):
        complete(&prompt, by: key.modifiers.contains(.shift) ? -1 : 1)
        replaceTop(.prompt(prompt))
        return []
      case (.tab, _) where prompt.pathText != nil:
        return completePath(prompt, prompt.pathText ?? "")
      case (.up, _) where prompt.purpose == .command,
        (.down, _) where prompt.purpose == .command:
        recall(&prompt, by: key.code == .up ? -1 : 1)
        replaceTop(.prompt(prompt))
        return []
      case (.up, _) where prompt.purpose == .filter, (.down, _) where prompt.purpose == .filter:
        move(by: key.code == .up ? -1 : 1)
        return []
      case (.backspace, _) where prompt.isInline && prompt.field.text.isEmpty:
        overlays.removeLast()
        return []
      default: break
      }
    }
    guard prompt.field.take(input) else { return [] }
    prompt.changed()
    prompt.recalled = nil
    if prompt.purpose == .filter, let error = setFilter(prompt.field.text) {
      prompt.mistake = error.reason
      prompt.mistakeAt = error.column - 1
    }
    replaceTop(.prompt(prompt))
    return []
  }

  private mutating func finish(_ prompt: Prompt) -> [Effect] {
    var prompt = prompt
    let text = prompt.field.text.trimmingSpaces()
    func refuse(_ reason: String) -> Overlay {
      prompt.mistake = reason
      return .prompt(prompt)
    }
    switch prompt.purpose {
    case .filter:
      // A mistake is not left behind unsaid: the list does not show what the line says.
      if prompt.mistake == nil { overlays.removeLast() }
    case .command:
      overlays.removeLast()
      guard !text.isEmpty else { return [] }
      keepLine(text)
      switch CommandLineReader.read(text) {
      case .command(let command): return perform(command)
      case .mistake(let reason): say(reason, .bad)
      }
    case .newPlaylist, .renamePlaylist, .saveQueue:
      guard !text.isEmpty else {
        replaceTop(refuse("A playlist needs a name"))
        return []
      }
      overlays.removeLast()
      if case .renamePlaylist(let id) = prompt.purpose {
        return [.renamePlaylist(id, text)]
      }
      if prompt.purpose == .saveQueue { return saveQueue(as: text) }
      return [.createPlaylist(text, in: cursorFolder)]
    case .newFolder, .renameFolder:
      guard !text.isEmpty else {
        replaceTop(refuse("A folder needs a name"))
        return []
      }
      overlays.removeLast()
      if case .renameFolder(let id) = prompt.purpose {
        return [.playlists(.renameFolder(id, text))]
      }
      return [.playlists(.createFolder(text, in: cursorFolder))]
    case .note(let selection):
      overlays.removeLast()
      return [.setNotes(text, selection)]
    case .musicFolder:
      guard !text.isEmpty else {
        replaceTop(refuse("Type the path of a folder"))
        return []
      }
      overlays.removeLast()
      return startScan(FilePath(text))
    case .importFile, .exportFile: return finishPath(prompt)
    case .renameTemplate(let old):
      guard !text.isEmpty else {
        replaceTop(refuse("A template needs a name"))
        return []
      }
      overlays.removeLast()
      return [.renameTemplate(old, to: text)]
    }
    return []
  }

  mutating func startScan(_ folder: FilePath) -> [Effect] {
    needsFirstRun = false
    tasks.scanProgressed(ScanProgress())
    return [.scan([folder])]
  }

  // MARK: Pickers

  private mutating func take(_ input: Input, in picker: Picker) -> [Effect] {
    var picker = picker
    let height = PickerView.listHeight(of: picker, in: size)
    if case .mouse(let mouse) = input {
      switch mouse.action {
      case .wheelUp: picker.move(by: -1)
      case .wheelDown: picker.move(by: 1)
      case .press:
        guard let row = PickerView.row(at: mouse.position, of: picker, in: size) else { return [] }
        let step = row - picker.selected
        if step == 0 { return choose(in: picker) }
        picker.move(by: step)
      case .drag, .release: return []
      }
    } else if case .key(let key) = input, let effects = steer(&picker, with: key, height: height) {
      return effects
    } else if picker.hasField, picker.field.take(input) {
      picker.selectFirst()
    }
    return show(picker, height: height)
  }

  /// Keys that move, choose or close; nil for those that do not, once the picker has moved.
  private mutating func steer(_ picker: inout Picker, with key: Key, height: Int) -> [Effect]? {
    switch (key.code, key.modifiers) {
    case (.enter, _): return choose(in: picker)
    case (.escape, _), (.character("c"), .control), (.character("g"), .control):
      return close(picker)
    case (.delete, _): return steerTemplates(picker, renames: false)
    case (.function(2), _): return steerTemplates(picker, renames: true)
    case (.down, _), (.tab, []), (.character("n"), .control): picker.move(by: 1)
    case (.up, _), (.tab, .shift), (.character("p"), .control): picker.move(by: -1)
    case (.pageDown, _): picker.move(by: height)
    case (.pageUp, _): picker.move(by: -height)
    // In a field that holds text they are about that.
    case (.home, []) where picker.field.text.isEmpty: picker.move(by: -.max)
    case (.end, []) where picker.field.text.isEmpty: picker.move(by: .max)
    case (.character("j"), []) where !picker.hasField: picker.move(by: 1)
    case (.character("k"), []) where !picker.hasField: picker.move(by: -1)
    case (.character("q"), []) where picker.purpose == .firstRun: return [.quit]
    case (.character("q"), []) where !picker.hasField: return close(picker)
    default: return nil
    }
    return show(picker, height: height)
  }

  private mutating func show(_ picker: Picker, height: Int) -> [Effect] {
    var picker = picker
    picker.scroll(height: height)
    replaceTop(.picker(picker))
    // A skin is tried on while the cursor is on it.
    if case .skin = picker.purpose, case .skin(let name) = picker.choice?.value,
      name != skins.theme.name
    {
      return [.loadTheme(name, isPreview: true)]
    }
    return []
  }

  private mutating func close(_ picker: Picker) -> [Effect] {
    overlays.removeLast()
    if picker.purpose == .recovery { return [.dismissRecovery] }
    if case .skin(let previous) = picker.purpose { return [.loadTheme(previous, isPreview: true)] }
    if picker.purpose == .firstRun {
      needsFirstRun = false
      say("Press : and type scan FOLDER to add music")
    }
    return []
  }

  private mutating func choose(in picker: Picker) -> [Effect] {
    guard let choice = picker.choice, choice.value != .heading else { return [] }
    overlays.removeLast()
    let name = picker.field.text.trimmingSpaces()
    switch (picker.purpose, choice.value) {
    case (.addTo(let selection), .playlist(let id)):
      return [.addToPlaylist(.existing(id), selection)]
    case (.addTo(let selection), .newPlaylist):
      return [.addToPlaylist(.new(name), selection)]
    case (.slot(let slot, let adding), .playlist(let id)):
      assignedSlots.insert(slot)
      if adding != nil, overlays.isEmpty { focusedList?.marks = Marks() }
      return [.assignSlot(slot, .existing(id), adding: adding)]
    case (.slot(let slot, let adding), .newPlaylist):
      assignedSlots.insert(slot)
      if adding != nil, overlays.isEmpty { focusedList?.marks = Marks() }
      return [.assignSlot(slot, .new(name), adding: adding)]
    case (.folder, let value), (.merge, let value):
      return choosePlace(picker.purpose, value, named: name)
    case (_, .skin(let name)): return [.loadTheme(name, isPreview: false)]
    case (.template(let target), .template(let template)): return apply(template, to: target)
    case (.template(let target), .savedTemplate(let saved)):
      return apply(saved.template, to: target)
    case (.template, .ownTemplate): return editTemplate()
    case (.recovery, .command(let command)): return [.dismissRecovery] + perform(command)
    case (.recovery, _): return [.dismissRecovery]
    case (_, .command(let command)): return perform(command)
    case (_, .typed(let start)):
      overlays.append(.prompt(Prompt(.command, text: start)))
      return []
    case (_, .device(let name)): return use(name)
    case (_, .queue(let id)):
      return [.loadReplacedQueue(id, serial: playing.requests.ask(replacesQueue: true))]
    case (_, .scan(let folder)):
      playsWhenFound = nil
      return startScan(folder)
    case (_, .otherFolder):
      overlays.append(.prompt(Prompt(.musicFolder)))
      return []
    case (_, .demo(let folder)):
      needsFirstRun = false
      tasks.demoProgressed(0, of: 12)
      return [.writeDemo(folder)]
    default: return []
    }
  }

  // MARK: Opening

  mutating func openHelp() {
    var choices: [Picker.Choice] = []
    for section in CommandTable.sections {
      choices.append(Picker.Choice(section.title, .heading))
      for entry in section.entries {
        let keys = keymap.keys(for: entry.command).joined(separator: "  ")
        choices.append(
          Picker.Choice(
            entry.summary, detail: keys.isEmpty ? ":\(entry.name)" : keys, name: ":\(entry.name)",
            .command(entry.command)))
      }
    }
    choices.append(Picker.Choice("With an argument", .heading))
    choices += CommandLineReader.usages.map {
      Picker.Choice($0.summary, detail: ":" + $0.form, .typed($0.name + " "))
    }
    overlays.append(.picker(Picker(.help, title: "Help", choices: choices)))
  }

  mutating func chooseSkin() -> [Effect] {
    var picker = Picker(
      .skin(previous: skins.theme.name), title: "Skin",
      choices: skins.names.map { .init($0, .skin($0)) })
    picker.selected = skins.names.firstIndex(of: skins.theme.name) ?? 0
    overlays.append(.picker(picker))
    return [.listThemes]
  }

  mutating func refreshSkinPicker() {
    guard case .picker(var picker) = overlays.last, case .skin = picker.purpose else { return }
    let name: String? = if case .skin(let name) = picker.choice?.value { name } else { nil }
    picker.choices = skins.names.map { .init($0, .skin($0)) }
    picker.selected = skins.names.firstIndex(of: name ?? skins.theme.name) ?? 0
    replaceTop(.picker(picker))
  }

  mutating func nextSkin() -> [Effect] {
    guard let name = skins.next() else { return [.listThemes] }
    return [.loadTheme(name, isPreview: false)]
  }

  // MARK: The first minute

  mutating func proposeMusic(_ proposed: FilePath?, demo: FilePath) {
    needsFirstRun = true
    firstRun = FirstRun(proposed: proposed, demo: demo)
    // Songs play at once on Enter, which is what a first visitor wants.
    mode = .songs
    reopenFirstRun()
  }

  mutating func reopenFirstRun() {
    guard let firstRun else { return }
    var choices: [Picker.Choice] = []
    var lines = ["Tritone keeps a library of your own music."]
    if let folder = firstRun.proposed {
      lines.append("Music was found in \(folder.text).")
      choices.append(.init("Use \(folder.text)", .scan(folder)))
    } else {
      lines.append("No music folder was found on this machine.")
    }
    choices.append(.init("Choose another folder…", .otherFolder))
    choices.append(
      .init(
        "Make a demo crate: a dozen short tracks in \(firstRun.demo.text)", .demo(firstRun.demo)))
    var picker = Picker(.firstRun, title: "Welcome", lines: lines, choices: choices)
    // Without a folder to propose the demo crate is what leads to music at once.
    if firstRun.proposed == nil { picker.selected = choices.count - 1 }
    // What is being typed is not taken away: the proposals are below it.
    overlays.removeAll {
      if case .picker(let picker) = $0 { picker.purpose == .firstRun } else { false }
    }
    overlays.insert(.picker(picker), at: 0)
  }
}
