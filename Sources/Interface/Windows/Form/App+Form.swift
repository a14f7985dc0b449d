import Music
import Screen

// The keys of all forms.
extension Form: CursorWindow {
  var kind: WindowKind { .form }

  var hints: [Hint] {
    [
      Hint(
        .last(.move(.down)), .window(.move(.up)), .window(.move(.down)), does: "field"),
      Hint(.accept, does: "keep all"), Hint(.close, does: "close"),
    ]
  }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    var form = self
    switch input {
    case .mouse(let mouse):
      switch mouse.action {
      case .press:
        guard let index = FormView.field(at: mouse.position, of: form, in: app.size) else {
          return []
        }
        if index == focused { form.fields[index].choose(by: 1) }
        form.focus(index)
      case .wheelUp: form.move(by: -1)
      case .wheelDown: form.move(by: 1)
      case .drag, .release: return []
      }
    case .key(let key):
      let meaning = app.keymap.windowAction(key, of: FormKey.self, typing: typing)
      switch meaning {
      case .accept: return app.finish(form)
      case .close: return app.windows.closeTop()
      case .move(.up): form.move(by: -1)
      case .move(.down): form.move(by: 1)
      case .own, .move(.pageUp), .move(.pageDown), .move(.first), .move(.last), nil:
        form.type(input, meaning)
      }
    case .paste: form.type(input, nil)
    }
    form.scroll(height: FormView.height(of: form, in: app.size))
    app.windows.replaceTop(.form(form))
    return []
  }

  private var typing: Keymap.Typing {
    switch fields[focused].content {
    case .text(let field): .text(field)
    case .choice: .letters
    }
  }

  /// Types into the focused field, or chooses in it.
  private mutating func type(_ input: Input, _ meaning: WindowAction<FormKey>?) {
    switch fields[focused].content {
    case .text(let text): type(input, meaning, into: text)
    case .choice(let choices, let index): choose(input, meaning, among: choices, index)
    }
  }

  private mutating func type(
    _ input: Input, _ meaning: WindowAction<FormKey>?, into text: TextField
  ) {
    let step = meaning == .own(.nextOffer) ? 1 : meaning == .own(.previousOffer) ? -1 : 0
    if step != 0, !fields[focused].offers.isEmpty { return fields[focused].offer(by: step) }
    var text = text
    guard text.handle(input) else { return }
    fields[focused].isTouched = true
    let choices = fields[focused].replacedChoices
    fields[focused].content =
      text.text.isEmpty && !choices.isEmpty ? .choice(choices, 0) : .text(text)
    fields[focused].findOffers()
    fields[focused].mistake = nil
  }

  private mutating func choose(
    _ input: Input, _ meaning: WindowAction<FormKey>?, among choices: [String], _ index: Int
  ) {
    guard case .key(let key) = input else { return }
    switch meaning {
    case .own(.left): fields[focused].choose(by: -1)
    case .own(.right): fields[focused].choose(by: 1)
    case .move(.first): fields[focused].content = .choice(choices, 0)
    case .move(.last): fields[focused].content = .choice(choices, choices.count - 1)
    case nil:
      // The next choice with this first letter.
      guard case .character(let letter) = key.code else { return }
      if letter == fields[focused].ownSign {
        fields[focused].replaceChoices(with: String(letter))
        break
      }
      let wanted = SortKey.folded(String(letter))
      let next = (1...choices.count).map { (index + $0) % choices.count }
        .first { SortKey.folded(choices[$0]).hasPrefix(wanted) }
      if let next { fields[focused].content = .choice(choices, next) }
    case .own(.nextOffer), .own(.previousOffer), .accept, .close, .move: return
    }
    fields[focused].mistake = nil
  }

  func list(in app: App) -> WindowList? {
    WindowList(
      rect: FormView.list(of: self, in: app.size), count: fields.count, top: cursor.top)
  }

  var overlay: Overlay { .form(self) }

  func draw(into frame: inout Frame, of app: App) {
    FormView(form: self, size: app.size, keymap: app.keymap).draw(into: &frame)
  }

  func refused(_ reason: String) -> Overlay? {
    var form = self
    form.refuse(fields[0].label, reason)
    // An answer may have come while the form was closed.
    form.matches = nil
    return .form(form)
  }
}

extension App {
  /// Writes the fields, or shows which of them are invalid.
  mutating func finish(_ form: Form) -> [Effect] {
    var form = form
    for index in form.fields.indices { form.fields[index].mistake = nil }
    let effects: [Effect]
    switch form.purpose {
    case .playlist(let id): effects = readPlaylist(id, &form)
    case .smart(let id, let folder): effects = readSmart(id, in: folder, &form)
    case .cue(let cue, let length): effects = readCue(cue, length, &form)
    case .entries(let facts): effects = readEntries(facts, &form)
    case .labels(let tracks, let tags): effects = readLabels(of: tracks, tags: tags, &form)
    }
    if form.hasMistake {
      form.scroll(height: FormView.height(of: form, in: size))
      windows.replaceTop(.form(form))
      return []
    }
    windows.closeTop()
    windows.submit(effects, from: .form(form), in: terminal.folder)
    if case .smart = form.purpose { windows.expect(.smartForm) }
    return effects
  }
}
