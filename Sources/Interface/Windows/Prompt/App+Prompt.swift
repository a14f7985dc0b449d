import Music
import Screen

// The keys of a prompt, and its effects.
extension App {
  mutating func handle(_ input: Input, in prompt: Prompt) -> [Effect] {
    var prompt = prompt
    switch input {
    case .paste: break
    case .mouse(let mouse):
      return mouse.action == .press && prompt.isInline ? windows.closeTop() : []
    case .key(let key):
      switch keymap.windowAction(key, of: LineKey.self, typing: .text(prompt.field)) {
      case .accept:
        let effects = finish(prompt)
        if !prompt.isInline { windows.submit(effects, from: .prompt(prompt)) }
        return effects
      case .close:
        windows.closeTop()
        if prompt.purpose == .filter { browsing.setFilter("") }
        if firstRun?.isOpen == true { reopenFirstRun() }
        return []
      case .own(let completion):
        if prompt.purpose == .command, completesWords(prompt) {
          complete(&prompt, by: completion == .complete ? 1 : -1)
          windows.replaceTop(.prompt(prompt))
          return []
        }
        if let path = prompt.pathText { return completePath(prompt, path) }
      case .move(.up) where prompt.isInline: return step(prompt, by: -1)
      case .move(.down) where prompt.isInline: return step(prompt, by: 1)
      case .move, nil:
        if key.code == .backspace, prompt.isInline, prompt.field.text.isEmpty {
          return windows.closeTop()
        }
      }
    }
    guard prompt.field.handle(input) else { return [] }
    prompt.changed()
    prompt.recalled = nil
    if prompt.purpose == .filter, let error = browsing.setFilter(prompt.field.text) {
      prompt.mistake = error.reason
      prompt.mistakeAt = error.column - 1
    }
    windows.replaceTop(.prompt(prompt))
    return []
  }

  /// To another command line of the history, or another row of the filtered list.
  private mutating func step(_ prompt: Prompt, by step: Int) -> [Effect] {
    guard prompt.purpose == .command else {
      move(by: step)
      return []
    }
    var prompt = prompt
    windows.commandHistory.recall(&prompt, by: step)
    windows.replaceTop(.prompt(prompt))
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
      // An invalid filter keeps the line open: the list does not match its text.
      if prompt.mistake == nil { windows.closeTop() }
    case .command:
      windows.closeTop()
      guard !text.isEmpty else { return [] }
      windows.commandHistory.add(text)
      switch CommandLineReader.read(text) {
      case .command(let command): return perform(command)
      case .mistake(let reason): say(reason, .bad)
      }
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
    case .importFile, .exportFile: return finishPath(prompt)
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

extension Prompt: Window {
  var kind: WindowKind { .line }

  var hints: [Hint] {
    guard purpose == .filter else { return [] }
    return [
      Hint(.accept, does: "keep"), Hint(.move(.up), .move(.down), does: "move"),
      Hint(.close, does: "clear"),
    ]
  }

  func handle(_ input: Input, in app: inout App) -> [Effect] { app.handle(input, in: self) }

  func draw(into frame: inout Frame, of app: App) {
    if !isInline { PromptView(prompt: self, keymap: app.keymap).draw(into: &frame) }
  }

  func rowUse(of key: Key, in app: App) -> Command.RowUse {
    let meaning = app.keymap.windowKey(key, in: kind, typing: .text(field))
    guard purpose == .filter else { return meaning == .accept ? .row : .none }
    return meaning == .move(.up) || meaning == .move(.down) ? .move : .none
  }

  func refused(_ reason: String) -> Overlay? {
    var prompt = self
    prompt.changed()
    prompt.mistake = reason
    return .prompt(prompt)
  }
}
