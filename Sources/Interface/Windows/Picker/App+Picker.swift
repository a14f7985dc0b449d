import Music
import Screen

// The keys of a list to choose from, and what comes of a choice.
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
    } else if picker.hasField, picker.field.take(input) {
      picker.selectFirst()
    }
    return show(picker, height: height)
  }

  /// Keys that move, choose or close; nil for those that do not, once the picker has moved.
  private mutating func steer(_ picker: inout Picker, with key: Key, height: Int) -> [Effect]? {
    let meaning = keymap.windowKey(key, in: .picker, typing: picker.typing)
    switch meaning {
    case .accept: return choose(in: picker)
    case .close:
      // Without music there is nothing behind the window: the key that leaves leaves at once.
      let leaves = key == Key("q") && picker.purpose == .firstRun
      return leaves ? [.terminal(.quit)] : close(picker)
    case .remove: return steerTemplates(picker, renames: false)
    case .rename: return steerTemplates(picker, renames: true)
    default:
      guard let step = meaning?.step(page: height) else { return nil }
      picker.move(by: step)
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
      return [.theme(.load(name, isPreview: true))]
    }
    return []
  }

  private mutating func close(_ picker: Picker) -> [Effect] {
    overlays.removeLast()
    if picker.purpose == .recovery { return [.edit(.library(.dismissRecovery))] }
    if case .skin(let previous) = picker.purpose {
      return [.theme(.load(previous, isPreview: true))]
    }
    if picker.purpose == .firstRun {
      firstRun?.close()
      say("Press : and type scan FOLDER to add music")
    }
    return []
  }

  private mutating func choose(in picker: Picker) -> [Effect] {
    guard let choice = picker.choice, choice.value != .heading, choice.value != .note else {
      return []
    }
    overlays.removeLast()
    let name = picker.field.text.trimmingSpaces()
    switch (picker.purpose, choice.value) {
    case (.addTo(let selection), .playlist(let id)):
      return [.edit(.entries(.addToPlaylist(.existing(id), selection)))]
    case (.addTo(let selection), .newPlaylist):
      return [.edit(.entries(.addToPlaylist(.new(name), selection)))]
    case (.slot(let slot, let adding), .playlist(let id)):
      assignedSlots.insert(slot)
      if adding != nil, overlays.isEmpty { focusedList?.marks = Marks() }
      return [.edit(.playlists(.assignSlot(slot, .existing(id), adding: adding)))]
    case (.slot(let slot, let adding), .newPlaylist):
      assignedSlots.insert(slot)
      if adding != nil, overlays.isEmpty { focusedList?.marks = Marks() }
      return [.edit(.playlists(.assignSlot(slot, .new(name), adding: adding)))]
    case (.folder, let value), (.merge, let value):
      return choosePlace(picker.purpose, value, named: name)
    case (_, .skin(let name)): return [.theme(.load(name, isPreview: false))]
    case (.template(let target), .template(let template)): return apply(template, to: target)
    case (.template(let target), .savedTemplate(let saved)):
      return apply(saved.template, to: target)
    case (.template, .ownTemplate): return editTemplate()
    case (.recovery, .command(let command)):
      return [.edit(.library(.dismissRecovery))] + perform(command)
    case (.recovery, _): return [.edit(.library(.dismissRecovery))]
    case (_, .command(let command)): return perform(command)
    case (_, .typed(let start)):
      overlays.append(.prompt(Prompt(.command, text: start)))
      return []
    case (_, .device(let name)): return use(name)
    case (_, .queue(let id)):
      return [.replacedQueues(.load(id, serial: playing.requests.ask(replacesQueue: true)))]
    case (_, .scan(let folder)):
      playsWhenFound = nil
      return startScan(folder)
    case (_, .otherFolder):
      overlays.append(.prompt(Prompt(.musicFolder)))
      return []
    case (_, .demo(let folder)):
      firstRun?.close()
      tasks.demoProgressed(0, of: 12)
      return [.library(.writeDemo(folder))]
    default: return []
    }
  }
}

extension Picker: Window {
  var kind: WindowKind { .picker }

  var hints: [Hint] {
    [
      Hint(.up, .down, does: "move"), Hint(.accept, does: "choose"), Hint(.close, does: "close"),
    ]
  }

  var typing: Keymap.Typing { hasField ? .text(field) : .nothing }

  func handle(_ input: Input, in app: inout App) -> [Effect] { app.handle(input, in: self) }

  func draw(into frame: inout Frame, of app: App) {
    PickerView(picker: self, size: app.size, keymap: app.keymap).draw(into: &frame)
  }

  /// Commands are chosen there, too.
  func rowUse(of key: Key, in app: App) -> Command.RowUse {
    app.keymap.windowKey(key, in: kind, typing: typing) == .accept ? .row : .none
  }
}
