import Screen

// The skin editor: opening, keys and the mouse.
extension App {
  mutating func editSkin() { windows.open(.skin(SkinEditor(skins.own))) }

  /// The open editor; nil for none.
  var skinEditor: SkinEditor? {
    overlays.lazy.compactMap { if case .skin(let editor) = $0 { editor } else { nil } }.first
  }

  /// Gives the editor a skin that came from elsewhere, unless it has changes of its own.
  ///
  /// - Returns: False where the changes stay.
  mutating func replaceEdited(with theme: Theme) -> Bool {
    guard let editor = skinEditor else { return true }
    guard editor.saved == skins.own else { return false }
    updateSkinEditor { $0.saved = theme }
    return true
  }

  /// The edited skin was saved.
  mutating func receiveWritten(_ theme: Theme) -> [Effect] {
    show(theme)
    say("Saved the skin \(theme.name)", .good, of: .skin)
    if skinEditor?.saved.name != theme.name { choseSkin(theme.name) }
    let closes = skinEditor?.closesWhenSaved == true
    if closes {
      windows.close { if case .skin = $0 { true } else { false } }
    } else {
      updateSkinEditor {
        $0.saved = theme
        $0.mode = .choosing
      }
    }
    return [.theme(.list)]
  }

  private mutating func updateSkinEditor(_ change: (inout SkinEditor) -> Void) {
    windows.update { overlay in
      guard case .skin(var editor) = overlay else { return }
      change(&editor)
      overlay = .skin(editor)
    }
  }
}

extension SkinEditor: Window {
  var kind: WindowKind {
    switch mode {
    case .choosing, .leaving: .skin
    case .typing, .naming: .line
    }
  }
  func fadesScreen(in app: App) -> Bool { false }

