import Music
import Screen

// The keys of a prompt, and its effects.
extension App {
  mutating func handle(_ input: Input, in prompt: Prompt) -> [Effect] {
    var prompt = prompt
    switch input {
    case .paste: break
    case .mouse(let mouse):
      return handle(mouse, in: prompt)
    case .key(let key):
      switch keymap.windowAction(key, of: LineKey.self, typing: .text(prompt.field)) {
      case .accept:
        let effects = finish(prompt)
        if !prompt.isInline { windows.submit(effects, from: .prompt(prompt), in: terminal.folder) }
        return effects
      case .close:
        windows.closeTop()
        if prompt.purpose == .filter { browsing.setFilter("") }
        if firstRun?.isOpen == true { reopenFirstRun() }
        return []
      case .own(.earlier) where prompt.isInline: return recall(prompt, by: -1)
      case .own(.later) where prompt.isInline: return recall(prompt, by: 1)
      case .own(.complete): return completeTyped(prompt, by: 1)
      case .own(.completeBack): return completeTyped(prompt, by: -1)
      case .move(.up) where prompt.isInline: return step(prompt, by: -1)
      case .move(.down) where prompt.isInline: return step(prompt, by: 1)
      case .own, .move, nil:
        if key.code == .backspace, prompt.isInline, prompt.field.text.isEmpty {
          return windows.closeTop()
        }
      }
    }
    guard prompt.field.handle(input) else { return [] }
    prompt.changed()
    prompt.recalled = nil
    return showTyped(prompt)
  }

  /// Filters the list by the text of a filter.
  private mutating func showTyped(_ prompt: Prompt) -> [Effect] {
    var prompt = prompt
    if prompt.purpose == .filter, let error = browsing.setFilter(prompt.field.text) {
      prompt.mistake = error.reason
      prompt.mistakeAt = error.column - 1
    }
    if prompt.purpose == .jump { jump(to: prompt.field.text) }
    windows.replaceTop(.prompt(prompt))
    return prompt.purpose == .command ? missingLabels(for: prompt.field.text) : []
  }

  /// Tab in any prompt: completes a command or a path.
  private mutating func completeTyped(_ prompt: Prompt, by step: Int) -> [Effect] {
    var prompt = prompt
    if prompt.purpose == .command, completesWords(prompt) {
      complete(&prompt, by: step)
      windows.replaceTop(.prompt(prompt))
      return []
    }
    return prompt.pathText.map { completePath(prompt, $0) } ?? []
  }

  /// To another row of the palette or the filtered list, or from the palette's first row to the
  /// line and the history before it.
  private mutating func step(_ prompt: Prompt, by step: Int) -> [Effect] {
    guard prompt.purpose == .command else {
      move(by: step)
      return []
    }
    guard showsPalette, prompt.recalled == nil, step > 0 || prompt.choice != nil else {
      return recall(prompt, by: step)
    }
    var prompt = prompt
    let palette = palette(for: prompt)
    let next = (palette.choice(for: prompt) ?? -1) + step
    if next < palette.rows.count { prompt.choice = next < 0 ? nil : next }
    windows.replaceTop(.prompt(prompt))
    return []
  }

  /// To a line that was typed before.
  private mutating func recall(_ prompt: Prompt, by step: Int) -> [Effect] {
    guard prompt.purpose != .jump else { return [] }
    var prompt = prompt
    if prompt.purpose == .command {
      windows.commandHistory.recall(&prompt, by: step)
    } else {
      windows.filterHistory.recall(&prompt, by: step)
    }
    return showTyped(prompt)
  }

  /// Clicks and the wheel in the palette; a click elsewhere closes an inline prompt.
  private mutating func handle(_ mouse: Mouse, in prompt: Prompt) -> [Effect] {
    guard prompt.isInline else { return [] }
    let view = CommandPaletteView(prompt: prompt, app: self)
    let isInPalette =
      prompt.purpose == .command && showsPalette && view.contains(mouse.position)
    switch mouse.action {
    case .press where isInPalette:
      guard let row = view.row(at: mouse.position) else { return [] }
      var prompt = prompt
      prompt.choice = row
      return finish(prompt)
    case .press: return windows.closeTop()
    case .wheelUp where isInPalette && prompt.choice != nil: return step(prompt, by: -1)
    case .wheelDown where isInPalette: return step(prompt, by: 1)
    case .wheelUp, .wheelDown, .drag, .release: return []
    }
  }

