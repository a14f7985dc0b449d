import Music
import Screen

// The keys of a form, whatever it is about.
extension App {
  mutating func take(_ input: Input, in form: Form) -> [Effect] {
    var form = form
    switch input {
    case .mouse(let mouse):
      switch mouse.action {
      case .press:
        guard let index = FormView.field(at: mouse.position, of: form, in: size) else { return [] }
        if index == form.focused { form.fields[index].choose(by: 1) }
        form.focus(index)
      case .wheelUp: form.move(by: -1)
      case .wheelDown: form.move(by: 1)
      case .drag, .release: return []
      }
    case .key(let key):
      switch (key.code, key.modifiers) {
      case (.enter, _), (.character("s"), .control): return finish(form)
      case (.escape, _), (.character("c"), .control), (.character("g"), .control):
        overlays.removeLast()
        return []
      case (.tab, .shift), (.up, _): form.move(by: -1)
      case (.tab, _), (.down, _): form.move(by: 1)
      default: take(input, inFieldOf: &form)
      }
    case .paste: take(input, inFieldOf: &form)
    }
    form.scroll(height: FormView.height(of: form, in: size))
    replaceTop(.form(form))
    return []
  }

  private func take(_ input: Input, inFieldOf form: inout Form) {
    var field = form.fields[form.focused]
    switch field.content {
    case .text(var text):
      if case .key(let key) = input {
        switch (key.code, key.modifiers) {
        case (.pageDown, _), (.character("n"), .control): field.offer(by: 1)
        case (.pageUp, _), (.character("p"), .control): field.offer(by: -1)
        default: break
        }
        if field != form.fields[form.focused] {
          form.fields[form.focused] = field
          return
        }
      }
      guard text.take(input) else { return }
      field.isTouched = true
      field.content = .text(text)
    case .choice(let choices, let index):
      guard case .key(let key) = input else { return }
      switch key.code {
      case .left: field.choose(by: -1)
      case .right, .character(" "): field.choose(by: 1)
      case .home: field.content = .choice(choices, 0)
      case .end: field.content = .choice(choices, choices.count - 1)
      case .character(let letter):
        // The next choice that begins with the letter.
        let wanted = SortKey.folded(String(letter))
        let next = (1...choices.count).map { (index + $0) % choices.count }
          .first { SortKey.folded(choices[$0]).hasPrefix(wanted) }
        if let next { field.content = .choice(choices, next) }
      default: return
      }
    }
    field.mistake = nil
    form.fields[form.focused] = field
  }

  /// Enter: keeps what the fields say, or says which of them cannot be kept.
  private mutating func finish(_ form: Form) -> [Effect] {
    var form = form
    for index in form.fields.indices { form.fields[index].mistake = nil }
    let effects: [Effect]
    switch form.purpose {
    case .playlist(let id): effects = readPlaylist(id, &form)
    case .smart(let id, let folder): effects = readSmart(id, in: folder, &form)
    case .cue(let cue, let length): effects = readCue(cue, length, &form)
    case .entries(let facts): effects = readEntries(facts, &form)
    }
    if form.hasMistake {
      form.scroll(height: FormView.height(of: form, in: size))
      replaceTop(.form(form))
      return []
    }
    overlays.removeLast()
    submit(effects, from: .form(form))
    if case .smart = form.purpose { expect(.smartForm) }
    return effects
  }
}
