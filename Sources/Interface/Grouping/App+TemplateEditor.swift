import Music
import Screen

// The template editor: opening, keys, and preview.
extension App {
  mutating func editTemplate() -> [Effect] {
    guard let position = templatePosition() else { return [] }
    openTemplateEditor(position, text: position.template.source)
    return []
  }

  mutating func openTemplateEditor(_ position: TemplatePosition, text: String) {
    let text = text.isEmpty ? "{AlbumArtist|Artist} — {Album}[ ({Date})]" : text
    windows.open(.template(TemplateEditor(position.target, position.query, text: text)))
  }

  /// Requests the visible headers that are not loaded; one request at a time, so that typing never
  /// queues up outdated ones.
  mutating func missingPreview() -> [Effect] {
    guard case .template(var editor) = overlays.last, !editor.isAsking, !editor.hasFailed,
      case let height = TemplateEditorView.previewHeight(in: size),
      editor.lacksPreview(height: height)
    else { return [] }
    loadSerial += 1
    editor.serial = loadSerial
    editor.isAsking = true
    editor.isStale = false
    windows.replaceTop(.template(editor))
    return [
      .load(
        .templatePreview(
          editor.query, editor.wantedRange(height: height), serial: editor.serial))
    ]
  }

  /// The library has changed under the grouped list.
  mutating func markPreviewStale() {
    guard case .template(var editor) = overlays.last else { return }
    editor.isStale = true
    windows.replaceTop(.template(editor))
  }

  mutating func receive(_ preview: ListWindow?, serial: Int) {
    let height = TemplateEditorView.previewHeight(in: size)
    windows.update { overlay in
      guard case .template(var editor) = overlay, editor.serial == serial else { return }
      editor.isAsking = false
      editor.hasFailed = preview == nil
      if let preview {
        editor.preview = preview
        editor.scroll(by: 0, height: height)
      }
      overlay = .template(editor)
    }
  }

  // MARK: Keys

  mutating func handle(_ input: Input, in editor: TemplateEditor) -> [Effect] {
    var editor = editor
    editor.hasFailed = false
    switch editor.mode {
    case .writing: return takeWriting(input, &editor)
    case .inserting(let selected): takeInserting(input, selected, &editor)
    case .naming(let field, _): return takeNaming(input, field, &editor)
    }
    windows.replaceTop(.template(editor))
    return []
  }

  private mutating func takeWriting(_ input: Input, _ editor: inout TemplateEditor) -> [Effect] {
    let height = TemplateEditorView.previewHeight(in: size)
    switch input {
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: editor.scroll(by: -3, height: height)
      case .wheelDown: editor.scroll(by: 3, height: height)
      case .press, .drag, .release: break
      }
    case .key(let key):
      switch keymap.windowAction(key, of: TemplateKey.self, typing: .text(editor.field)) {
      case .close: return windows.closeTop()
      case .accept:
        guard let template = editor.template else { break }
        windows.closeTop()
        return apply(template, to: editor.target)
      case .move(let move): editor.scroll(by: move.step(page: height - 1), height: height)
      case .own(.placeholders): editor.mode = .inserting(0)
      case .own(.save):
        guard let template = editor.template, !template.isEmpty else { break }
        let name = savedTemplates.first { $0.template.isEquivalent(to: template) }?.name ?? ""
        editor.mode = .naming(TextField(name), mistake: nil)
      case nil:
        if editor.field.handle(input) { editor.read() }
      }
    case .paste: if editor.field.handle(input) { editor.read() }
    }
    windows.replaceTop(.template(editor))
    return []
  }

  private func takeInserting(_ input: Input, _ selected: Int, _ editor: inout TemplateEditor) {
    let all = editor.placeholders
    func move(by step: Int) {
      var cursor = ListCursor()
      cursor.select(selected)
      cursor.move(by: step, of: all.count)
      editor.mode = .inserting(cursor.selected)
    }
    switch input {
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: move(by: -1)
      case .wheelDown: move(by: 1)
      case .press:
        let row = TemplateEditorView(app: self, editor: editor).placeholder(at: mouse.position)
        guard let row, all.indices.contains(row) else { return }
        editor.insert(all[row])
        editor.mode = .writing
      case .drag, .release: break
      }
    case .key(let key):
      switch keymap.windowAction(key, of: PickerKey.self, typing: .text(editor.field)) {
      case .close: editor.mode = .writing
      case .accept:
        if all.indices.contains(selected) { editor.insert(all[selected]) }
        editor.mode = .writing
      case .move(.up) where selected == 0: editor.mode = .writing
      case .move(let step): move(by: step.step(page: 5))
      case .own, nil: typeOn(input, &editor)
      }
    case .paste: typeOn(input, &editor)
    }
  }

  /// Typing while placeholders are listed filters them, or goes on with the text.
  private func typeOn(_ input: Input, _ editor: inout TemplateEditor) {
    guard editor.field.handle(input) else { return }
    editor.read()
    let isNarrowed = editor.placeholders.count < GroupTemplate.Placeholder.allCases.count
    editor.mode = isNarrowed ? .inserting(0) : .writing
  }

  private mutating func takeNaming(
    _ input: Input, _ field: TextField, _ editor: inout TemplateEditor
  ) -> [Effect] {
    var field = field
    var effects: [Effect] = []
    let action: WindowAction<LineKey>? =
      if case .key(let key) = input {
        keymap.windowAction(key, of: LineKey.self, typing: .text(field))
      } else {
        nil
      }
    if action == .close {
      editor.mode = .writing
    } else if action == .accept {
      let name = field.text.trimmingSpaces()
      if name.isEmpty {
        editor.mode = .naming(field, mistake: "A template needs a name")
      } else if GroupTemplate.preset(named: name) != nil {
        editor.mode = .naming(field, mistake: "There is a preset of that name")
      } else if let template = editor.template {
        editor.mode = .writing
        effects = [.edit(.templates(.save(template, name))), .load(.templates)]
      }
    } else if field.handle(input) {
      editor.mode = .naming(field, mistake: nil)
    }
    windows.replaceTop(.template(editor))
    return effects
  }
}

extension TemplateEditor: Window {
  var kind: WindowKind { .template }
  func fadesScreen(in app: App) -> Bool { false }

  func handle(_ input: Input, in app: inout App) -> [Effect] { app.handle(input, in: self) }

  func list(in app: App) -> WindowList? { TemplateEditorView(app: app, editor: self).list }

  func scroll(to top: Int, of list: WindowList, in app: inout App) -> [Effect] {
    var editor = self
    if case .inserting = mode {
      // The selected placeholder is in the middle.
      editor.mode = .inserting(min(list.count - 1, top + list.rect.rows / 2))
    } else {
      editor.cursor.scroll(to: top, of: list)
    }
    app.windows.replaceTop(.template(editor))
    return []
  }

  func draw(into frame: inout Frame, of app: App) {
    TemplateEditorView(app: app, editor: self).draw(into: &frame)
  }
}