  var hints: [Hint] {
    switch mode {
    case .choosing:
      [
        Hint(.skin(.darker), .skin(.lighter), does: "lightness"), Hint(.accept, does: "type"),
        Hint(.skin(.other), does: "text or ground"), Hint(.skin(.save), does: "save"),
        Hint(.skin(.bold), .skin(.dim), .skin(.italic), .skin(.underline), does: "look"),
        Hint(.skin(.undo), does: "undo"), Hint(.skin(.reset), does: "reset"),
        Hint(.close, does: "close"),
      ]
    case .typing:
      [
        Hint(.accept, does: "take"), Hint(.line(.complete), does: "complete"),
        Hint(.close, does: "as before"),
      ]
    case .naming: [Hint(.accept, does: "save"), Hint(.close, does: "go on")]
    case .leaving:
      [
        Hint(.accept, does: "save"), Hint(.skin(.drop), does: "drop the changes"),
        Hint(.close, does: "go on"),
      ]
    }
  }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    var editor = self
    var effects: [Effect] = []
    let stays =
      switch mode {
      case .choosing: editor.choose(input, in: &app)
      case .typing(let field, let before): editor.type(input, field, before, in: &app)
      case .naming(let field): editor.name(input, field, &effects, in: app)
      case .leaving: editor.leave(input, in: &app)
      }
    guard stays else { return app.windows.closeTop() }
    editor.scroll(height: SkinEditorView.listHeight(in: app.size))
    app.windows.replaceTop(.skin(editor))
    return effects
  }

  func draw(into frame: inout Frame, of app: App) {
    SkinEditorView(app: app, editor: self).draw(into: &frame)
  }

  // MARK: Choosing

  /// - Returns: False to close the window.
  private mutating func choose(_ input: Input, in app: inout App) -> Bool {
    switch input {
    case .paste: break
    case .mouse(let mouse): point(mouse, in: &app)
    case .key(let key):
      switch app.keymap.windowAction(key, of: SkinKey.self) {
      case .close:
        if saved == app.skins.own { return false }
        mode = .leaving
      case .accept: mode = .typing(TextField(), before: app.skins.own)
      case .move(let move): self.move(by: move.step(page: SkinEditorView.listHeight(in: app.size)))
      case .own(let key): apply(key, in: &app)
      case nil where key == Key("#"): mode = .typing(TextField("#"), before: app.skins.own)
      case nil: break
      }
    }
    return true
  }

  private mutating func apply(_ key: SkinKey, in app: inout App) {
    let (part, channel, saved) = (part, channel, saved)
    switch key {
    case .other: self.channel = channel == .foreground ? .background : .foreground
    case .darker: nudge(by: -2, in: &app)
    case .lighter: nudge(by: 2, in: &app)
    case .muchDarker: nudge(by: -10, in: &app)
    case .muchLighter: nudge(by: 10, in: &app)
    case .bold: toggle(.bold, in: &app)
    case .dim: toggle(.dim, in: &app)
    case .italic: toggle(.italic, in: &app)
    case .underline: toggle(.underline, in: &app)
    case .clear: change(in: &app) { $0.clear(channel, of: part) }
    case .reset: change(in: &app) { $0.reset(part, to: saved) }
    case .undo:
      guard let last = takeLast() else { return app.say("No change to undo", .plain, of: .skin) }
      app.show(last)
    case .save: mode = .naming(TextField(saved.name))
    case .drop: break
    }
  }

  private mutating func change(in app: inout App, _ change: (inout Theme) -> Void) {
    let before = app.skins.own
    var theme = before
    change(&theme)
    guard theme != before else { return }
    record(before)
    app.show(theme)
  }

  private mutating func nudge(by step: Double, in app: inout App) {
    let (part, channel) = (part, channel)
    change(in: &app) { theme in
      let colors = theme.colors(of: part)
      let color = channel == .foreground ? colors.foreground : colors.background
      theme.set(color.lighter(by: step), channel, of: part)
    }
  }

  private mutating func toggle(_ attribute: Theme.Attributes, in app: inout App) {
    guard case .face(let face) = part else {
      return app.say("A ground has no attributes", .plain, of: .skin)
    }
    change(in: &app) { $0.toggle(attribute, of: face) }
  }

  // MARK: The mouse

  private mutating func point(_ mouse: Mouse, in app: inout App) {
    switch mouse.action {
    case .wheelUp: move(by: -3)
    case .wheelDown: move(by: 3)
    case .drag, .release: break
    case .press:
      let view = SkinEditorView(app: app, editor: self)
      guard view.contains(mouse.position) else { return pick(at: mouse.position, in: app) }
      guard let target = view.target(at: mouse.position) else { return }
      let wasSelected = target.index == cursor.selected
      move(by: target.index - cursor.selected)
      switch target.column {
      case .channel(let new):
        let isSame = wasSelected && channel == new
        channel = new
        if isSame { mode = .typing(TextField(), before: app.skins.own) }
      case .attribute(let attribute): if wasSelected { toggle(attribute, in: &app) }
      case .name: break
      }
    }
  }

  /// Selects the face of a cell of the screen, or the ground of a blank one.
  private mutating func pick(at position: Position, in app: App) {
    let frame = ScreenView.frame(of: app)
    guard frame.bounds.contains(position) else { return }
    let cell = frame[position.row, position.column]
    select(cell.cluster == .blank ? .ground(cell.ground) : .face(cell.face))
  }

  // MARK: Typing

  private mutating func type(
    _ input: Input, _ field: TextField, _ before: Theme, in app: inout App
  ) -> Bool {
    var field = field
    let (part, channel) = (part, channel)
    switch lineAction(input, field, app) {
    case .close:
      app.show(before)
      mode = .choosing
      return true
    case .accept:
      guard SkinEditor.color(field.text, in: before) != nil else {
        app.say(
          "Type a colour as #rrggbb" + (before.palette.isEmpty ? "" : ", or a name of the palette"))
        return true
      }
      if app.skins.own != before { record(before) }
      mode = .choosing
      return true
    case .own(.complete):
      guard let name = SkinEditor.names(field.text, in: before).first else { return true }
      field = TextField(name)
    case .own, .move, nil: guard field.handle(input) else { return true }
    }
    mode = .typing(field, before: before)
    var theme = before
    if let color = SkinEditor.color(field.text, in: before) {
      theme.set(color, channel, of: part)
    }
    app.show(theme)
    return true
  }

  private mutating func name(
    _ input: Input, _ field: TextField, _ effects: inout [Effect], in app: App
  ) -> Bool {
    var field = field
    switch lineAction(input, field, app) {
    case .close:
      mode = .choosing
      closesWhenSaved = false
    case .accept:
      var theme = app.skins.own
      theme.name = field.text.trimmingSpaces()
      if !theme.name.isEmpty { effects = [.theme(.save(theme, over: saved.name))] }
    case .own, .move, nil: if field.handle(input) { mode = .naming(field) }
    }
    return true
  }

  private func lineAction(
    _ input: Input, _ field: TextField, _ app: App
  ) -> WindowAction<LineKey>? {
    guard case .key(let key) = input else { return nil }
    return app.keymap.windowAction(key, of: LineKey.self, typing: .text(field))
  }

  // MARK: Leaving

  private mutating func leave(_ input: Input, in app: inout App) -> Bool {
    guard case .key(let key) = input else { return true }
    switch app.keymap.windowAction(key, of: SkinKey.self) {
    case .accept, .own(.save):
      mode = .naming(TextField(saved.name))
      closesWhenSaved = true
    case .close: mode = .choosing
    case .own(.drop):
      app.show(saved)
      return false
    case .own, .move, nil: break
    }
    return true
  }
}

extension Theme {
  /// The colours that a part shows.
  fileprivate func colors(of part: SkinPart) -> (foreground: Color, background: Color) {
    let pair =
      switch part {
      case .face(let face): colors(face, on: .base)
      case .ground(let ground): colors(.text, on: ground)
      }
    return (pair.foreground, pair.background)
  }
}
