import Music
import Screen

// The keys of a picker, and the effects of a choice.
extension App {
  mutating func handle(_ input: Input, in picker: Picker) -> [Effect] {
    var picker = picker
    let height = PickerView.listHeight(of: picker, in: size)
    if case .mouse(let mouse) = input {
      switch mouse.action {
      case .wheelUp: picker.move(by: -1)
      case .wheelDown: picker.move(by: 1)
      case .press:
        guard let row = PickerView.row(at: mouse.position, of: picker, in: size) else { return [] }
        let step = row - picker.cursor.selected
        if step == 0 { return choose(in: picker) }
        picker.move(by: step)
      case .drag, .release: return []
      }
    } else if case .key(let key) = input, let effects = steer(&picker, with: key, height: height) {
      return effects
    } else if picker.hasField, picker.field.handle(input) {
      picker.selectFirst()
    }
    return show(picker, height: height)
  }

  /// Keys that move, choose or close; nil for others.
  private mutating func steer(_ picker: inout Picker, with key: Key, height: Int) -> [Effect]? {
    switch keymap.windowAction(key, of: PickerKey.self, typing: picker.typing) {
    case .accept: return choose(in: picker)
    case .close:
      // Without music there is nothing behind the window: the quit key quits at once.
      let leaves = key == Key("q") && picker.purpose == .firstRun
      return leaves ? perform(.leave(mayEndMusic: true)) : close(picker)
    case .move(let move): picker.move(by: move.step(page: height))
    case .own(.delete):
      if case .preset(let name) = picker.choice?.value {
        askToDeletePreset(name)
        return []
      }
      return steerTemplates(picker, renames: false)
    case .own(.rename): return steerTemplates(picker, renames: true)
    case nil: return nil
    }
    return show(picker, height: height)
  }

  fileprivate mutating func show(_ picker: Picker, height: Int) -> [Effect] {
    var picker = picker
    picker.scroll(height: height)
    windows.replaceTop(.picker(picker))
    // The skin under the cursor is previewed.
    if case .skin = picker.purpose, case .skin(let name) = picker.choice?.value,
      name != skins.theme.name
    {
      return [.theme(.load(name, isPreview: true))]
    }
    return []
  }

  private mutating func close(_ picker: Picker) -> [Effect] {
    windows.closeTop()
    if picker.purpose == .recovery { return [.edit(.library(.dismissRecovery))] }
    if case .skin(let previous) = picker.purpose {
      return [.theme(.load(previous, isPreview: true))]
    }
    if picker.purpose == .firstRun {
      firstRun?.close()
      say("Press \(key(.commandLine)) and type scan FOLDER to add music")
    }
    return []
  }

  private mutating func choose(in picker: Picker) -> [Effect] {
    guard let choice = picker.choice, choice.value != .heading, choice.value != .note else {
      return []
    }
    windows.closeTop()
    let name = picker.field.text.trimmingSpaces()
    let dismissed: [Effect] =
      picker.purpose == .recovery ? [.edit(.library(.dismissRecovery))] : []
    switch choice.value {
    case .playlist(let id): return use(.existing(id), for: picker.purpose)
    case .newPlaylist: return use(.new(name), for: picker.purpose)
    case .folder(let folder):
      guard case .folder(let items) = picker.purpose else { return [] }
      return move(items, to: folder.map { .folder($0) } ?? .top)
    case .skin(let name): return [.theme(.load(name, isPreview: false))]
    case .template(let template): return use(template, for: picker.purpose)
    case .savedTemplate(let saved): return use(saved.template, for: picker.purpose)
    case .ownTemplate: return editTemplate()
    case .command(let command): return dismissed + perform(command)
    case .typed(let start):
      windows.open(.prompt(Prompt(.command, text: start)))
      return []
    case .setting(let setting, let value): return set(setting, to: value)
    case .preset(let name): return usePreset(named: name)
    case .device(let name): return use(name)
    case .queue(let id):
      return [.replacedQueues(.load(id, serial: playing.request(replacesQueue: true)))]
    case .scan(let folder):
      browsing.forgetPlayWhenFound()
      return startScan(folder)
    case .otherFolder:
      windows.open(.prompt(Prompt(.musicFolder)))
      return []
    case .demo(let folder):
      firstRun?.close()
      tasks.demoProgressed(0, of: 12)
      return [.library(.writeDemo(folder))]
    case .nothing, .note, .heading: return dismissed
    }
  }

  private mutating func use(_ template: GroupTemplate, for purpose: Picker.Purpose) -> [Effect] {
    guard case .template(let target) = purpose else { return [] }
    return apply(template, to: target)
  }
}

extension Picker: Window {
  var kind: WindowKind { .picker }
  /// A skin is seen on the screen before it is chosen.
  func fadesScreen(in app: App) -> Bool { if case .skin = purpose { false } else { true } }

  var hints: [Hint] {
    [
      Hint(.move(.up), .move(.down), does: "move"), Hint(.accept, does: "choose"),
      Hint(.close, does: "close"),
    ]
  }

  var typing: Keymap.Typing { hasField ? .text(field) : .nothing }

  func handle(_ input: Input, in app: inout App) -> [Effect] { app.handle(input, in: self) }

  func list(in app: App) -> WindowList? {
    WindowList(
      rect: PickerView.list(of: self, in: app.size), count: shown.count, top: cursor.top)
  }

  func scroll(to top: Int, of list: WindowList, in app: inout App) -> [Effect] {
    var picker = self
    let shown = shown
    picker.cursor.scroll(to: top, of: list) { shown[$0].value == .heading }
    return app.show(picker, height: list.rect.rows)
  }

  func draw(into frame: inout Frame, of app: App) {
    PickerView(picker: self, size: app.size, keymap: app.keymap).draw(into: &frame)
    if let rect = PickerView.mark(of: self, in: app.size) {
      frame.draw(in: rect, ground: .overlay) { ProductMark.drawLarge(on: $0, of: app) }
    }
  }

  /// The help's choices are commands, which need rows as well.
  func rowUse(of key: Key, in app: App) -> Command.RowUse {
    app.keymap.windowKey(key, in: kind, typing: typing) == .accept ? .row : .none
  }
}
