import Music
import Screen

// The keys of a line that is asked for, and what comes of it.
extension App {
  mutating func handle(_ input: Input, in prompt: Prompt) -> [Effect] {
    var prompt = prompt
    switch input {
    case .paste: break
    case .mouse(let mouse): return mouse.action == .press && prompt.isInline ? closeTop() : []
    case .key(let key):
      let meaning = keymap.windowKey(key, in: .line, typing: .text(prompt.field))
      switch (meaning, prompt.purpose) {
      case (.accept, _):
        let effects = finish(prompt)
        if !prompt.isInline { submit(effects, from: .prompt(prompt)) }
        return effects
      case (.close, _):
        closeTop()
        if prompt.purpose == .filter { setFilter("") }
        if firstRun?.isOpen == true { reopenFirstRun() }
        return []
      case (.complete, _), (.completeBack, _):
        if prompt.purpose == .command, completesWords(prompt) {
          complete(&prompt, by: meaning == .complete ? 1 : -1)
          replaceTop(.prompt(prompt))
          return []
        }
        if let path = prompt.pathText { return completePath(prompt, path) }
      case (.up, .command), (.down, .command):
        recall(&prompt, by: meaning == .up ? -1 : 1)
        replaceTop(.prompt(prompt))
        return []
      case (.up, .filter), (.down, .filter):
        move(by: meaning == .up ? -1 : 1)
        return []
      default:
        if key.code == .backspace, prompt.isInline, prompt.field.text.isEmpty { return closeTop() }
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
        return [.edit(.playlists(.rename(id, text)))]
      }
      if prompt.purpose == .saveQueue { return saveQueue(as: text) }
      return [.edit(.playlists(.create(text, in: cursorFolder)))]
    case .newFolder, .renameFolder:
      guard !text.isEmpty else {
        replaceTop(refuse("A folder needs a name"))
        return []
      }
      overlays.removeLast()
      if case .renameFolder(let id) = prompt.purpose {
        return [.edit(.playlists(.renameFolder(id, text)))]
      }
      return [.edit(.playlists(.createFolder(text, in: cursorFolder)))]
    case .note(let selection):
      overlays.removeLast()
      return [.edit(.tracks(.setNotes(text, selection)))]
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
      Hint(.accept, does: "keep"), Hint(.up, .down, does: "move"), Hint(.close, does: "clear"),
    ]
  }

  func handle(_ input: Input, in app: inout App) -> [Effect] { app.handle(input, in: self) }

  func draw(into frame: inout Frame, of app: App) {
    if !isInline { PromptView(prompt: self, keymap: app.keymap).draw(into: &frame) }
  }

  func rowUse(of key: Key, in app: App) -> Command.RowUse {
    let meaning = app.keymap.windowKey(key, in: kind, typing: .text(field))
    guard purpose == .filter else { return meaning == .accept ? .row : .none }
    return meaning == .up || meaning == .down ? .place : .none
  }

  func refused(_ reason: String) -> Overlay? {
    var prompt = self
    prompt.changed()
    prompt.mistake = reason
    return .prompt(prompt)
  }
}
