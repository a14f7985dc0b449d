import Music
import Screen

// The keys of the form of a server, and what comes of it.
extension ServerFormPanel: FieldFormPanel {
  var kind: WindowKind { .serverForm }
  var overlay: Overlay { .serverForm(self) }

  func handle(_ input: Input, in app: inout App) -> [Effect] {
    var panel = self
    let height = ServerFormView.height(in: app.size)
    switch input {
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelUp: panel.move(by: -3)
      case .wheelDown: panel.move(by: 3)
      case .press:
        guard let row = ServerFormView(panel: self, app: app).windowList.row(at: mouse.position)
        else {
          return []
        }
        let isSelected = row == cursor.selected
        panel.move(by: row - cursor.selected)
        if isSelected { panel.choose(by: 1) }
      case .drag, .release: return []
      }
    case .key(let key):
      let typing: Keymap.Typing = field.map { .text($0) } ?? .letters
      switch app.keymap.windowAction(key, of: ServerFormKey.self, typing: typing) {
      case .close: return app.windows.closeTop()
      case .accept, .own(.save): return app.submit(self)
      case .own(.next), .move(.down): panel.step(by: 1)
      case .own(.back), .move(.up): panel.step(by: -1)
      case .own(.left): panel.field == nil ? panel.choose(by: -1) : panel.edit(input)
      case .own(.right): panel.field == nil ? panel.choose(by: 1) : panel.edit(input)
      case .move(let move): panel.move(by: move.step(page: height))
      case nil: panel.edit(input)
      }
    case .paste: panel.edit(input)
    }
    panel.scroll(height: height)
    app.windows.replaceTop(.serverForm(panel))
    return []
  }

  func list(in app: App) -> WindowList? {
    ServerFormView(panel: self, app: app).windowList
  }

  func draw(into frame: inout Frame, of app: App) {
    ServerFormView(panel: self, app: app).draw(into: &frame)
  }

  func refused(_ reason: String) -> Overlay? {
    var panel = self
    (panel.note, panel.isRefused) = (reason, true)
    return .serverForm(panel)
  }
}

extension App {
  mutating func addServer() -> [Effect] {
    // A form is open already where the command was typed above it.
    if overlays.contains(where: { if case .serverForm = $0 { true } else { false } }) { return [] }
    // A form that was not carried out is there again.
    let left = servers.submitted.flatMap { $0.form.purpose == .new ? $0 : nil }
    windows.open(
      .serverForm(left ?? ServerFormPanel(ServerForm(.new, besides: servers.items ?? []))))
    return servers.items == nil ? [.servers(.list)] : []
  }

  mutating func openForm(_ purpose: ServerForm.Purpose) -> [Effect] {
    windows.open(.serverForm(ServerFormPanel(ServerForm(purpose, besides: servers.items ?? []))))
    return []
  }

  /// Enter in the form: the first mistake gets the cursor.
  fileprivate mutating func submit(_ panel: ServerFormPanel) -> [Effect] {
    var panel = panel
    panel.leave()
    panel.takeText()
    guard let effect = panel.form.effect else {
      if let faulty = panel.form.faulty {
        panel.focus(faulty)
        (panel.note, panel.isRefused) = (panel.form.mistake(in: faulty), true)
      }
      panel.scroll(height: ServerFormView.height(in: size))
      windows.replaceTop(.serverForm(panel))
      return []
    }
    windows.closeTop()
    if case .change(let id, let change) = effect {
      let isMoved = servers.item(id)?.server.address != change.address
      if isMoved { say("Asking the new address…") }
    } else if effect.asked != nil {
      say("Signing in…")
    }
    servers.submitted = panel
    let effects = ask(effect)
    windows.submit(effects, from: .serverForm(panel), in: terminal.folder)
    return effects
  }
}