  private mutating func finish(_ prompt: Prompt) -> [Effect] {
    var prompt = prompt
    var text = prompt.field.text.trimmingSpaces()
    func refuse(_ reason: String) -> Overlay {
      prompt.mistake = reason
      return .prompt(prompt)
    }
    switch prompt.purpose {
    case .jump: windows.closeTop()
    case .filter:
      // An invalid filter keeps the line open: the list does not match its text.
      guard prompt.mistake == nil else { return [] }
      windows.closeTop()
      if !text.isEmpty { windows.filterHistory.add(text) }
    case .command:
      let palette = palette(for: prompt)
      if showsPalette, let choice = palette.choice(for: prompt) {
        let row = palette.rows[choice]
        guard row.isComplete else {
          prompt.field = TextField(row.line)
          prompt.changed()
          windows.replaceTop(.prompt(prompt))
          return []
        }
        text = row.line
      }
      windows.closeTop()
      guard !text.isEmpty else { return [] }
      windows.commandHistory.add(text)
      let execution = execute(line: text)
      if let reason = execution.refusal { say(reason, .bad) }
      return execution.effects
    case .newPlaylist, .renamePlaylist, .saveQueue:
      guard !text.isEmpty else {
        windows.replaceTop(refuse("A playlist needs a name"))
        return []
      }
      windows.closeTop()
      if case .renamePlaylist(let id) = prompt.purpose {
        return [.edit(.playlists(.rename(id, text)))]
      }
      if prompt.purpose == .saveQueue { return saveQueue(as: text) }
      return [.edit(.playlists(.create(text, in: cursorFolder)))]
    case .newFolder, .renameFolder:
      guard !text.isEmpty else {
        windows.replaceTop(refuse("A folder needs a name"))
        return []
      }
      windows.closeTop()
      if case .renameFolder(let id) = prompt.purpose {
        return [.edit(.playlists(.renameFolder(id, text)))]
      }
      return [.edit(.playlists(.createFolder(text, in: cursorFolder)))]
    case .note(let selection):
      windows.closeTop()
      return [.edit(.tracks(.setNotes(text, selection)))]
    case .musicFolder:
      guard !text.isEmpty else {
        windows.replaceTop(refuse("Type the path of a folder"))
        return []
      }
      windows.closeTop()
      return startScan(FilePath(text))
    case .importFile, .exportFile, .exportPreset, .importPreset: return finishPath(prompt)
    case .presetName:
      guard let name = Playlist.tidied(name: text) else {
        windows.replaceTop(refuse("A preset needs a name"))
        return []
      }
      windows.closeTop()
      return savePreset(named: name)
    case .spotifyAddress:
      windows.closeTop()
      return finishSignIn(text)
    case .bookmark(let id):
      windows.closeTop()
      return finish(text, ofBookmark: id)
    case .comment(let draft):
      guard !text.isEmpty else {
        windows.replaceTop(refuse("A comment needs a text"))
        return []
      }
      windows.closeTop()
      return [draft.edit(text)]
    case .shared(let draft):
      if let mistake = draft.mistake(in: text) {
        windows.replaceTop(refuse(mistake))
        return []
      }
      windows.closeTop()
      return finish(draft, text)
    case .resetLibrary: return reset(prompt, text)
    case .setting(let setting): return finish(prompt, text, for: setting)
    case .renameTemplate(let old):
      guard !text.isEmpty else {
        windows.replaceTop(refuse("A template needs a name"))
        return []
      }
      windows.closeTop()
      return [.edit(.templates(.rename(old, to: text)))]
    }
    return []
  }
}

extension App {
  /// The filter that is being typed.
  var filterPrompt: Prompt? {
    guard case .prompt(let prompt) = overlays.last, prompt.purpose == .filter else { return nil }
    return prompt
  }
}

extension Prompt: Window {
  var kind: WindowKind { .line }
  func fadesScreen(in app: App) -> Bool { purpose == .command && app.showsPalette }

  var hints: [Hint] {
    guard purpose == .filter else { return [] }
    return [
      Hint(.accept, does: "keep"), Hint(.move(.up), .move(.down), does: "move"),
      Hint(.close, does: "clear"),
    ]
  }

  func handle(_ input: Input, in app: inout App) -> [Effect] { app.handle(input, in: self) }

  func list(in app: App) -> WindowList? {
    guard purpose == .command, app.showsPalette else { return nil }
    return CommandPaletteView(prompt: self, app: app).list
  }

  func scroll(to top: Int, of list: WindowList, in app: inout App) -> [Effect] {
    var prompt = self
    prompt.choice = CommandPaletteView(prompt: self, app: app).choice(toShowFirst: top)
    app.windows.replaceTop(.prompt(prompt))
    return []
  }

  func draw(into frame: inout Frame, of app: App) {
    if !isInline { return PromptView(prompt: self, keymap: app.keymap).draw(into: &frame) }
    if purpose == .command, app.showsPalette {
      CommandPaletteView(prompt: self, app: app).draw(into: &frame)
    }
  }

  func rowUse(of key: Key, in app: App) -> Command.RowUse {
    let meaning = app.keymap.windowKey(key, in: kind, typing: .text(field))
    guard purpose == .filter || purpose == .jump else { return meaning == .accept ? .row : .none }
    return meaning == .move(.up) || meaning == .move(.down) ? .move : .none
  }

  func refused(_ reason: String) -> Overlay? {
    var prompt = self
    prompt.changed()
    prompt.mistake = reason
    return .prompt(prompt)
  }
}
